/** Values of a curve, next to the values at the marks, in words. */
import type { CurvePeak, CurveValue, CycleCurve, MissingCurve } from '@echometry/contract/generated/cycle-curves.ts';
import type { ClipEvent } from '@echometry/contract/rules/cardiac-events.ts';
import { DASH, fixed } from '../../lib/format.ts';
import { unitShown } from '@echometry/contract/rules/unit-shown.ts';
import { isStrain } from '@echometry/contract/rules/curve-values.ts';
import { curveMessages } from './messages.ts';

export interface CurveRow {
  name: string;
  /** Text of the value from the curve. */
  value: string;
  unit: string;
  /** Which value it is. */
  of: CurveValue;
  /** Decimals of the value. */
  decimals: number;
  /** How many of the curve's units are one of the row's. */
  scale: number;
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
export const curveName = ({ line, segment, outer_line }: CycleCurve): string =>
  segment !== null ? curveMessages.segments[segment] : outer_line === null ? line : curveMessages.midWall(line);

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
  const nothing = { at: null, marks: null, marksAt: null, decimals: DECIMALS, scale: 1 };
  const percent = (name: string, of: CurveValue, value: number | null): CurveRow => ({
    name,
    of,
    value: fixed(value, DECIMALS),
    unit: '%',
    ...nothing,
  });
  const peak = (name: string, of: CurveValue, found: CurvePeak | null): CurveRow => ({
    ...percent(name, of, found && found.value),
    at: found && placeOf(found),
  });
  const rate = (name: string, of: CurveValue, found: CurvePeak | null): CurveRow => ({
    ...peak(name, of, found),
    value: found ? fixed(found.value / PERCENT, RATE_DECIMALS) : DASH,
    unit: '1/s',
    decimals: RATE_DECIMALS,
    scale: PERCENT,
  });
  const rates = [
    rate(words.shortening, 'emptying-rate', of_curve.emptying_rate),
    rate(words.lengthening, 'filling-rate', of_curve.filling_rate),
  ];
  const marks = { marks: fixed(of_marks.end_systole, DECIMALS), marksAt: 'end_systole' } as const;
  if (!systolic) {
    const first = { ...peak(chamber === 'atrium' ? words.reservoir : words.largest, 'largest', of_curve.largest), ...marks };
    const { from_end_diastole: fromEd, from_onset: fromOnset, onset } = atrial ?? NO_PHASES;
    const phases = [
      percent(words.conduit, 'conduit', fromEd?.conduit ?? null),
      percent(words.contraction, 'contraction', fromEd?.contraction ?? null),
      peak(words.onset, 'onset', onset),
      percent(words.reservoirFromOnset, 'reservoir-from-onset', fromOnset?.reservoir ?? null),
      percent(words.conduitFromOnset, 'conduit-from-onset', fromOnset?.conduit ?? null),
      percent(words.contractionFromOnset, 'contraction-from-onset', fromOnset?.contraction ?? null),
    ];
    return [first, ...(atrial ? phases : []), ...rates];
  }
  const dispersion = percent(words.dispersion, 'dispersion', dispersion_ms);
  return [
    peak(words.peak, 'smallest', of_curve.smallest),
    { ...percent(words.endSystolic, 'end-systolic', systolic.end_systolic), ...marks },
    peak(words.peakSystolic, 'peak-systolic', systolic.peak_systolic),
    percent(words.postSystolic, 'post-systolic-index', systolic.post_systolic_index),
    ...rates,
    ...(segment === null ? [{ ...dispersion, value: fixed(dispersion_ms, 0), unit: 'ms', decimals: 0 }] : []),
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
  const value = (name: string, of: CurveValue, peak: CurvePeak | null, event: ClipEvent): CurveRow => ({
    name,
    of,
    value: peak ? fixed(peak.value, DECIMALS) : DASH,
    unit,
    decimals: DECIMALS,
    scale: 1,
    at: peak && placeOf(peak),
    marks: fixed(of_marks[event], DECIMALS),
    marksAt: event,
  });
  const nothing = { at: null, marks: null, marksAt: null, scale: 1 };
  const fraction = (name: string, of: CurveValue, found: number | null): CurveRow => ({
    ...nothing,
    name,
    of,
    value: fixed(found, DECIMALS),
    unit: '%',
    decimals: DECIMALS,
  });
  const rate = (name: string, of: CurveValue, peak: CurvePeak | null): CurveRow => ({
    ...nothing,
    name,
    of,
    value: peak ? fixed(peak.value, 0) : DASH,
    unit: `${unit}/s`,
    decimals: 0,
    at: peak && placeOf(peak),
  });
  return [
    value(words.largest, 'largest', of_curve.largest, full),
    value(words.smallest, 'smallest', of_curve.smallest, empty),
    {
      ...fraction(words.fraction, 'emptying-fraction', of_curve.emptying_fraction),
      marks: fixed(of_marks.emptying_fraction, DECIMALS),
    },
    ...(atrial
      ? [
          { ...value(curveMessages.phases.onset, 'onset', atrial.onset, full), marks: null, marksAt: null },
          fraction(curveMessages.phases.passive, 'passive-fraction', atrial.passive_fraction),
          fraction(curveMessages.phases.active, 'active-fraction', atrial.active_fraction),
        ]
      : []),
    rate(words.emptying, 'emptying-rate', of_curve.emptying_rate),
    rate(words.filling, 'filling-rate', of_curve.filling_rate),
  ];
}

/** Missing lines that other kinds of strain of a whole line need. */
export const needsOf = (curve: CycleCurve, missing: readonly MissingCurve[]): string[] =>
  isStrain(curve) && curve.segment === null
    ? missing
        .filter(({ line }) => line === curve.line)
        .map(({ kind, needs }) => curveMessages.missing(curveMessages.methods[`${kind} `] ?? kind, needs))
    : [];

/** Why values are missing, each reason once. */
export function whyMissing({ refused, of_curve, systolic, atrial, no_dispersion }: CycleCurve): string[] {
  if (refused !== null) return [curveMessages.refusals[refused] ?? curveMessages.refused];
  const reasons = [of_curve.no_extremes, of_curve.no_rates, systolic?.no_systole, atrial?.no_onset, no_dispersion].flatMap(
    (reason) => reason ?? [],
  );
  return [...new Set(reasons)].map((reason) => curveMessages.reasons[reason]);
}
