import type { ProjectFault } from '../records/administered-project.ts';
import type { Project } from '../records/project.ts';
import type { Check } from './completeness.ts';
import { segmentationGroup } from './image-types.ts';

/** An image type of the configuration, as far as requirements ask. */
export interface KnownType {
  type: string;
  modalities: readonly string[];
}

const SEGMENTATION_CHECKS = {
  segmentation_bio: 'segmented_bio',
  segmentation_2d: 'segmented_2d',
  segmentation_dop: 'segmented_dop',
} as const;

/** Can this step be done on images of the type? Only then it can be asked. */
export function canBeAsked(check: Check, { type, modalities }: KnownType): boolean {
  if (!(check in SEGMENTATION_CHECKS)) return true;
  const group = SEGMENTATION_CHECKS[check as keyof typeof SEGMENTATION_CHECKS];
  return modalities.length === 0 || modalities.some((modality) => segmentationGroup(type, modality) === group);
}

const repeated = (names: readonly string[]): string[] => [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];

/** Faults that keep a project from being saved, by field; empty where nothing does. */
export function projectFaults(project: Project, known: readonly KnownType[]): ProjectFault[] {
  const types = new Set(known.map(({ type }) => type));
  const faults: ProjectFault[] = [];
  const fault = (field: keyof Project, message: string): void => void faults.push({ field, message });
  if (project.name_to_show.trim() === '') fault('name_to_show', 'A project needs a display name.');
  for (const type of repeated(project.image_requirements.map((row) => row.type))) fault('image_requirements', `${type} is required twice.`);
  for (const { type } of project.image_requirements)
    if (!types.has(type)) fault('image_requirements', `${type} is not an image type of the configuration in use.`);
  for (const type of repeated(project.image_types)) fault('image_types', `${type} is offered twice.`);
  for (const type of project.image_types)
    if (!types.has(type)) fault('image_types', `${type} is not an image type of the configuration in use.`);
  if (project.image_types.length > 0)
    for (const { type } of project.image_requirements)
      if (!project.image_types.includes(type)) fault('image_requirements', `${type} is required, but the project does not offer it.`);
  for (const modality of repeated(project.modalities.map(({ type }) => type))) fault('modalities', `${modality} is listed twice.`);
  for (const { type, color } of project.modalities)
    if (!/^#[0-9a-f]{3}(?:[0-9a-f]{3})?$/i.test(color)) fault('modalities', `The colour of ${type} is not a colour such as #86B2F5.`);
  for (const type of project.certificates ?? [])
    if (!types.has(type)) fault('certificates', `${type} is not an image type of the configuration in use.`);
  const range = project.plausibility?.ejection_fraction_pct;
  if (range && range[0] >= range[1]) fault('plausibility', 'The lowest ejection fraction must be below the highest.');
  return faults;
}
