import type { AnalysisImage, Measurement } from '@echometry/contract/generated/analysis-image.ts';
import type { DataType } from '@echometry/contract/records/data-type.ts';
import type { PlottedMeasurement, PlottedStudy, PlottedValue, StatisticsTable } from '@echometry/contract/records/statistics.ts';
import { ageOf, type Counting, type StudyFacts, valuesIn } from './facts.ts';
import { outliers } from './numbers.ts';
import { quantile, sorted } from '@echometry/contract/rules/quantile.ts';

/** Aggregates of reference images, by measurement, and why others have none. */
export interface MeasuredProject {
  studies: PlottedStudy[];
  measurements: PlottedMeasurement[];
  table: StatisticsTable;
  /** Values of single cycles, of all images. */
  values: number;
  /** Of the engines that computed them, ascending. */
  engineVersions: string[];
}

interface Collected extends Omit<PlottedMeasurement, 'points'> {
  points: Omit<PlottedValue, 'outlier'>[];
  withRange: number;
  inRange: number;
}

const NO_REASON = 'no reason stored';

/** Why a measurement has no aggregate, by the code that its first null carries. */
const reasonOf = ({ refused, reasons }: Measurement): string => refused?.code ?? reasons?.find((code) => code !== null) ?? NO_REASON;

const pointOf = (study: number, image: AnalysisImage, { normal }: Measurement, value: number): Collected['points'][number] => ({
  study,
  instance_id: image.instance_id,
  value,
  // Limits per square metre belong to another number than the value.
  low: normal === undefined || normal.indexed !== null ? null : normal.low,
  high: normal === undefined || normal.indexed !== null ? null : normal.high,
  expected: normal === undefined || normal.indexed !== null ? null : normal.expected,
  state: normal?.state ?? 'undefined',
});

/** Where each point has an expected value, the distance from it counts, so that growth with age makes no outlier. */
function withOutliers({ points, name, image_type, units, data_type }: Collected): PlottedMeasurement {
  const expected = points.every((point) => point.expected !== null);
  const far = outliers(points.map(({ value, expected: at }) => (expected ? value - (at ?? 0) : value)));
  return { name, image_type, units, data_type, points: points.map((point, n) => ({ ...point, outlier: far[n] === true })) };
}

const COLUMNS = [
  'Measurement',
  'Image type',
  'Data type',
  'Unit',
  'n',
  'Median',
  '5th centile',
  '95th centile',
  'In range',
  'Out of range',
];

function rowOf(of: Collected): StatisticsTable['data'][number] {
  const values = sorted(of.points.map(({ value }) => value));
  const at = (share: number): number => quantile(values, share);
  const known = of.withRange > 0;
  return [
    of.name,
    of.image_type,
    of.data_type,
    of.units,
    values.length,
    at(0.5),
    at(0.05),
    at(0.95),
    known ? of.inRange : null,
    known ? of.withRange - of.inRange : null,
  ];
}

function commentsOf(without: ReadonlyMap<string, number>): string[] {
  const missing = [...without].toSorted(([, a], [, b]) => b - a).map(([reason, count]) => `${reason} ${count}`);
  return [
    'Aggregates over the cycles of reference images, one of each image. Centiles by linear interpolation.',
    'In range and out of range count only values that have a normal range of the configuration of measurements; a dash means that none has one.',
    ...(missing.length === 0 ? [] : [`Measurements without a value: ${missing.join(', ')}.`]),
  ];
}

/** Collects the measurements of a project. */
export function countMeasurements(): Counting<MeasuredProject> {
  const studies: PlottedStudy[] = [];
  const found = new Map<string, Collected>();
  const without = new Map<string, number>();
  const versions = new Set<string>();
  let values = 0;

  const collectedOf = (image_type: string, data_type: DataType, { name, units = '' }: Measurement): Collected => {
    const key = JSON.stringify([image_type, name, units, data_type]);
    const known = found.get(key) ?? { name, image_type, units, data_type, points: [], withRange: 0, inRange: 0 };
    found.set(key, known);
    return known;
  };
  const addMeasurement = (at: number, image: AnalysisImage, dataType: DataType, measurement: Measurement): void => {
    const { aggregate, normal } = measurement;
    if (aggregate === undefined) {
      if (measurement.series === undefined) without.set(reasonOf(measurement), (without.get(reasonOf(measurement)) ?? 0) + 1);
      return;
    }
    const collected = collectedOf(image.type ?? '', dataType, measurement);
    collected.points.push(pointOf(at, image, measurement, aggregate));
    if (normal === undefined || normal.state === 'undefined') return;
    collected.withRange += 1;
    if (normal.state === 'in_range') collected.inRange += 1;
  };

  return {
    add: ({ study, work }: StudyFacts) => {
      if (work === null) return;
      const at = studies.length;
      studies.push({ study_id: study.study_id, patient_show: study.patient_show, age_days: ageOf(study), sex: study.sex });
      for (const image of work.images) {
        for (const { provenance } of image.measurements) if (provenance !== undefined) versions.add(provenance.engine_version);
        values += image.measurements.reduce((count, measurement) => count + valuesIn(measurement).length, 0);
        if (!image.reference || image.type === null) continue;
        for (const measurement of image.measurements) addMeasurement(at, image, study.data_type, measurement);
      }
    },
    result: () => {
      const all = [...found.values()].toSorted(
        (a, b) => a.image_type.localeCompare(b.image_type, 'en') || a.name.localeCompare(b.name, 'en', { numeric: true }),
      );
      return {
        studies,
        measurements: all.map(withOutliers),
        table: { name: 'Measurements', columns: COLUMNS, data: all.map(rowOf), comments: commentsOf(without) },
        values,
        engineVersions: [...versions].sort(),
      };
    },
  };
}
