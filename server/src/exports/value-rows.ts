/** The values of an image as rows of the long table, before they have the columns of their work and image. */
import { caliperValueName } from '@echometry/contract/rules/caliper-name.ts';
import type { AnalysisImage, Measurement } from '@echometry/contract/generated/analysis-image.ts';
import type { CurveMeasurement } from '@echometry/contract/rules/curve-values.ts';
import type { CaliperValue, CaliperValues, Comparison } from '@echometry/contract/generated/study-measurements.ts';
import type { StudyQuantities } from '@echometry/contract/records/study.ts';
import type { StoredValue } from '@echometry/contract/records/stored-value.ts';
import type { LongRow } from './columns.ts';
import type { ReviewCertainty, SourceImage } from './formats/source.ts';
import { type ExportedStanding, NO_STANDING } from './formats/standing.ts';
import { ucumOf } from './units.ts';

export type WorkColumn =
  | 'project'
  | 'study_id'
  | 'patient'
  | 'study_date'
  | Exclude<keyof StudyQuantities, 'stated'>
  | 'editor'
  | 'reviewer'
  | 'study_state'
  | keyof ReviewCertainty
  | 'role'
  | 'blind'
  | 'pass'
  | 'version';
/** Columns that programs read of stored work too. */
type Stored = { readonly [Column in Exclude<keyof StoredValue, WorkColumn | ImageColumn>]: StoredValue[Column] | null };
export type ImageColumn = 'instance_id' | 'filename' | 'image_type' | 'view' | 'modality' | 'reference' | 'validated';
export type ValueColumns = Omit<LongRow, WorkColumn | ImageColumn> & Stored;

/** Names of columns about a value, empty until they are known. */
export const NO_VALUE: ValueColumns = {
  cycle: null,
  cardiac_event: null,
  frame_number: null,
  measurement: null,
  abbreviation: null,
  class: null,
  kind: null,
  formula: null,
  formula_version: null,
  value: null,
  unit: null,
  aggregate_of: null,
  normal_low: null,
  normal_high: null,
  in_range: null,
  calibration_source: null,
  warnings: null,
  reason: null,
  recomputed_differs: null,
  engine_version: null,
  ...NO_STANDING,
};

/** Warning of a value whose range is one of its index by body surface area. */
const INDEXED_RANGE = 'range_of_the_index';

const list = (items: readonly (string | number)[]): string | null => (items.length === 0 ? null : items.join(' '));
const distinct = <T>(items: readonly T[]): T[] => [...new Set(items)];
const eventOf = (event: Measurement['cardiac_event']): string | null =>
  event === undefined ? null : typeof event === 'string' ? event : event.join(' ');

/** Fields that every value of a measurement shares. */
function common(measurement: Measurement): ValueColumns {
  const { provenance } = measurement;
  return {
    ...NO_VALUE,
    cardiac_event: eventOf(measurement.cardiac_event),
    measurement: measurement.name,
    abbreviation: measurement.name,
    class: measurement.class ?? null,
    kind: measurement.type,
    formula: provenance?.formula.name ?? measurement.formula ?? null,
    formula_version: provenance?.formula.version ?? null,
    unit: ucumOf(measurement.units ?? ''),
    calibration_source: provenance?.calibration.source ?? null,
    warnings: list(provenance?.warnings ?? []),
    engine_version: provenance?.engine_version ?? null,
  };
}

/** Frames of the lines that one cycle's value was read from. */
const framesOf = ({ provenance }: Measurement, cycle: number): string | null =>
  list(
    distinct((provenance?.points ?? []).flatMap((read) => (read.cycle === cycle && read.frame_number !== null ? [read.frame_number] : []))),
  );

/** True or false for a stored number, null where none is stored. */
const differs = (comparison: Comparison | undefined, place: number, value: number | null): boolean | null =>
  comparison === undefined || comparison.stored.length === 0 ? null : (comparison.stored[place] ?? null) !== value;

function aggregateOf(measurement: Measurement, base: ValueColumns, comparison: Comparison | undefined): ValueColumns {
  const cycles = measurement.value.flatMap((value, cycle) => (value === null ? [] : [cycle + 1]));
  const { normal } = measurement;
  // Limits per square metre belong to another number than the value of this row.
  const isIndexed = normal !== undefined && normal.indexed !== null;
  const differing = comparison !== undefined && comparison.stored.length > 0 ? comparison.state === 'different' : null;
  return {
    ...base,
    value: measurement.aggregate ?? null,
    aggregate_of: list(cycles),
    normal_low: isIndexed ? null : (normal?.low ?? null),
    normal_high: isIndexed ? null : (normal?.high ?? null),
    ...(isIndexed ? { warnings: list([...(measurement.provenance?.warnings ?? []), INDEXED_RANGE]) } : {}),
    in_range: normal === undefined || normal.state === 'undefined' ? null : normal.state === 'in_range',
    reason: measurement.aggregate === undefined ? 'no-cycle-with-a-value' : null,
    recomputed_differs: differing,
  };
}

