/** Rows of the panel of a whole cycle: the frames that hold the lines, and how surely lines were followed. */
import { isDoubtfulLine } from '@echometry/bindings/engine/drawing.ts';
import type { DenseFrame, DenseLine } from '@echometry/contract/generated/analysis-image.ts';
import type { AnchorKind } from '@echometry/contract/rules/sequence.ts';
import type { CycleView } from '../../tools/whole-cycle/cycle.ts';

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Mean quality of a line over its frames, its least mean of one frame with that frame, and the number of doubtful frames. */
export function qualityOf({ frames }: DenseLine): { mean: number; least: number; frame: number; doubtful: number } {
  const each = frames.map(({ frame_number, quality }) => ({ frame: frame_number, quality: mean(quality) }));
  const worst = each.reduce((least, one) => (one.quality < least.quality ? one : least));
  const doubtful = frames.filter(({ quality }) => isDoubtfulLine(quality)).length;
  return { mean: mean(each.map(({ quality }) => quality)), least: worst.quality, frame: worst.frame, doubtful };
}

/** Mean drift of a line on a frame, in pixels; null without a second way. */
export function meanDrift(frame: DenseFrame | undefined): number | null {
  const known = (frame?.drift_px ?? []).flatMap((drift) => drift ?? []);
  return known.length === 0 ? null : mean(known);
}

/** Mean drift of all lines over all frames of the cycle, in pixels: it goes with the error of what was followed. Null without a second way. */
export function driftOfCycle(lines: readonly DenseLine[]): number | null {
  const known = lines.flatMap(({ frames }) => frames.flatMap(({ drift_px }) => drift_px.flatMap((drift) => drift ?? [])));
  return known.length === 0 ? null : mean(known);
}

export interface AnchorRow {
  frame: number;
  kind: AnchorKind;
  lines: readonly string[];
  /** How far the ways that led there ended from the drawn lines, in pixels; null before they were followed. */
  drift: number | null;
}

/** Frames on which lines are drawn, in their order. */
export function anchorRows({ anchors, known }: CycleView): AnchorRow[] {
  const frames = [...new Set(anchors.map(({ frame_number }) => frame_number))].toSorted((a, b) => a - b);
  return frames.flatMap((frame): AnchorRow[] => {
    const here = anchors.filter(({ frame_number }) => frame_number === frame);
    const [first] = here;
    if (!first) return [];
    const lines = here.map(({ line }) => line.name);
    const drifts = (known?.lines.lines ?? []).flatMap((line) =>
      lines.includes(line.name) ? (meanDrift(line.frames.find(({ frame_number }) => frame_number === frame)) ?? []) : [],
    );
    return [{ frame, kind: first.kind, lines, drift: drifts.length === 0 ? null : mean(drifts) }];
  });
}
