/** Options of the project for labelling the open study. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageTypeChoice, LabelCategory } from '../../lib/config.ts';
import type { OpenStudy } from './open-study.ts';

export type TypeGroup = '2D' | 'M-Mode' | 'Doppler';
export const TYPE_GROUPS: readonly TypeGroup[] = ['2D', 'M-Mode', 'Doppler'];

export const inGroup = (modality: string, group: TypeGroup): boolean =>
  group === 'Doppler' ? modality.includes('Doppler') : modality === group;

/** Types the project offers for the study's data type, each with the modalities that the project has. */
export function offeredTypes({ config, head, project }: Pick<OpenStudy, 'config' | 'head' | 'project'>): ImageTypeChoice[] {
  const enabled = new Set<string>(project.modalities.map(({ type }) => type));
  return config.imageTypes
    .filter(
      ({ type, data_types }) =>
        data_types.includes(head.data_type) && (project.image_types.length === 0 || project.image_types.includes(type)),
    )
    .map((known) => ({ ...known, modalities: known.modalities.filter((modality) => enabled.has(modality)) }))
    .filter(({ modalities }) => modalities.length > 0);
}

export interface OfferedView {
  view: string;
  /** False where the image has a type that is not seen in this view. */
  fits: boolean;
}

/** Every view; the views of the image's type come first. */
export function offeredViews(
  study: Pick<OpenStudy, 'config' | 'head' | 'project'>,
  image: Pick<AnalysisImage, 'type'> | undefined,
): OfferedView[] {
  const types = offeredTypes(study);
  const own = types.find(({ type }) => type === image?.type);
  const all = new Set([...(own?.views ?? []), ...types.flatMap(({ views }) => views)]);
  return [...all].map((view) => ({ view, fits: own?.views.includes(view) ?? true }));
}

/** Additional labels that make sense for an image. */
export const offeredLabels = ({ config, head }: Pick<OpenStudy, 'config' | 'head'>, image: AnalysisImage | undefined): LabelCategory[] =>
  config.additionalLabels.filter(
    ({ data_types, image_types, modalities }) =>
      data_types.includes(head.data_type) &&
      (image_types.length === 0 || (image?.type != null && image_types.includes(image.type))) &&
      (modalities.length === 0 || (image?.modality != null && modalities.includes(image.modality))),
  );
