/**
 * Values read from the curves of followed cycles (docs/tracking.md#curves-of-a-cycle), as measurements of their image. The engine
 * computes them; here they get names, and the mean of their cycles.
 */
import type { AnalysisImage, Measurement } from '../generated/analysis-image.ts';
import type {
  Chamber,
  CurvePeak,
  CurveValue as ValueOfCurve,
  CurveValueKey,
  CycleCurve,
  NoCurveValue,
  ShakenCurves,
} from '../generated/cycle-curves.ts';

/** Class of these measurements, next to direct and calculated. */
export const CURVE_CLASS = 'curve';
/** Kinds of these measurements begin with it: the kind of the curve follows. */
const CURVE_KIND = 'curve-';
/** The cycle is not followed, or its lines are outdated or missing. */
const NO_CURVES = 'no-curves';
const EXCLUDED = 'excluded-cycle';

/** A strain rate has 1/s: this many % of strain are 1. */
const PERCENT = 100;

/** Curves of one cycle, from 0. */
export interface CurvesInCycle {
  cycle: number;
  curves: readonly CycleCurve[];
  /** The same curves on shaken lines (docs/tracking.md#spread-of-the-values); absent where that was not computed. */
  shaken?: ShakenCurves;
}

/** A value of a curve; null with its reason. */
export interface CurveValue {
  name: string;
  unit: string;
  value: number | null;
  reason: string | null;
  /** Frame that it is on, from 1; null for a value of the whole curve. */
  frame_number: number | null;
  /** 95 % of values of shaken lines are within this, in its unit; null where that is not known. */
  half_95: number | null;
}

/** A value with its name in the engine, and how many units of the curve are one of its unit. */
type ReadValue = Omit<CurveValue, 'half_95'> & { of: ValueOfCurve; scale: number };

/** A value of a curve in every cycle of its image. */
export interface CurveMeasurement {
  measurement: Measurement;
  formula_version: number;
  /** Frames of the values, in the places of the cycles. */
  frames: readonly (number | null)[];
  /** Half of the interval of each value, in the places of the cycles. */
  halves_95: readonly (number | null)[];
}

/** Kinds of strain, with what their values are called besides. */
const STRAINS: Readonly<Record<string, string>> = {
  strain: '',
  'mid-wall-strain': 'mid-wall ',
  'circumferential-strain': 'circumferential ',
};

/** Longitudinal, mid-wall or circumferential. */
export const isStrain = ({ kind }: Pick<CycleCurve, 'kind'>): boolean => Object.hasOwn(STRAINS, kind);

const VENTRICLE = { emptying: 'peak ejection rate', filling: 'peak filling rate' };
const ATRIUM = { emptying: 'peak emptying rate', filling: 'peak filling rate', fraction: 'total emptying fraction' };
const OTHER = { ...ATRIUM, largest: 'largest', smallest: 'smallest', fraction: 'change' };
const SIZES: Readonly<Record<Chamber, Record<'volume' | 'area', typeof OTHER>>> = {
  ventricle: {
    volume: { ...VENTRICLE, largest: 'EDV', smallest: 'ESV', fraction: 'EF' },
    area: { ...VENTRICLE, largest: 'largest area', smallest: 'smallest area', fraction: 'FAC' },
  },
  atrium: {
    volume: { ...ATRIUM, largest: 'maximal volume', smallest: 'minimal volume' },
    area: { ...ATRIUM, largest: 'maximal area', smallest: 'minimal area' },
  },
  other: { volume: OTHER, area: OTHER },
};

type Reason = NoCurveValue | null | undefined;

const valueOf = (of: ValueOfCurve, name: string, unit: string, value: number | null | undefined, reason: Reason): ReadValue => ({
  of,
  name,
  unit,
  value: value ?? null,
  reason: reason ?? null,
  frame_number: null,
  scale: 1,
});
const peakOf = (of: ValueOfCurve, name: string, unit: string, peak: CurvePeak | null | undefined, reason: Reason): ReadValue => ({
  ...valueOf(of, name, unit, peak?.value, reason),
  frame_number: peak?.frame_number ?? null,
});

