import type { AnalysisImage } from '../generated/analysis-image.ts';

/** Refusal when the project allows one reference per type (docs/specification.md#image-analysis). */
export const ONE_REFERENCE_PER_TYPE = 'Only one reference per image type is allowed';

type Tags = Pick<AnalysisImage, 'type' | 'view' | 'modality'>;

const isTagged = (tags: Tags): boolean => tags.type !== null && tags.view !== null;
const sameTags = (a: Tags, b: Tags): boolean => a.type === b.type && a.view === b.view && a.modality === b.modality;

/** True when `image` may not become a reference because another image of its type is one. */
const isTaken = (images: readonly AnalysisImage[], image: AnalysisImage): boolean =>
  images.some((i) => i.reference && i.type === image.type && i.instance_id !== image.instance_id);

const setFlag = (images: readonly AnalysisImage[], instanceId: string, reference: boolean): AnalysisImage[] =>
  images.map((i) => (i.instance_id === instanceId ? { ...i, reference } : i));

/** Makes the only image of a group its reference, unless the project allows one per type and another holds it. */
function crownTheOnlyOne(images: readonly AnalysisImage[], tags: Tags, unique: boolean): readonly AnalysisImage[] {
  if (!isTagged(tags)) return images;
  const group = images.filter((i) => sameTags(i, tags));
  const only = group[0];
  if (group.length !== 1 || only === undefined || only.reference) return images;
  return unique && isTaken(images, only) ? images : setFlag(images, only.instance_id, true);
}

/**
 * References after a label change (docs/specification.md#image-analysis): the first image of a type, view and modality becomes reference
 * automatically; where exactly one image is left in the group the changed one came from, that one does. An image that joins a group in
 * which another is the reference, or whose type is taken in a project with unique references, is none.
 */
export function rebalance(images: readonly AnalysisImage[], before: Tags, after: AnalysisImage, unique: boolean): readonly AnalysisImage[] {
  const moved = !sameTags(before, after);
  const joinsOthers = images.some((i) => i.instance_id !== after.instance_id && sameTags(i, after));
  let next = images;
  if (moved && after.reference && (joinsOthers || (unique && isTaken(images, after)))) next = setFlag(next, after.instance_id, false);
  if (moved) next = crownTheOnlyOne(next, before, unique);
  return crownTheOnlyOne(next, after, unique);
}

export type ReferenceChange = { ok: true; images: readonly AnalysisImage[] } | { ok: false; message: string };

/**
 * Marks or unmarks a reference by hand. In a project with unique_reference a second one of a type is refused. When the
 * mark is taken off and exactly one other image of the same type, view and modality exists, that one takes it over.
 */
export function setReference(images: readonly AnalysisImage[], instanceId: string, reference: boolean, unique: boolean): ReferenceChange {
  const image = images.find((i) => i.instance_id === instanceId);
  if (image === undefined || image.reference === reference) return { ok: true, images };
  if (reference && unique && isTaken(images, image)) return { ok: false, message: ONE_REFERENCE_PER_TYPE };
  const marked = setFlag(images, instanceId, reference);
  const others = marked.filter((i) => i.instance_id !== instanceId && sameTags(i, image));
  const only = others[0];
  const heirs =
    !reference && others.length === 1 && only !== undefined && isTagged(image) ? setFlag(marked, only.instance_id, true) : marked;
  return { ok: true, images: heirs };
}
