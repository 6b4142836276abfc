/** Joining work on the same study image by image (contracts.md 3): only what both changed needs a choice. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';

export interface ImageConflict {
  instance_id: string;
  mine: AnalysisImage | null;
  theirs: AnalysisImage | null;
}

export interface Merge {
  images: AnalysisImage[];
  /** Images both sides changed differently; `images` holds mine for them. */
  conflicts: ImageConflict[];
}

export const byId = (images: readonly AnalysisImage[]): Map<string, AnalysisImage> => new Map(images.map((image) => [image.instance_id, image]));

/** Content as text with keys in order, so that records of different writers compare. */
export function contentOf(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part);
}

const same = (a: AnalysisImage | null, b: AnalysisImage | null): boolean => contentOf(a) === contentOf(b);

/**
 * Three-way merge.
 * @param base what mine was made from, image by image; an absent entry means "not changed by me"
 */
export function mergeImages(base: ReadonlyMap<string, AnalysisImage | null>, mine: readonly AnalysisImage[], theirs: readonly AnalysisImage[]): Merge {
  const mineById = byId(mine);
  const result = new Map(byId(theirs));
  const conflicts: ImageConflict[] = [];
  for (const [id, before] of base) {
    const my = mineById.get(id) ?? null;
    const their = result.get(id) ?? null;
    if (same(my, before) || same(my, their)) continue;
    if (!same(their, before)) conflicts.push({ instance_id: id, mine: my, theirs: their });
    if (my) result.set(id, my);
    else result.delete(id);
  }
  return { images: [...result.values()], conflicts };
}

/**
 * What changed work builds on after the server has stored `sent`: only images changed since then are still mine, and
 * they now build on what was sent.
 */
export function rebase(base: ReadonlyMap<string, AnalysisImage | null>, sent: readonly AnalysisImage[], current: readonly AnalysisImage[]): Map<string, AnalysisImage | null> {
  const sentById = byId(sent);
  const currentById = byId(current);
  const next = new Map<string, AnalysisImage | null>();
  for (const id of base.keys()) {
    const stored = sentById.get(id) ?? null;
    if (!same(currentById.get(id) ?? null, stored)) next.set(id, stored);
  }
  return next;
}