function sizeValues({ chamber, kind, unit, of_curve, atrial }: CycleCurve): ReadValue[] {
  const words = SIZES[chamber][kind === 'volume' ? 'volume' : 'area'];
  const { largest, smallest, emptying_fraction, emptying_rate, filling_rate, no_extremes, no_rates } = of_curve;
  return [
    peakOf('largest', words.largest, unit, largest, no_extremes),
    peakOf('smallest', words.smallest, unit, smallest, no_extremes),
    valueOf('emptying-fraction', words.fraction, '%', emptying_fraction, no_extremes),
    ...(atrial
      ? [
          peakOf('onset', 'before contraction', unit, atrial.onset, atrial.no_onset),
          valueOf('passive-fraction', 'passive emptying fraction', '%', atrial.passive_fraction, atrial.no_onset),
          valueOf('active-fraction', 'active emptying fraction', '%', atrial.active_fraction, atrial.no_onset),
        ]
      : []),
    peakOf('emptying-rate', words.emptying, `${unit}/s`, emptying_rate, no_rates),
    peakOf('filling-rate', words.filling, `${unit}/s`, filling_rate, no_rates),
  ];
}

function strainValues({ chamber, segment, of_curve, systolic, atrial, dispersion_ms, no_dispersion }: CycleCurve): ReadValue[] {
  const { largest, smallest, emptying_rate, filling_rate, no_extremes, no_rates } = of_curve;
  const rate = (of: ValueOfCurve, name: string, peak: CurvePeak | null): ReadValue => ({
    ...peakOf(of, name, '1/s', peak && { ...peak, value: peak.value / PERCENT }, no_rates),
    scale: PERCENT,
  });
  const rates = [rate('emptying-rate', 'fastest shortening', emptying_rate), rate('filling-rate', 'fastest lengthening', filling_rate)];
  if (systolic)
    return [
      peakOf('smallest', 'peak strain', '%', smallest, no_extremes),
      valueOf('end-systolic', 'end-systolic strain', '%', systolic.end_systolic, systolic.no_systole),
      peakOf('peak-systolic', 'peak systolic strain', '%', systolic.peak_systolic, systolic.no_systole),
      valueOf('post-systolic-index', 'post-systolic index', '%', systolic.post_systolic_index, systolic.no_systole),
      ...rates,
      ...(segment === null ? [valueOf('dispersion', 'mechanical dispersion', 'ms', dispersion_ms, no_dispersion)] : []),
    ];
  const phase = (of: ValueOfCurve, name: string, value: number | undefined): ReadValue => valueOf(of, name, '%', value, atrial?.no_onset);
  const [first, then] = [atrial?.from_end_diastole, atrial?.from_onset];
  return [
    peakOf('largest', chamber === 'atrium' ? 'reservoir strain' : 'largest strain', '%', largest, no_extremes),
    ...(atrial
      ? [
          phase('conduit', 'conduit strain', first?.conduit),
          phase('contraction', 'contraction strain', first?.contraction),
          peakOf('onset', 'strain at onset of A', '%', atrial.onset, atrial.no_onset),
          phase('reservoir-from-onset', 'reservoir strain, zero at A', then?.reservoir),
          phase('conduit-from-onset', 'conduit strain, zero at A', then?.conduit),
          phase('contraction-from-onset', 'contraction strain, zero at A', then?.contraction),
        ]
      : []),
    ...rates,
  ];
}

/** Half of the interval of a value of a curve, or of its time in ms, or of the value at its marks; null where it is not known. */
export function halfOf(
  shaken: ShakenCurves | null | undefined,
  { line, kind, formula, segment }: Pick<CycleCurve, 'line' | 'kind' | 'formula' | 'segment'>,
  { value, reading = 'value', number = null }: Pick<CurveValueKey, 'value'> & Partial<Pick<CurveValueKey, 'reading' | 'number'>>,
): number | null {
  const isIt = ({ key }: { key: CurveValueKey }): boolean =>
    key.line === line &&
    key.kind === kind &&
    key.formula === formula &&
    key.segment === segment &&
    key.value === value &&
    key.number === number &&
    key.reading === reading;
  return shaken?.values.find(isIt)?.half_95 ?? null;
}