/** A row for each cycle and one for their mean; a single row with the reason where nothing was measured at all. */
export function ofMeasurement(measurement: Measurement, comparison: Comparison | undefined, judged: ExportedStanding): ValueColumns[] {
  const base = common(measurement);
  if (measurement.refused !== undefined)
    return [{ ...base, reason: measurement.refused.code, recomputed_differs: differs(comparison, 0, null) }];
  const cycles = measurement.value.map((value, cycle) => ({
    ...base,
    cycle: cycle + 1,
    frame_number: framesOf(measurement, cycle),
    value,
    reason: value === null ? (measurement.reasons?.[cycle] ?? null) : null,
    recomputed_differs: differs(comparison, cycle, value),
  }));
  return [...cycles, { ...aggregateOf(measurement, base, comparison), ...judged }];
}

/** The same for a value of curves: each cycle has the frame that its value is on, where it is on one. */
export const ofCurves = (
  { measurement, formula_version, frames }: CurveMeasurement,
  from: Pick<ValueColumns, 'calibration_source' | 'engine_version'>,
): ValueColumns[] =>
  ofMeasurement(measurement, undefined, NO_STANDING).map((row) => ({
    ...row,
    ...from,
    formula_version,
    frame_number: typeof row.cycle === 'number' ? list([frames[row.cycle - 1]].filter((frame) => frame != null)) : null,
  }));

/** A number that is stored and that no definition gives any more: the analysis has it, the export computes none. */
export const ofStoredAlone = (comparison: Comparison): ValueColumns[] =>
  comparison.stored.map((_, cycle) => ({
    ...NO_VALUE,
    cycle: cycle + 1,
    measurement: comparison.name,
    abbreviation: comparison.name,
    reason: 'only-stored',
    recomputed_differs: true,
  }));

const angleUnit = (kind: 'distance' | 'angle', value: CaliperValue): string | null => (kind === 'angle' ? 'deg' : value.unit);

export function ofCaliper(
  caliper: CaliperValues,
  { image, comparisons }: { image: AnalysisImage; comparisons: readonly Comparison[] },
): ValueColumns[] {
  const stored = image.measurements_caliper.find(({ id }) => id === caliper.id);
  const row = (kind: 'distance' | 'angle', value: CaliperValue): ValueColumns => {
    const comparison = comparisons.find((one) => one.caliper?.id === caliper.id && one.name === value.name);
    const unit = angleUnit(kind, value);
    const { provenance } = caliper;
    return {
      ...NO_VALUE,
      cycle: caliper.cycle === null ? null : caliper.cycle + 1,
      cardiac_event: caliper.event,
      frame_number: list(typeof stored?.frame_number === 'number' ? [stored.frame_number] : []),
      measurement: caliperValueName(stored ?? { type: caliper.type }, value.name),
      abbreviation: value.name,
      class: 'caliper',
      kind: `caliper-${kind}`,
      formula_version: provenance?.formula.version ?? null,
      value: value.value,
      unit: unit === null ? null : ucumOf(unit),
      calibration_source: provenance?.calibration.source ?? null,
      warnings: list([...(provenance?.warnings ?? []), ...(caliper.superseded ? ['caliper_repeated'] : [])]),
      reason: value.reason,
      recomputed_differs: differs(comparison, 0, value.value),
      engine_version: provenance?.engine_version ?? null,
    };
  };
  return [...caliper.distances.map((value) => row('distance', value)), ...caliper.angles.map((value) => row('angle', value))];
}

/** A value of an image as the long table has it, with the measurement or the caliper that it belongs to. */
export interface ImageValue {
  readonly measurement: Measurement | null;
  readonly caliper: CaliperValues | null;
  readonly row: ValueColumns;
}

/** Every value of an image in the order of the long table, for formats that are written image by image. */
export const imageValues = ({ image, calipers, judged }: Pick<SourceImage, 'image' | 'calipers' | 'judged'>): ImageValue[] => [
  ...image.measurements
    .filter(({ series }) => series === undefined)
    .flatMap((measurement) =>
      ofMeasurement(measurement, undefined, judged.get(measurement.name) ?? NO_STANDING).map((row) => ({
        measurement,
        caliper: null,
        row,
      })),
    ),
  ...calipers.flatMap((caliper) => ofCaliper(caliper, { image, comparisons: [] }).map((row) => ({ measurement: null, caliper, row }))),
];
