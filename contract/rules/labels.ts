import type { AnalysisImage, ImageModality } from '../generated/analysis-image.ts';
import type { RoleName } from '../records/role.ts';
import { withoutWork } from './blank-image.ts';
import { isBlind } from './permissions.ts';
import { rebalance } from './references.ts';

/** Alert when a type is set on an image without a view (docs/specification.md#image-analysis). */
export const SELECT_A_VIEW = '***Please select a view for this image***';
/** The choice that clears an additional label. */
export const CLEAR_LABEL = '-- Select --';
/** The choice of a type or view dropdown that removes the tag. */
export const NO_LABEL = 'None';

/** Input of label changes: the images of the analysis and the types declared missing. */
export interface Labels {
  readonly images: readonly AnalysisImage[];
  readonly missing_images: readonly string[];
}

export interface LabelContext {
  role: RoleName;
  /** The project's unique_reference. */
  uniqueReference: boolean;
  /** Entry an image gets when it is labelled first. */
  blank: (instanceId: string) => AnalysisImage;
}

export type LabelChange =
  | { kind: 'type'; type: string | null; modality: ImageModality | null }
  | { kind: 'view'; view: string | null }
  | { kind: 'additional'; category: string; choice: string };

/** Types of entries that quality control leaves among the comments. */
const QC_COMMENT = /^score/;

/** A blind editor who changes a type or removes a label loses the quality control of the image (docs/specification.md#image-analysis). */
function withoutQuality(image: AnalysisImage): AnalysisImage {
  return { ...image, accepted: null, score: null, comments: image.comments.filter((c) => !QC_COMMENT.test(c.type)) };
}

function changed(image: AnalysisImage, change: LabelChange, role: RoleName): AnalysisImage {
  switch (change.kind) {
    case 'type': {
      if (change.type === image.type) return { ...image, modality: change.type === null ? image.modality : change.modality };
      const reset = { ...withoutWork(image), type: change.type, modality: change.type === null ? null : change.modality, reference: false };
      return isBlind(role) ? withoutQuality(reset) : reset;
    }
    case 'view': {
      if (change.view === image.view) return image;
      const moved = { ...image, view: change.view, measurements_caliper: [], reference: change.view === null ? false : image.reference };
      return isBlind(role) && change.view === null ? withoutQuality(moved) : moved;
    }
    case 'additional': {
      const choice = change.choice === CLEAR_LABEL ? false : change.choice;
      return { ...image, additional_labels: { ...image.additional_labels, [change.category]: choice } };
    }
  }
}

const hasNoTag = (image: AnalysisImage): boolean => image.type === null && image.view === null && !image.reference;

/** True for an entry without content, which is deleted (docs/specification.md#image-analysis). */
function isSpent(image: AnalysisImage, change: LabelChange): boolean {
  if (!hasNoTag(image)) return false;
  if (change.kind !== 'additional') return true;
  return Object.values(image.additional_labels).every((label) => label === false);
}

/**
 * Changes a label of one image (docs/specification.md#image-analysis, "Image labelling"): a changed type resets the work and leaves the
 * missing list, a changed view clears caliper measures, an entry without tags is deleted, references are rebalanced.
 */
export function changeLabel(labels: Labels, instanceId: string, change: LabelChange, context: LabelContext): Labels {
  const before = labels.images.find((i) => i.instance_id === instanceId) ?? context.blank(instanceId);
  const after = changed(before, change, context.role);
  const others = labels.images.filter((i) => i.instance_id !== instanceId);
  const at = labels.images.findIndex((i) => i.instance_id === instanceId);
  const kept = isSpent(after, change)
    ? others
    : at < 0
      ? [...others, after]
      : labels.images.map((i) => (i.instance_id === instanceId ? after : i));
  const missing =
    change.kind === 'type' && change.type !== null ? labels.missing_images.filter((m) => m !== change.type) : labels.missing_images;
  const images = change.kind === 'additional' ? kept : rebalance(kept, before, after, context.uniqueReference);
  return { images, missing_images: missing };
}

/** The alert a labelled image calls for; null when there is none. */
export const labelAlert = (image: AnalysisImage | undefined): string | null =>
  image !== undefined && image.type !== null && image.view === null ? SELECT_A_VIEW : null;
