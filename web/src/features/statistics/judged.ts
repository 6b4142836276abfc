/**
 * Measurements of a project among the reference values that it uses (docs/references.md#statistics): the row that counts for each
 * value, as in the report, and how the values of a source are distributed.
 */
import type { ValuesRequest } from '@echometry/bindings/engine/study-measurements.ts';
import { FETAL_MEASUREMENTS, type JudgedValues, type Outcome, type Standing } from '@echometry/contract/generated/references.ts';
import type { ReferenceChoice } from '@echometry/contract/records/reference-choice.ts';
import type { ReferencePack } from '@echometry/contract/records/reference-pack.ts';
import type {
  DataStatistics,
  GuidelineCohort,
  PlottedMeasurement,
  PlottedStudy,
  PlottedValue,
  StatisticsTable,
} from '@echometry/contract/records/statistics.ts';
import { quantile, sorted } from '@echometry/contract/rules/quantile.ts';
import { chosenRows, type SourcedRow } from '@echometry/contract/rules/reference-choice.ts';
import { sourceOf } from '../../image-page/measurements/standing-words.ts';
import { messages, openWords } from './messages.ts';

/** Points of a curve, so close that a plot of a part of it is smooth. */
const CURVE_POINTS = 200;

export const keyOf = ({ name, image_type, units, data_type }: PlottedMeasurement): string =>
  JSON.stringify([image_type, name, units, data_type]);

/** A measurement with a standing for each of its points, in their order; null where no row is for the patient. */
export interface JudgedMeasurement extends JudgedValues {
  measurement: PlottedMeasurement;
  /** Rows that judge it, by name. */
  rows: ReadonlyMap<string, SourcedRow>;
}

export interface JudgedProject {
  /** By key of the measurement. */
  measurements: ReadonlyMap<string, JudgedMeasurement>;
  /** Version of the reference values. */
  version: number;
  z_limit: number;
}

interface Sources {
  packs: readonly ReferencePack[];
  choice: ReferenceChoice;
  studies: readonly PlottedStudy[];
  cohort: GuidelineCohort;
}

/** Which measurements of the cohort give sizes of the fetus. */
const sizePlaces = ({ measurements }: GuidelineCohort): ReadonlySet<number> =>
  new Set(
    measurements.flatMap(({ image_type, name }, at) =>
      FETAL_MEASUREMENTS.some((one) => one.image_type === image_type && one.name === name) ? [at] : [],
    ),
  );

/** The values of a measurement with the facts of their patients, as the engine judges them; null where no row judges it. */
export function requestOf(
  measurement: PlottedMeasurement,
  { packs, choice, studies, cohort }: Sources,
): { request: ValuesRequest; rows: JudgedMeasurement['rows'] } | null {
  const { image_type, name, data_type, units, points } = measurement;
  const sourced = chosenRows(packs, choice, { image_type, name, data_type });
  if (sourced.length === 0) return null;
  const known = new Map(cohort.studies.map((study) => [study.study_id, study]));
  const places = sizePlaces(cohort);
  const values = points.map(({ study, value }) => {
    const of = known.get(studies[study]?.study_id ?? '');
    const facts = {
      data_type,
      gestational_age_days: of?.gestational_age_days ?? null,
      age_days: of?.age_days ?? null,
      sex: of?.sex ?? null,
      height_cm: of?.height_cm ?? null,
      weight_kg: of?.weight_kg ?? null,
    };
    return { value, facts, sizes: (of?.measured ?? []).filter(([at]) => places.has(at)) };
  });
  return {
    request: {
      z_limit: choice.z_limit,
      rows: sourced.map(({ row }) => row),
      unit: units,
      points: CURVE_POINTS,
      sizes: cohort.measurements,
      values,
    },
    rows: new Map(sourced.map((one) => [one.row.id, one])),
  };
}

/** A point with the limits of the row that counts, and out of range by them; otherwise with its normal range, as in the report. */
export function judgedPoint(point: PlottedValue, standing: Standing | null): PlottedValue {
  if (standing === null || standing.outcome === null) return point;
  const { low, high, expected, state } = standing;
  return { ...point, low, high, expected, state: state === 'undefined' ? point.state : state };
}

type Side = 'below' | 'within' | 'above';
const MEDIAN_PERCENTILE = 50;

/** On which side of the limits a value is; null where its source has none. */
function sideOf({ state, outcome, low }: Standing, value: number): Side | null {
  if (state === 'undefined' || outcome === null) return null;
  if (state === 'in_range') return 'within';
  switch (outcome.kind) {
    case 'z':
      return outcome.z < 0 ? 'below' : 'above';
    case 'percentile':
      return outcome.percentile < MEDIAN_PERCENTILE ? 'below' : 'above';
    case 'limits':
      return outcome.side;
    case 'multiple':
    case 'grade':
      return low !== null && value < low ? 'below' : 'above';
  }
}

