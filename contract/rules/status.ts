import type { ImageState } from './image-state.ts';
import type { DataType } from '../records/data-type.ts';
import type { StatusFlags } from '../records/status.ts';
import { segmentationGroup, type SegmentationGroup } from './image-types.ts';
import { hasQc } from './quality.ts';

export interface StatusContext {
  dataType: DataType;
  /** The project's qc.show_status. */
  showQc: boolean;
  validated: boolean;
}

/**
 * Step dots from an analysis. A dot is done when at least one reference image counts for it and all of those are done; `selected`
 * is done once an image carries a type and a view. The platform names the flags without the conditions that set them; these are
 * the conditions under which the next page has all it needs.
 */
export function statusFlags(images: readonly ImageState[], context: StatusContext): StatusFlags {
  const labelled = images.filter((i) => i.type !== null && i.view !== null);
  const references = labelled.filter((i) => i.reference);
  const done = (wanted: readonly ImageState[], test: (image: ImageState) => boolean): boolean => wanted.length > 0 && wanted.every(test);
  const group = (name: SegmentationGroup): readonly ImageState[] =>
    references.filter((i) => segmentationGroup(i.type ?? '', i.modality) === name);
  // Biometry is a still plane: no cycle is timed on it.
  const timed = references.filter((i) => segmentationGroup(i.type ?? '', i.modality) !== 'segmented_bio');
  const flags: StatusFlags = {
    selected: labelled.length > 0,
    annotated: done(timed, (i) => i.is_annotated),
    segmented_dop: done(group('segmented_dop'), (i) => i.is_segmented),
    segmented_2d: done(group('segmented_2d'), (i) => i.is_segmented),
    measured: done(references, (i) => i.is_measured),
    validated: context.validated,
  };
  if (context.showQc) flags.qc = done(references, hasQc);
  if (context.dataType === 'fetal') flags.segmented_bio = done(group('segmented_bio'), (i) => i.is_segmented);
  return flags;
}
