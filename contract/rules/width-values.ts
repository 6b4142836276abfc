/**
 * Widths of fetal ventricles (docs/tracking.md#widths-of-a-fetal-ventricle) as measurements of their image: 24 from the base to the
 * apex at both events, with sphericity index and fractional shortening.
 */
import type { AnalysisImage } from '../generated/analysis-image.ts';
import type { TransverseWidths } from '../generated/cycle-curves.ts';
import { type CurveMeasurement, type CurveValue, measurementOf } from './curve-values.ts';

/** Widths of a ventricle, and the version of their equation (docs/formulas.md#curves-of-a-cycle). */
const WIDTHS = 24;
const VERSION = 1;
const KIND = 'widths';
const NOT_FINITE = 'not-finite';

/** Widths of the ventricles in one cycle, from 0. */
interface WidthsInCycle {
  cycle: number;
  widths: readonly TransverseWidths[];
}

type Events = Pick<AnalysisImage, 'cardiac_events'>;

/** All values of a ventricle in one cycle, in a fixed order. */
function valuesOf({ cardiac_events }: Events, cycle: number, widths: TransverseWidths): CurveValue[] {
  const { line, length_cm, end_diastole_cm, end_systole_cm, sphericity, fractional_shortening } = widths;
  const { no_end_diastole, no_end_systole } = widths;
  const frameAt = (event: 'end_diastole' | 'end_systole'): number | null => {
    const frame = cardiac_events[cycle]?.[event];
    return typeof frame === 'number' ? frame : null;
  };
  const value = (name: string, unit: string, of: number | null | undefined, missing: string | null, frame: number | null): CurveValue => ({
    name: `${line} curve, ${name}`,
    unit,
    value: of ?? null,
    reason: of == null ? (missing ?? NOT_FINITE) : null,
    frame_number: of == null ? null : frame,
    half_95: null,
  });
  const [diastole, systole] = [frameAt('end_diastole'), frameAt('end_systole')];
  const numbers = Array.from({ length: WIDTHS }, (_, at) => at);
  return [
    value('length at end diastole', 'cm', length_cm, no_end_diastole, diastole),
    ...numbers.map((at) => value(`width ${at + 1} at end diastole`, 'cm', end_diastole_cm[at], no_end_diastole, diastole)),
    ...numbers.map((at) => value(`width ${at + 1} at end systole`, 'cm', end_systole_cm[at], no_end_systole, systole)),
    ...numbers.map((at) => value(`width ${at + 1}, sphericity index`, '', sphericity[at], no_end_diastole, diastole)),
    ...numbers.map((at) =>
      value(`width ${at + 1}, fractional shortening`, '%', fractional_shortening[at], no_end_diastole ?? no_end_systole, null),
    ),
  ];
}

/** Values of the widths, each with a place for every cycle of the image; empty where no cycle of a fetus is followed. */
export function widthMeasurements(image: Events, followed: readonly WidthsInCycle[]): CurveMeasurement[] {
  const found = new Map<string, { line: string; unit: string; byCycle: Map<number, CurveValue> }>();
  for (const { cycle, widths } of followed)
    for (const one of widths)
      for (const value of valuesOf(image, cycle, one)) {
        const known = found.get(value.name) ?? { line: one.line, unit: value.unit, byCycle: new Map<number, CurveValue>() };
        found.set(value.name, known);
        known.byCycle.set(cycle, value);
      }
  return [...found].map(([name, { line, unit, byCycle }]) =>
    measurementOf(image, { name, unit }, { kind: KIND, formula: '', formula_version: VERSION, line, byCycle }),
  );
}
