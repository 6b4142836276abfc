import type { ImageMeasurements } from '@echometry/contract/generated/study-measurements.ts';
import { computedRows } from '../exports/long-rows.ts';
import type { ValueColumns } from '../exports/value-rows.ts';
import { isMeasurable } from '../exports/worked-on.ts';
import { type ReleasedRecord, type WorkName, workKey, workNameOf } from './released-record.ts';

/** A line of values.ndjson: a value of a cycle, an aggregate of cycles, or a distance or angle of a caliper. */
export interface ReleasedValue extends WorkName {
  instance_id: string;
  image_type: string | null;
  measurement: string | null;
  class: string | null;
  kind: string | null;
  formula: string | null;
  formula_version: number | null;
  /** From 1; null for an aggregate and for what belongs to no cycle. */
  cycle: number | null;
  cardiac_event: string | null;
  /** Cycles whose mean the value is, separated by spaces. */
  aggregate_of: string | null;
  value: number | null;
  /** The 64 bits of the value as IEEE 754 stores them, in hexadecimal digits, the sign first; null without a value. */
  bits: string | null;
  /** UCUM. */
  unit: string | null;
  reason: string | null;
  calibration_source: string | null;
  warnings: string | null;
  engine_version: string | null;
}

/** The 64 bits of a number. */
export function bitsOf(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16).padStart(16, '0');
}

/** Every value of a record, from what the engine computed of it. */
export function valuesOf(record: ReleasedRecord, evaluated: readonly ImageMeasurements[]): ReleasedValue[] {
  const found = new Map(evaluated.map((one) => [one.instance_id, one]));
  const work = workNameOf(record);
  return record.images
    .filter((image) => record.chosen.includes(image.instance_id) && isMeasurable(image))
    .flatMap((image) => {
      const { measurements = [], calipers = [] } = found.get(image.instance_id) ?? {};
      return computedRows({ image, measurements, calipers }).map((row) => valueOf(work, image, row));
    });
}

const valueOf = (work: WorkName, image: ReleasedRecord['images'][number], row: ValueColumns): ReleasedValue => ({
  ...work,
  instance_id: image.instance_id,
  image_type: image.type,
  measurement: row.measurement,
  class: row.class,
  kind: row.kind,
  formula: row.formula,
  formula_version: row.formula_version,
  cycle: row.cycle,
  cardiac_event: row.cardiac_event,
  aggregate_of: row.aggregate_of,
  value: row.value,
  bits: row.value === null ? null : bitsOf(row.value),
  unit: row.unit,
  reason: row.reason,
  calibration_source: row.calibration_source,
  warnings: row.warnings,
  engine_version: row.engine_version,
});

/** Place of a value, whatever its number is: the same in another version and by another engine. */
const placeOf = (value: ReleasedValue): string =>
  JSON.stringify([
    workKey(value),
    value.instance_id,
    value.class,
    value.measurement,
    value.cycle,
    value.class === 'caliper' ? value.cardiac_event : null,
  ]);

/** Values by what they are of; several of one name, such as two calipers, are counted. */
export function byPlace(values: Iterable<ReleasedValue>): Map<string, ReleasedValue> {
  const all = new Map<string, ReleasedValue>();
  const counts = new Map<string, number>();
  for (const value of values) {
    const place = placeOf(value);
    const count = (counts.get(place) ?? 0) + 1;
    counts.set(place, count);
    all.set(`${place} ${count}`, value);
  }
  return all;
}

/** A value that is not the same on both sides; null where one side has none at all. */
export interface DifferingValue {
  before: ReleasedValue | null;
  after: ReleasedValue | null;
}

/** Values whose parts differ, in the order of `before` and then of what is new. */
export function differing(
  before: ReadonlyMap<string, ReleasedValue>,
  after: ReadonlyMap<string, ReleasedValue>,
  parts: readonly (keyof ReleasedValue)[],
): DifferingValue[] {
  const found: DifferingValue[] = [];
  for (const [place, value] of before) {
    const other = after.get(place) ?? null;
    if (other === null || parts.some((part) => value[part] !== other[part])) found.push({ before: value, after: other });
  }
  for (const [place, value] of after) if (!before.has(place)) found.push({ before: null, after: value });
  return found;
}
