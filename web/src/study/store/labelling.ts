/** What the project offers for labelling the open study. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageTypeChoice, LabelCategory } from '../../lib/config.ts';
import type { OpenStudy } from './open-study.ts';

export type TypeGroup = '2D' | 'M-Mode' | 'Doppler';
export const TYPE_GROUPS: readonly TypeGroup[] = ['2D', 'M-Mode', 'Doppler'];

export const inGroup = (modality: string, group: TypeGroup): boolean =>
  group === 'Doppler' ? modality.includes('Doppler') : modality === group;

/** Types the project offers for the study's data type. */
export const offeredTypes = ({ config, head, project }: Pick<OpenStudy, 'config' | 'head' | 'project'>): ImageTypeChoice[] =>
  config.imageTypes.filter(
    ({ type, data_types }) =>
      data_types.includes(head.data_type) && (project.image_types.length === 0 || project.image_types.includes(type)),
  );

/** Views of the chosen type, else of every type offered. */
export function offeredViews(
  study: Pick<OpenStudy, 'config' | 'head' | 'project'>,
  image: Pick<AnalysisImage, 'type'> | undefined,
): string[] {
  const types = offeredTypes(study);
  const own = types.find(({ type }) => type === image?.type);
  return [...new Set((own ? [own] : types).flatMap(({ views }) => views))];
}

/** Additional labels that make sense for an image. */
export const offeredLabels = ({ config, head }: Pick<OpenStudy, 'config' | 'head'>, image: AnalysisImage | undefined): LabelCategory[] =>
  config.additionalLabels.filter(
    ({ data_types, image_types, modalities }) =>
      data_types.includes(head.data_type) &&
      (image_types.length === 0 || (image?.type != null && image_types.includes(image.type))) &&
      (modalities.length === 0 || (image?.modality != null && modalities.includes(image.modality))),
  );
