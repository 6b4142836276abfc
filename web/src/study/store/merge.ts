/** Joining work on the same study image by image and part by part: only what both changed needs a choice. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { contentOf } from '@echometry/contract/rules/content.ts';
import { mergeImage, sameWork, type ConflictPart } from '@echometry/contract/rules/merge-image.ts';

export interface ImageConflict {
  instance_id: string;
  /** Parts that both changed differently. */
  parts: ConflictPart[];
  mine: AnalysisImage | null;
  theirs: AnalysisImage | null;
}

export interface Merge {
  images: AnalysisImage[];
  /** Images both sides changed differently; `images` holds mine of those parts. */
  conflicts: ImageConflict[];
}

export const byId = (images: readonly AnalysisImage[]): Map<string, AnalysisImage> =>
  new Map(images.map((image) => [image.instance_id, image]));

/** Everything a save may carry: metadata and addresses are the server's, which fills them in when it stores an image. */
const savedOf = (image: AnalysisImage | null): unknown => (image === null ? null : { ...image, metadata: null, urls: null });

const same = (a: AnalysisImage | null, b: AnalysisImage | null): boolean => contentOf(savedOf(a)) === contentOf(savedOf(b));

/** A reviewer's own approval of an image, which no part holds: what was changed here stands. */
function approvedBy(image: AnalysisImage, before: AnalysisImage | null, mine: AnalysisImage | null): AnalysisImage {
  if (mine === null || mine.validated === (before?.validated ?? false) || mine.validated === image.validated) return image;
  return { ...image, validated: mine.validated };
}

/**
 * Three-way merge.
 * @param base what mine was made from, image by image; an absent entry means "not changed by me"
 */
export function mergeImages(
  base: ReadonlyMap<string, AnalysisImage | null>,
  mine: readonly AnalysisImage[],
  theirs: readonly AnalysisImage[],
): Merge {
  const mineById = byId(mine);
  const result = byId(theirs);
  const conflicts: ImageConflict[] = [];
  for (const [id, before] of base) {
    const my = mineById.get(id) ?? null;
    const their = result.get(id) ?? null;
    const { image, conflicts: parts } = sameWork(my, their) ? { image: their, conflicts: [] } : mergeImage(before, my, their);
    if (parts.length > 0) conflicts.push({ instance_id: id, parts, mine: my, theirs: their });
    if (image) result.set(id, approvedBy(image, before, my));
    else result.delete(id);
  }
  return { images: [...result.values()], conflicts };
}

/** Result of changed work on its base: images as they are now, and those that are gone. */
export interface Changes {
  images: AnalysisImage[];
  removed: string[];
}

/** Differences from `base`, which has an entry for every image that may be. */
export function changesOf(base: ReadonlyMap<string, AnalysisImage | null>, current: readonly AnalysisImage[]): Changes {
  const currentById = byId(current);
  const changes: Changes = { images: [], removed: [] };
  for (const [id, before] of base) {
    const now = currentById.get(id) ?? null;
    if (same(now, before)) continue;
    if (now) changes.images.push(now);
    else changes.removed.push(id);
  }
  return changes;
}

/**
 * Base of changed work after the server has stored `sent`: only images changed since then are still mine. Images that were sent
 * now build on the sent version, others on their earlier base.
 */
export function rebase(
  base: ReadonlyMap<string, AnalysisImage | null>,
  sent: Changes,
  current: readonly AnalysisImage[],
): Map<string, AnalysisImage | null> {
  const stored = new Map(base);
  for (const image of sent.images) stored.set(image.instance_id, image);
  for (const id of sent.removed) stored.set(id, null);
  const currentById = byId(current);
  return new Map([...stored].filter(([id, image]) => !same(currentById.get(id) ?? null, image)));
}
