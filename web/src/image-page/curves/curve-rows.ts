/** Values of a curve, next to the values at the marks, in words. */
import type { CurvePeak, CycleCurve } from '@echometry/contract/generated/cycle-curves.ts';
import type { ClipEvent } from '@echometry/contract/rules/cardiac-events.ts';
import { DASH, fixed } from '../../lib/format.ts';
import { unitShown } from '@echometry/contract/rules/unit-shown.ts';
import { isStrain } from './curve-methods.ts';
import { curveMessages } from './messages.ts';

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

/** Decimals of volumes, areas, fractions and strain; their rates have none. */
const DECIMALS = 1;
/** Decimals of strain rates, 1/s, and how many % of strain are 1. */
const RATE_DECIMALS = 2;
const PERCENT = 100;

/** The line, or its segment. */
export const curveName = ({ line, segment }: CycleCurve): string => (segment === null ? line : curveMessages.segments[segment]);

const placeOf = ({ time_ms, frame_number }: CurvePeak): CurveRow['at'] => ({
  text: time_ms === null ? curveMessages.frame(frame_number) : curveMessages.ms(fixed(time_ms, 0)),
  frame: frame_number,
});

/** Words for what the line surrounds. */
const wordsOf = ({ chamber, kind }: CycleCurve) => curveMessages.rows[chamber][kind === 'volume' ? 'volume' : 'area'];

export const curveRows = (curve: CycleCurve): CurveRow[] => (isStrain(curve) ? strainRows(curve) : sizeRows(curve));

/** Values that a marker shows on the curve. */
export function peaksOf(curve: CycleCurve): Array<{ peak: CurvePeak; row: CurveRow }> {
  const { largest, smallest } = curve.of_curve;
  const rows = curveRows(curve);
  const peaks = isStrain(curve) ? [curve.chamber === 'atrium' ? largest : smallest] : [largest, smallest];
  const onset = rows.find(({ name }) => name === (isStrain(curve) ? curveMessages.strain.onset : curveMessages.phases.onset));
  return [...peaks.map((peak, at) => ({ peak, row: rows[at] })), { peak: curve.atrial?.onset ?? null, row: onset }].flatMap(
    ({ peak, row }) => (peak && row ? [{ peak, row }] : []),
  );
}

const NO_PHASES = { from_end_diastole: null, from_onset: null, onset: null };

function strainRows({ chamber, segment, of_curve, of_marks, systolic, atrial, dispersion_ms }: CycleCurve): CurveRow[] {
  const words = curveMessages.strain;
  const nothing = { at: null, marks: null, marksAt: null };
  const percent = (name: string, value: number | null): CurveRow => ({ name, value: fixed(value, DECIMALS), unit: '%', ...nothing });
  const peak = (name: string, found: CurvePeak | null): CurveRow => ({
    ...percent(name, found && found.value),
    at: found && placeOf(found),
  });
  const rate = (name: string, found: CurvePeak | null): CurveRow => ({
    ...peak(name, found),
    value: found ? fixed(found.value / PERCENT, RATE_DECIMALS) : DASH,
    unit: '1/s',
  });
  const rates = [rate(words.shortening, of_curve.emptying_rate), rate(words.lengthening, of_curve.filling_rate)];
  const marks = { marks: fixed(of_marks.end_systole, DECIMALS), marksAt: 'end_systole' } as const;
  if (!systolic) {
    const first = { ...peak(chamber === 'atrium' ? words.reservoir : words.largest, of_curve.largest), ...marks };
    const { from_end_diastole: fromEd, from_onset: fromOnset, onset } = atrial ?? NO_PHASES;
    const phases = [
      percent(words.conduit, fromEd?.conduit ?? null),
      percent(words.contraction, fromEd?.contraction ?? null),
      peak(words.onset, onset),
      percent(words.reservoirFromOnset, fromOnset?.reservoir ?? null),
      percent(words.conduitFromOnset, fromOnset?.conduit ?? null),
      percent(words.contractionFromOnset, fromOnset?.contraction ?? null),
    ];
    return [first, ...(atrial ? phases : []), ...rates];
  }
  return [
    peak(words.peak, of_curve.smallest),
    { ...percent(words.endSystolic, systolic.end_systolic), ...marks },
    peak(words.peakSystolic, systolic.peak_systolic),
    percent(words.postSystolic, systolic.post_systolic_index),
    ...rates,
    ...(segment === null ? [{ ...percent(words.dispersion, dispersion_ms), value: fixed(dispersion_ms, 0), unit: 'ms' }] : []),
  ];
}

/** One segment in words. */
export const segmentCells = ({ of_curve: { smallest }, systolic }: CycleCurve) => ({
  peak: smallest ? fixed(smallest.value, DECIMALS) : DASH,
  at: smallest && placeOf(smallest),
  endSystolic: fixed(systolic?.end_systolic ?? null, DECIMALS),
  index: fixed(systolic?.post_systolic_index ?? null, DECIMALS),
});

function sizeRows(curve: CycleCurve): CurveRow[] {
  const { of_curve, of_marks, chamber, atrial } = curve;
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
  const fraction = (name: string, found: number | null): CurveRow => ({
    name,
    value: fixed(found, DECIMALS),
    unit: '%',
    at: null,
    marks: null,
    marksAt: null,
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
    { ...fraction(words.fraction, of_curve.emptying_fraction), marks: fixed(of_marks.emptying_fraction, DECIMALS) },
    ...(atrial
      ? [
          { ...value(curveMessages.phases.onset, atrial.onset, full), marks: null, marksAt: null },
          fraction(curveMessages.phases.passive, atrial.passive_fraction),
          fraction(curveMessages.phases.active, atrial.active_fraction),
        ]
      : []),
    rate(words.emptying, of_curve.emptying_rate),
    rate(words.filling, of_curve.filling_rate),
  ];
}

/** Why values are missing, each reason once. */
export function whyMissing({ refused, of_curve, systolic, atrial, no_dispersion }: CycleCurve): string[] {
  if (refused !== null) return [refused === 'drawn-by-hand' ? curveMessages.drawnByHand : curveMessages.refused];
  const reasons = [of_curve.no_extremes, of_curve.no_rates, systolic?.no_systole, atrial?.no_onset, no_dispersion].flatMap(
    (reason) => reason ?? [],
  );
  return [...new Set(reasons)].map((reason) => curveMessages.reasons[reason]);
}