/** The number of an outcome that a distribution is of; null where it has none. */
function amountOf(outcome: Outcome): number | null {
  switch (outcome.kind) {
    case 'z':
      return outcome.z;
    case 'percentile':
      return outcome.percentile;
    case 'multiple':
      return outcome.multiple;
    case 'limits':
    case 'grade':
      return null;
  }
}

/** Values of a measurement that one source judges on one scale. */
interface JudgedLine {
  source: string;
  /** Null where no value could be judged. */
  scale: Outcome['kind'] | null;
  judged: number;
  /** z-scores, percentiles or multiples, ascending. */
  amounts: readonly number[];
  sides: Readonly<Record<Side, number>>;
  /** Grades with their counts. */
  grades: ReadonlyMap<string, number>;
  /** Values without a result, by what is missing or why. */
  open: ReadonlyMap<string, number>;
}

interface Collected extends Omit<JudgedLine, 'sides' | 'grades' | 'open' | 'amounts'> {
  amounts: number[];
  sides: Record<Side, number>;
  grades: Map<string, number>;
  open: Map<string, number>;
}

const count = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);

function addTo(line: Collected, standing: Standing, value: number): void {
  const { outcome } = standing;
  if (outcome === null) return count(line.open, openWords(standing.reason));
  line.judged += 1;
  const amount = amountOf(outcome);
  if (amount !== null) line.amounts.push(amount);
  if (outcome.kind === 'grade') count(line.grades, outcome.label);
  const side = sideOf(standing, value);
  if (side !== null) line.sides[side] += 1;
}

/** Values by the source that counts for them. Values that it could not judge are with the first of its scales. */
export function linesOf({ measurement: { points }, rows, standings }: JudgedMeasurement): JudgedLine[] {
  const lines: Collected[] = [];
  const lineOf = (source: string, scale: Outcome['kind'] | null): Collected => {
    const known = lines.find((line) => line.source === source && (scale === null || line.scale === null || line.scale === scale));
    if (known === undefined) {
      const sides = { below: 0, within: 0, above: 0 };
      const line: Collected = { source, scale, judged: 0, amounts: [], sides, grades: new Map(), open: new Map() };
      lines.push(line);
      return line;
    }
    known.scale ??= scale;
    return known;
  };
  for (const [at, found] of standings.entries()) {
    const point = points[at];
    if (found === null || point === undefined) continue;
    const { standing } = found;
    addTo(lineOf(sourceOf(rows, standing), standing.outcome?.kind ?? null), standing, point.value);
  }
  return lines
    .map((line) => ({ ...line, amounts: sorted(line.amounts) }))
    .toSorted((a, b) => b.judged - a.judged || a.source.localeCompare(b.source, 'en'));
}

const texts = messages.judged;
const SEPARATOR = '; ';

const countsText = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, studies]) => texts.counted(name, studies))
    .join(SEPARATOR);

function rowOf({ name, image_type, data_type }: PlottedMeasurement, line: JudgedLine): StatisticsTable['data'][number] {
  const { source, scale, judged, amounts, sides, grades, open } = line;
  const at = (share: number): number | null => (amounts.length === 0 ? null : quantile(amounts, share));
  const hasLimits = sides.below + sides.within + sides.above > 0;
  const unjudged = [...open.values()].reduce((sum, one) => sum + one, 0);
  return [
    name,
    image_type,
    data_type,
    source,
    scale === null ? null : grades.size > 0 ? texts.grades(countsText(grades)) : texts.scales[scale],
    judged,
    at(0.5),
    at(0.05),
    at(0.95),
    hasLimits ? sides.below : null,
    hasLimits ? sides.within : null,
    hasLimits ? sides.above : null,
    unjudged,
    open.size === 0 ? null : countsText(open),
  ];
}

/** The reference values of a project as a table, in the order of its measurements. */
export const judgedTable = (
  { measurements, version, z_limit }: JudgedProject,
  plotted: DataStatistics['plots'][2]['measurements'],
): StatisticsTable => ({
  name: texts.title,
  columns: [...texts.columns],
  data: plotted.flatMap((measurement) => {
    const judged = measurements.get(keyOf(measurement));
    return judged === undefined ? [] : linesOf(judged).map((line) => rowOf(measurement, line));
  }),
  comments: texts.comments(version, z_limit),
});
