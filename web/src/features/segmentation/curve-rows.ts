/** Values of a curve, next to the values at the marks, in words. */
import type { CurvePeak, CycleCurve } from '@echometry/contract/generated/cycle-curves.ts';
import type { ClipEvent } from '@echometry/contract/rules/cardiac-events.ts';
import { DASH, fixed } from '../../lib/format.ts';
import { unitShown } from '../../image-page/measurements/units.ts';
import { messages } from './messages.ts';

export interface CurveRow {
  name: string;
  /** Text of the value from the curve. */
  value: string;
  unit: string;
  /** Where on the curve it is, with the frame to go to; null for a value of the whole curve. */
  at: { text: string; frame: number } | null;
  /** Text of the value from the lines at the marks; null where there is no such value. */
  marks: string | null;
  /** The event of the lines; null for a value of both. */
  marksAt: ClipEvent | null;
}

/** Decimals of volumes, areas and fractions; rates have none. */
const DECIMALS = 1;

const placeOf = ({ time_ms, frame_number }: CurvePeak): CurveRow['at'] => ({
  text: time_ms === null ? messages.curves.frame(frame_number) : messages.curves.ms(fixed(time_ms, 0)),
  frame: frame_number,
});

/** Words for what the line surrounds. */
const wordsOf = ({ chamber, kind }: CycleCurve) => messages.curves.rows[chamber][kind === 'volume' ? 'volume' : 'area'];

export function curveRows(curve: CycleCurve): CurveRow[] {
  const { of_curve, of_marks, chamber } = curve;
  const words = wordsOf(curve);
  const unit = unitShown(curve.unit);
  const [full, empty] = chamber === 'atrium' ? (['end_systole', 'end_diastole'] as const) : (['end_diastole', 'end_systole'] as const);
  const value = (name: string, peak: CurvePeak | null, event: ClipEvent): CurveRow => ({
    name,
    value: peak ? fixed(peak.value, DECIMALS) : DASH,
    unit,
    at: peak && placeOf(peak),
    marks: fixed(of_marks[event], DECIMALS),
    marksAt: event,
  });
  const rate = (name: string, peak: CurvePeak | null): CurveRow => ({
    name,
    value: peak ? fixed(peak.value, 0) : DASH,
    unit: `${unit}/s`,
    at: peak && placeOf(peak),
    marks: null,
    marksAt: null,
  });
  return [
    value(words.largest, of_curve.largest, full),
    value(words.smallest, of_curve.smallest, empty),
    {
      name: words.fraction,
      value: fixed(of_curve.emptying_fraction, DECIMALS),
      unit: '%',
      at: null,
      marks: fixed(of_marks.emptying_fraction, DECIMALS),
      marksAt: null,
    },
    rate(words.emptying, of_curve.emptying_rate),
    rate(words.filling, of_curve.filling_rate),
  ];
}

/** Why values are missing, each reason once. */
export function whyMissing({ refused, of_curve }: CycleCurve): string[] {
  if (refused !== null) return [messages.curves.refused];
  const reasons = [of_curve.no_extremes, of_curve.no_rates].flatMap((reason) => reason ?? []);
  return [...new Set(reasons)].map((reason) => messages.curves.reasons[reason]);
}
