/** Where the frames and values of curves are in the plot, in CSS pixels. */
import { scaleLinear, type ScaleLinear } from 'd3-scale';
import type { CycleCurve, CycleCurves } from '@echometry/contract/generated/cycle-curves.ts';

export const MARGIN = { left: 52, right: 14, top: 14, bottom: 18 } as const;
/** Between two plots of different units. */
const BETWEEN_PX = 12;
/** Room above and below the values, as a share of their extent. */
const PAD = 0.06;

/** Curves of one unit, with their axis. */
export interface UnitPlot {
  unit: string;
  curves: readonly CycleCurve[];
  y: ScaleLinear<number, number>;
  top: number;
  bottom: number;
}

export interface Plotted {
  x: ScaleLinear<number, number>;
  plots: readonly UnitPlot[];
}

/** Position of a frame on the axis of time: ms since end diastole, else its number. */
export const alongOf = ({ frames, times_ms }: CycleCurves, place: number): number => times_ms?.[place] ?? frames[place] ?? 0;

export interface Size {
  width: number;
  height: number;
}

/** @param others curves of other cycles, which share the axes */
export function plottedOf(own: CycleCurves, curves: readonly CycleCurve[], others: readonly Curves[], { width, height }: Size): Plotted {
  const last = (of: CycleCurves): number => alongOf(of, of.frames.length - 1);
  const end = Math.max(last(own), ...(own.times_ms ? others.map(({ of }) => last(of)) : []));
  const x = scaleLinear([alongOf(own, 0), end], [MARGIN.left, Math.max(MARGIN.left + 1, width - MARGIN.right)]);
  const units = [...new Set(curves.map(({ unit }) => unit))];
  const room = (height - MARGIN.top - MARGIN.bottom - BETWEEN_PX * (units.length - 1)) / units.length;
  const plots = units.map((unit, at): UnitPlot => {
    const of = curves.filter((curve) => curve.unit === unit);
    const all = [...of, ...others.flatMap(({ curves: thin }) => thin.filter((curve) => curve.unit === unit))];
    const values = all.flatMap((curve) => curve.values.flatMap((value) => value ?? []));
    const [low, high] = values.length > 0 ? [Math.min(...values), Math.max(...values)] : [0, 1];
    const pad = (high - low || Math.abs(high) || 1) * PAD;
    const top = MARGIN.top + at * (room + BETWEEN_PX);
    const bottom = top + Math.max(room, 1);
    return { unit, curves: of, top, bottom, y: scaleLinear([low - pad, high + pad], [bottom, top]) };
  });
  return { x, plots };
}

/** Curves of another cycle. */
export interface Curves {
  of: CycleCurves;
  curves: readonly CycleCurve[];
}

/** The place of the frame nearest to a position in the plot. */
export function nearestPlace(own: CycleCurves, x: Plotted['x'], at: number): number {
  const away = own.frames.map((_, place) => Math.abs(x(alongOf(own, place)) - at));
  return away.indexOf(Math.min(...away));
}
