/** Later changes of points that were accepted from a method, read only from their origin. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { allLines } from '@echometry/contract/rules/cardiac-events.ts';

/** How many accepted points stand elsewhere now. */
export interface MovedPoints {
  accepted: number;
  moved: number;
  /** Mean distance of those from where they were offered, in pixels. */
  mean_px: number | null;
}

/** Share of the accepted points that the user moved later, only from their origin; null where none was accepted. */
export function movedPoints(image: Pick<AnalysisImage, 'segmentation'>, method: string): MovedPoints | null {
  const accepted = allLines(image).flatMap(({ points }) =>
    points.filter((point) => point.origin === 'proposed' && point.method === method),
  );
  if (accepted.length === 0) return null;
  const distances = accepted
    .map(({ x, y, proposed }) => (proposed ? Math.hypot(x - proposed.x, y - proposed.y) : 0))
    .filter((distance) => distance > 0);
  return {
    accepted: accepted.length,
    moved: distances.length,
    mean_px: distances.length === 0 ? null : distances.reduce((sum, distance) => sum + distance, 0) / distances.length,
  };
}
