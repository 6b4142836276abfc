import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { ANOMALY_KINDS, type Anomaly, type PlottedMeasurement, type PlottedStudy } from '@echometry/contract/records/statistics.ts';
import { absentTypes } from '@echometry/contract/rules/completeness.ts';
import { oddities } from '@echometry/contract/rules/plausibility.ts';
import { requiredCycles } from '@echometry/contract/rules/study-state.ts';
import { ageOf, type Counting, type ProjectRules, type StudyFacts } from './facts.ts';
import { quantile, sorted } from '@echometry/contract/rules/quantile.ts';

/** How far a beat may be from the median of its image, as a share of it, before it is named. */
const BEAT_DEVIATION = 0.4;
/** Fewest beats for a meaningful median. */
const MIN_BEATS = 3;
const DECIMALS = 2;

const shown = (value: number): string => String(Number(value.toFixed(DECIMALS)));
const withUnit = (value: number, units: string): string => (units === '' ? shown(value) : `${shown(value)} ${units}`);

type Found = Pick<Anomaly, 'kind' | 'text'>;

function oddBeats({ measurements }: AnalysisImage): string[] {
  const lengths = measurements.find(({ type, units }) => type === 'Cycle length' && units === 'ms')?.value ?? [];
  const known = lengths.filter((one) => one !== null);
  if (known.length < MIN_BEATS) return [];
  const median = quantile(sorted(known), 0.5);
  return lengths.flatMap((length, cycle) => {
    if (length === null) return [];
    const deviation = length / median - 1;
    if (Math.abs(deviation) <= BEAT_DEVIATION) return [];
    return [
      `Cycle ${cycle + 1} is ${Math.round(Math.abs(deviation) * 100)} % ${deviation > 0 ? 'longer' : 'shorter'} than the median beat`,
    ];
  });
}

function oddCount(image: AnalysisImage, rules: ProjectRules): string[] {
  const required = requiredCycles(rules.cardiac_cycles);
  const timed = image.cardiac_events.length;
  if (required === null || !image.is_annotated || timed === 0 || timed === required) return [];
  return [`${timed} ${timed === 1 ? 'cycle' : 'cycles'} timed, ${required} required`];
}

function inImage(image: AnalysisImage, rules: ProjectRules): Found[] {
  const name = image.type ?? '';
  const odd = oddities({ image, measurements: image.measurements, heartRate: null }, rules.plausibility);
  return [
    // A statement of the rules ends with a full stop; in a list it does not.
    ...odd.map(({ text }): Found => ({ kind: 'implausible', text: `${name}: ${text.replace(/\.$/, '')}` })),
    ...[...oddCount(image, rules), ...oddBeats(image)].map((text): Found => ({ kind: 'cycles', text: `${name}: ${text}` })),
  ];
}

/** Values far from the others of their measurement. */
const farValues = (studies: readonly PlottedStudy[], measurements: readonly PlottedMeasurement[]): Anomaly[] =>
  measurements.flatMap(({ name, image_type, units, points }) =>
    points
      .filter(({ outlier }) => outlier)
      .flatMap(({ study, value, instance_id }) => {
        const of = studies[study];
        if (of === undefined) return [];
        const text = `${image_type}: ${name} of ${withUnit(value, units)} lies far from the others`;
        return [{ kind: 'outlier' as const, text, study_id: of.study_id, patient_show: of.patient_show, instance_id }];
      }),
  );

/** Collects what is odd in the studies themselves; `withOutliers` adds what shows only next to the others. */
export function countAnomalies(rules: ProjectRules): Counting<Anomaly[]> {
  const all: Anomaly[] = [];
  return {
    add: ({ study, work }: StudyFacts) => {
      if (work === null) return;
      const { study_id, patient_show } = study;
      const add = ({ kind, text }: Found, instance_id: string | null): void => {
        all.push({ kind, text, study_id, patient_show, instance_id });
      };
      for (const image of work.images) for (const found of inImage(image, rules)) add(found, image.instance_id);
      for (const type of absentTypes(work.images, work.missing_images, rules.image_requirements))
        add({ kind: 'missing_reference', text: `${type}: no reference image` }, null);
      if (ageOf(study) === null)
        add({ kind: 'missing_age', text: study.data_type === 'fetal' ? 'Gestational age missing' : 'Age missing' }, null);
    },
    result: () => all,
  };
}

/** All anomalies, the gravest kind first, each kind by patient. */
export const orderedAnomalies = (
  own: readonly Anomaly[],
  { studies, measurements }: { studies: readonly PlottedStudy[]; measurements: readonly PlottedMeasurement[] },
): Anomaly[] =>
  [...own, ...farValues(studies, measurements)].toSorted(
    (a, b) =>
      ANOMALY_KINDS.indexOf(a.kind) - ANOMALY_KINDS.indexOf(b.kind) ||
      a.patient_show.localeCompare(b.patient_show, 'en', { numeric: true }) ||
      a.study_id.localeCompare(b.study_id),
  );
