import { caliperValueName } from '@echometry/contract/rules/caliper-name.ts';
import type { AnalysisImage, Measurement } from '@echometry/contract/generated/analysis-image.ts';
import type { CaliperValue, CaliperValues, Comparison } from '@echometry/contract/generated/study-measurements.ts';
import type { StudyQuantities } from '@echometry/contract/records/study.ts';
import type { ExportRequest } from '@echometry/contract/records/export.ts';
import type { StoredValue } from '@echometry/contract/records/stored-value.ts';
import type { LongRow } from './columns.ts';
import type { MeasuredImage } from './measure-work.ts';
import type { ReviewCertainty } from './formats/source.ts';
import type { ReadWork } from './read-work.ts';
import { type ExportedStanding, NO_STANDING } from './formats/standing.ts';
import type { ExportReferences } from './references.ts';
import { ucumOf } from './units.ts';

type WorkColumn =
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
type ImageColumn = 'instance_id' | 'filename' | 'image_type' | 'view' | 'modality' | 'reference' | 'validated';
export type ValueColumns = Omit<LongRow, WorkColumn | ImageColumn> & Stored;

/** Start of every row of a work. */
export const ofWork = ({ study, facts, state }: ReadWork): Pick<LongRow, WorkColumn> => ({
  project: study.project,
  study_id: study.study_id,
  patient: study.patient,
  study_date: study.study_date,
  data_type: study.data_type,
  gestational_age_days: study.gestational_age_days,
  gestational_age_source: study.gestational_age_source,
  age_days: study.age_days,
  age_source: study.age_source,
  sex: study.sex,
  sex_source: study.sex_source,
  height_cm: study.height_cm,
  height_source: study.height_source,
  weight_kg: study.weight_kg,
  weight_source: study.weight_source,
  editor: facts.editor,
  reviewer: facts.reviewer,
  study_state: state,
  review_state: facts.review_state,
  changed_since: facts.changed_since,
  consensus_of: facts.consensus_of,
  finished_with_reason: facts.finished_with_reason,
  role: facts.role,
  blind: facts.blind,
  pass: facts.pass,
  version: facts.version,
});

/** Start of every row of an image. */
export const ofImage = ({ facts }: ReadWork, image: AnalysisImage): Pick<LongRow, ImageColumn> => ({
  instance_id: image.instance_id,
  filename: image.filename,
  image_type: image.type,
  view: image.view,
  modality: image.modality,
  reference: image.reference,
  validated: facts.review_state === null ? null : image.validated,
});

/** Names of columns about a value, empty until they are known. */
const EMPTY: ValueColumns = {
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
    ...EMPTY,
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
function ofMeasurement(measurement: Measurement, comparison: Comparison | undefined, judged: ExportedStanding): ValueColumns[] {
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

/** A number that is stored and that no definition gives any more: the analysis has it, the export computes none. */
const ofStoredAlone = (comparison: Comparison): ValueColumns[] =>
  comparison.stored.map((_, cycle) => ({
    ...EMPTY,
    cycle: cycle + 1,
    measurement: comparison.name,
    abbreviation: comparison.name,
    reason: 'only-stored',
    recomputed_differs: true,
  }));

const angleUnit = (kind: 'distance' | 'angle', value: CaliperValue): string | null => (kind === 'angle' ? 'deg' : value.unit);

function ofCaliper(caliper: CaliperValues, { image, comparisons }: Pick<MeasuredImage, 'image' | 'comparisons'>): ValueColumns[] {
  const stored = image.measurements_caliper.find(({ id }) => id === caliper.id);
  const row = (kind: 'distance' | 'angle', value: CaliperValue): ValueColumns => {
    const comparison = comparisons.find((one) => one.caliper?.id === caliper.id && one.name === value.name);
    const unit = angleUnit(kind, value);
    const { provenance } = caliper;
    return {
      ...EMPTY,
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

/** The rows of one image, in the order of the configuration; a series is not a value. */
export function longRows(
  work: ReadWork,
  measured: MeasuredImage,
  references: ExportReferences,
  request: Pick<ExportRequest, 'include_normal' | 'include_caliper'>,
): LongRow[] {
  const compared = new Map(measured.comparisons.filter(({ caliper }) => caliper === null).map((one) => [one.name, one]));
  const normal = measured.measurements
    .filter(({ series }) => series === undefined)
    .flatMap((measurement) => {
      const standing = measured.standings.get(measurement.name);
      const judged = standing === undefined ? NO_STANDING : references.exported(standing);
      return ofMeasurement(measurement, compared.get(measurement.name), judged);
    });
  const alone = [...compared.values()].filter(({ state }) => state === 'only_stored').flatMap(ofStoredAlone);
  const calipers = measured.calipers.flatMap((caliper) => ofCaliper(caliper, measured));
  const shared = { ...ofWork(work), ...ofImage(work, measured.image) };
  const values = [...(request.include_normal ? [...normal, ...alone] : []), ...(request.include_caliper ? calipers : [])];
  return values.map((value) => ({ ...shared, ...value }));
}

/** The values of an image as they are computed, in the same form: nothing is compared or judged. */
export const computedRows = ({
  image,
  measurements,
  calipers,
}: Pick<MeasuredImage, 'image' | 'measurements' | 'calipers'>): ValueColumns[] => [
  ...measurements.filter(({ series }) => series === undefined).flatMap((one) => ofMeasurement(one, undefined, NO_STANDING)),
  ...calipers.flatMap((caliper) => ofCaliper(caliper, { image, comparisons: [] })),
];

/** The values that are stored with an image, in the same form: nothing is computed, and nothing is compared. */
export const storedRows = (image: AnalysisImage) =>
  image.measurements
    .filter(({ series }) => series === undefined)
    .flatMap((measurement) =>
      ofMeasurement(measurement, undefined, NO_STANDING).map((row) => ({
        instance_id: image.instance_id,
        filename: image.filename,
        image_type: image.type,
        view: image.view,
        modality: image.modality,
        reference: image.reference,
        cycle: row.cycle,
        cardiac_event: row.cardiac_event,
        frame_number: row.frame_number,
        measurement: measurement.name,
        class: row.class,
        kind: measurement.type,
        formula: row.formula,
        formula_version: row.formula_version,
        value: row.value,
        unit: ucumOf(measurement.units ?? ''),
        aggregate_of: row.aggregate_of,
        calibration_source: row.calibration_source,
        warnings: row.warnings,
        reason: row.reason,
        engine_version: row.engine_version,
      })),
    );
