/** Effect of a changed line on the record: the lines predicted from it, the frame it counts on, the lines it takes along. */
import type { AnalysisImage, Line, LinePoint, LineShape } from '@echometry/contract/generated/analysis-image.ts';
import type { LineRow } from '../lines/definition.ts';
import { frameOf, linesAt, type LinePlace } from '../lines/place.ts';
import { controlPoint, withLine, withLines } from '../lines/record.ts';
import type { Point } from '../point.ts';
import { isPredicted, isStrip, shapeAt, wallOf, type Ready } from './work.ts';

/** Names of the methods that put points where they are, with the version of each. */
const WALL = { method: 'wall-thickness', method_version: '1' } as const;
const VALVE_COPY = { method: 'valve-copy', method_version: '1' } as const;

/** A line before its first point. It belongs to the frame of its event, else to the one that is shown. */
export function newLine(ready: Ready, place: LinePlace, row: LineRow, shape: LineShape = shapeAt(ready, place, row)): Line {
  const { image, pattern, size } = ready;
  const frame = frameOf(image, place) ?? (!isStrip(image) && place.event === null && size.frames > 1 ? ready.frame() : null);
  return { name: row.name, finished: false, shape, pattern: pattern.name, frame_number: frame, points: [] };
}

export function withLinesAt(ready: Ready, place: LinePlace, lines: readonly Line[]): AnalysisImage {
  return withLines(ready.image, [{ place, lines }], ready.pattern);
}

const copied = (point: LinePoint, id: string, { x, y }: Point, method: typeof WALL | typeof VALVE_COPY): LinePoint => ({
  ...point,
  id,
  x,
  y,
  origin: 'copied',
  ...method,
  proposed: { x, y },
});

/** The epicardium around an endocardium as it is predicted; null when it cannot be made. */
function predictedWall(ready: Ready, row: LineRow, endo: Line, thickness: number): Line | null {
  const around = ready.rules.predictEpi(endo, thickness, ready.size.height);
  if (!around) return null;
  const points = endo.points.flatMap((point, place) => {
    const at = around[place];
    return at ? [copied(point, ready.newId(), at, WALL)] : [];
  });
  return { ...endo, name: row.name, finished: false, points };
}

/** Thickness of a wall as a share of the image's height, on the step of its slider. */
export function thicknessOf({ rules, size }: Pick<Ready, 'rules' | 'size'>, endo: Line, epi: Line): number {
  const { min, max, step, initial } = rules.EPI_THICKNESS;
  const distances = epi.points.flatMap(({ x, y, proposed }, place) => {
    const inner = endo.points[place];
    const outer = proposed ?? { x, y };
    return inner ? [Math.hypot(outer.x - inner.x, outer.y - inner.y)] : [];
  });
  if (distances.length === 0) return initial;
  const mean = distances.reduce((sum, distance) => sum + distance, 0) / distances.length / size.height;
  return Math.min(Math.max(onStep(mean, step), min), max);
}

/** To the nearest step, without the noise of binary fractions. */
export const onStep = (value: number, step: number): number => Number((Math.round(value / step) * step).toFixed(6));

/** Line that follows a finished or changed one: its epicardium, where that is not finished. */
export interface Followed {
  lines: Line[];
  /** Name of the epicardium that waits for its thickness. */
  wall: string | null;
  /** No epicardium could be made. */
  failed: boolean;
}

/** @param keep the epicardium that stands stays, as long as its points pair */
export function withWall(ready: Ready, lines: readonly Line[], endo: Line, keep: boolean): Followed {
  let all = [...lines];
  let wall: string | null = null;
  let failed = false;
  for (const row of ready.pattern.lines.filter(({ predicted_from }) => predicted_from === endo.name)) {
    const old = lines.find(({ name }) => name === row.name);
    if (old?.finished) continue;
    if (old && !isPredicted(old) && old.points.length > 0) continue;
    if (!old && !keep) continue;
    if (keep && old && old.points.length === endo.points.length) {
      wall = row.name;
      continue;
    }
    const thickness = old && old.points.length > 0 ? thicknessOf(ready, endo, old) : ready.rules.EPI_THICKNESS.initial;
    const made = predictedWall(ready, row, endo, thickness);
    if (made) {
      all = withLine(all, made);
      wall = row.name;
    } else failed = true;
  }
  return { lines: all, wall, failed };
}

/** The wall at another thickness; null when relocating was not possible. */
export function rescaledWall({ rules, size }: Ready, endo: Line, epi: Line, to: number): Line | null {
  const from = thicknessOf({ rules, size }, endo, epi);
  const points = rules.rescaleEpi(endo.points, epi.points, from, to);
  const proposed = rules.rescaleEpi(
    endo.points,
    epi.points.map((point) => point.proposed ?? point),
    from,
    to,
  );
  if (!points || !proposed) return null;
  return {
    ...epi,
    points: epi.points.map((point, place) => ({
      ...point,
      ...points[place],
      ...(point.proposed && proposed[place] ? { proposed: proposed[place] } : {}),
    })),
  };
}

/** The second valve of a place, copied from its first; null where it is not the second one's turn. */
export function secondValve(ready: Ready, place: LinePlace, lines: readonly Line[], valve: Line): Line | null {
  const { pattern, rules, size } = ready;
  const [first, second] = pattern.lines.filter(({ shape }) => shape === 'valve');
  if (!second || valve.name !== first?.name || lines.some(({ name }) => name === second.name)) return null;
  const points = rules.valveCopy(valve.points, size.width).flatMap((at, number) => {
    const control = second.control_points[number];
    return control ? [copied(controlPoint('', at, control), ready.newId(), at, VALVE_COPY)] : [];
  });
  return { ...newLine(ready, place, second, second.shape), points };
}

/** The lines of a place without one, and without the prediction that was made from it. */
export function withoutLine({ pattern }: Ready, lines: readonly Line[], name: string): Line[] {
  const epis = pattern.lines.filter(({ predicted_from }) => predicted_from === name).map((row) => row.name);
  return lines.filter((line) => line.name !== name && !(epis.includes(line.name) && isPredicted(line)));
}

/** The epicardium at a place next to the line in work; null without one whose thickness can be set. */
export function wallNear(ready: Ready, place: LinePlace, row: LineRow): { endo: Line; epi: Line; row: LineRow } | null {
  const lines = linesAt(ready.image, place);
  const epi = row.predicted_from === undefined ? ready.pattern.lines.find(({ predicted_from }) => predicted_from === row.name) : row;
  const wall = epi ? wallOf(epi, lines) : null;
  return wall && epi ? { ...wall, row: epi } : null;
}