/** Values of a curve; where the curve was refused, that is the reason of each. */
function curveValues(curve: CycleCurve, shaken: ShakenCurves | undefined): CurveValue[] {
  const values = isStrain(curve) ? strainValues(curve) : sizeValues(curve);
  return values.map(({ of, scale, ...one }) => {
    if (one.value === null) return { ...one, reason: curve.refused ?? one.reason, half_95: null };
    const half = halfOf(shaken, curve, { value: of });
    return { ...one, reason: null, half_95: half === null ? null : half / scale };
  });
}

/** The curve in use of each line, a volume before an area, and strain of whole lines and of their parts. */
export function curvesInUse(curves: readonly CycleCurve[]): CycleCurve[] {
  const sizes = curves.filter((curve) => !isStrain(curve));
  const lines = [...new Set(sizes.map(({ line }) => line))];
  const inUse = lines.flatMap((line) => {
    const own = sizes.filter((curve) => curve.line === line);
    return own.find(({ kind }) => kind === 'volume') ?? own[0] ?? [];
  });
  return [...inUse, ...curves.filter(isStrain)];
}

/** A curve of a whole line, or of the free wall, which is measured as a whole. */
export const isWhole = ({ segment }: Pick<CycleCurve, 'segment'>): boolean => segment === null || segment === 'free-wall';

const nameOf = ({ line, segment, kind }: CycleCurve, value: string): string =>
  `${line} curve, ${segment === null ? '' : `${segment}, `}${STRAINS[kind] ?? ''}${value}`;

/** Mean of the values that are there, as the engine takes it of the cycles of other measurements. */
export function meanOf(values: readonly (number | null)[]): { aggregate?: number } {
  const present = values.filter((value) => value !== null);
  return present.length === 0 ? {} : { aggregate: present.reduce((sum, value) => sum + value, 0) / present.length };
}

/**
 * Values of the curves in use, by line and value in their order, each with a place for every cycle of the image. Empty where no cycle
 * is followed; an excluded cycle has no values.
 * @param of which curves are wanted; all curves in use where it is left out
 */
export function curveMeasurements(
  { cardiac_events }: Pick<AnalysisImage, 'cardiac_events'>,
  followed: readonly CurvesInCycle[],
  of: (curve: CycleCurve) => boolean = () => true,
): CurveMeasurement[] {
  const found = new Map<string, { curve: CycleCurve; first: CurveValue; byCycle: Map<number, CurveValue> }>();
  for (const { cycle, curves, shaken } of followed)
    for (const curve of curvesInUse(curves).filter(of))
      for (const value of curveValues(curve, shaken)) {
        const name = nameOf(curve, value.name);
        const known = found.get(name) ?? { curve, first: value, byCycle: new Map() };
        found.set(name, known);
        known.byCycle.set(cycle, value);
      }
  return [...found].map(([name, { curve, first, byCycle }]) =>
    measurementOf({ cardiac_events }, { ...first, name }, { ...curve, byCycle }),
  );
}

/** The values of the followed cycles, with the kind, formula and version of the curves that they are read from. */
interface ValuesOfCycles extends Pick<CycleCurve, 'kind' | 'formula' | 'formula_version' | 'line'> {
  byCycle: ReadonlyMap<number, CurveValue>;
}

/** A value with a place for every cycle of the image. */
export function measurementOf(
  { cardiac_events }: Pick<AnalysisImage, 'cardiac_events'>,
  { name, unit }: Pick<CurveValue, 'name' | 'unit'>,
  { kind, formula, formula_version, line, byCycle }: ValuesOfCycles,
): CurveMeasurement {
  const cycles = cardiac_events.map(({ excluded }, cycle) => {
    const own = byCycle.get(cycle);
    if (excluded !== undefined) return { value: null, reason: EXCLUDED, frame_number: null, half_95: null };
    return own ?? { value: null, reason: NO_CURVES, frame_number: null, half_95: null };
  });
  const value = cycles.map((one) => one.value);
  const measurement: Measurement = {
    name,
    type: `${CURVE_KIND}${kind}`,
    ...(formula === '' ? {} : { formula }),
    line,
    units: unit,
    class: CURVE_CLASS,
    value,
    ...(value.includes(null) ? { reasons: cycles.map(({ reason }) => reason) } : {}),
    ...meanOf(value),
  };
  return {
    measurement,
    formula_version,
    frames: cycles.map(({ frame_number }) => frame_number),
    halves_95: cycles.map(({ half_95 }) => half_95),
  };
}
