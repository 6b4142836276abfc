/** How far the marks of an image lie from where they were proposed. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { fieldsOf, kindOf, valueOf } from '../../tools/cycle-timing/marks.ts';

export interface Moved {
  /** Marks that stand. */
  marks: number;
  /** Number of marks that started as proposals. */
  proposed: number;
  /** Mean and greatest distance of these from their proposals, in columns or frames. */
  mean: number;
  greatest: number;
}

/** Null when no mark began as a proposal. A mark that ends one cycle and begins the next counts once. */
export function movedOf(image: Pick<AnalysisImage, 'modality' | 'cardiac_events'>): Moved | null {
  const all = new Set<string>();
  const distances = new Map<string, number>();
  for (const events of image.cardiac_events)
    for (const field of fieldsOf(kindOf(image))) {
      const at = valueOf(events, field);
      if (at === null) continue;
      const mark = `${field.replace(/_(start|end)$/, '')} ${at}`;
      all.add(mark);
      const origin = events.origins?.[field];
      if (origin?.origin === 'proposed') distances.set(mark, Math.abs(at - origin.proposed));
    }
  if (distances.size === 0) return null;
  const list = [...distances.values()];
  return {
    marks: all.size,
    proposed: list.length,
    mean: list.reduce((sum, distance) => sum + distance, 0) / list.length,
    greatest: Math.max(...list),
  };
}
