/** Label gestures on the open study: the rules of the contract, then one commit. */
import type { AnalysisImage, ImageModality } from '@echometry/contract/generated/analysis-image.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { changeLabel, labelAlert, type LabelChange } from '@echometry/contract/rules/labels.ts';
import { setReference } from '@echometry/contract/rules/references.ts';
import { alertUser } from '../lib/alerts.ts';
import type { ImageTypeChoice, LabelCategory } from '../lib/config.ts';
import { commit, studyState, type OpenStudy } from './open-study.ts';

export type TypeGroup = '2D' | 'M-Mode' | 'Doppler';
export const TYPE_GROUPS: readonly TypeGroup[] = ['2D', 'M-Mode', 'Doppler'];

export const inGroup = (modality: string, group: TypeGroup): boolean => (group === 'Doppler' ? modality.includes('Doppler') : modality === group);

/** Types the project offers for the study's data type. */
export const offeredTypes = ({ config, head, project }: Pick<OpenStudy, 'config' | 'head' | 'project'>): ImageTypeChoice[] =>
  config.imageTypes.filter(({ type, data_types }) => data_types.includes(head.data_type) && (project.image_types.length === 0 || project.image_types.includes(type)));

/** Views of the chosen type, else of every type offered. */
export function offeredViews(study: Pick<OpenStudy, 'config' | 'head' | 'project'>, image: Pick<AnalysisImage, 'type'> | undefined): string[] {
  const types = offeredTypes(study);
  const own = types.find(({ type }) => type === image?.type);
  return [...new Set((own ? [own] : types).flatMap(({ views }) => views))];
}

/** Additional labels that make sense for an image. */
export const offeredLabels = ({ config, head }: Pick<OpenStudy, 'config' | 'head'>, image: AnalysisImage | undefined): LabelCategory[] =>
  config.additionalLabels.filter(({ data_types, image_types, modalities }) =>
    data_types.includes(head.data_type)
    && (image_types.length === 0 || (image?.type != null && image_types.includes(image.type)))
    && (modalities.length === 0 || (image?.modality != null && modalities.includes(image.modality))));

export function change(instanceId: string, labelChange: LabelChange): void {
  const study = studyState.study as OpenStudy | null;
  if (!study || study.readOnly) return;
  const file = study.files.find((known) => known.instance_id === instanceId);
  if (!file) return;
  const next = changeLabel(study, instanceId, labelChange, {
    role: study.role,
    uniqueReference: study.project.unique_reference,
    blank: (instance_id) => blankImage({
      instance_id, filename: file.filename, active: file.active,
      metadata: null,
    }, study.head.data_type),
  });
  commit(instanceId, next);
  const alert = labelChange.kind === 'additional' ? null : labelAlert(next.images.find((image) => image.instance_id === instanceId));
  if (alert) alertUser(alert);
}

/** Sets the type; the modality comes with it unless the image has one the type allows already. */
export function chooseType(instanceId: string, type: ImageTypeChoice | null, current: ImageModality | null): void {
  const modality = type === null ? null : current !== null && type.modalities.includes(current) ? current : (type.modalities[0] ?? null);
  change(instanceId, { kind: 'type', type: type?.type ?? null, modality });
}

export function toggleReference(instanceId: string): void {
  const study = studyState.study as OpenStudy | null;
  const image = study?.images.find((known) => known.instance_id === instanceId);
  if (!study || study.readOnly) return;
  if (!image || image.type === null || image.view === null) {
    alertUser('Please set a view and a type before marking a reference');
    return;
  }
  const answer = setReference(study.images, instanceId, !image.reference, study.project.unique_reference);
  if (answer.ok) commit(instanceId, { images: answer.images, missing_images: study.missing_images });
  else alertUser(answer.message, 'hard');
}
