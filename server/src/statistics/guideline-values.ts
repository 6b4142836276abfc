import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { MeasuredInput } from '@echometry/contract/rules/guidelines.ts';
import type { GuidelineCohort } from '@echometry/contract/records/statistics.ts';
import { statedOf } from '../db/studies.ts';
import type { Counting, StudyFacts } from './facts.ts';

const keyOf = ({ image_type, name }: MeasuredInput): string => JSON.stringify([image_type, name]);

interface Found {
  reference: boolean;
  unit: string;
  value: number;
}

/** Values of an image that inputs ask for, by measurement. */
function valuesOf(image: AnalysisImage, asked: ReadonlySet<string>): [string, Found][] {
  const { type, reference, measurements } = image;
  if (type === null) return [];
  return measurements.flatMap(({ name, aggregate, units = '' }): [string, Found][] => {
    const key = keyOf({ image_type: type, name });
    return aggregate === undefined || !asked.has(key) ? [] : [[key, { reference, unit: units, value: aggregate }]];
  });
}

/**
 * Collects what decision tables compare, and sizes that equations use: of each study from the reference image of a type, otherwise
 * from the first with a value.
 */
export function countGuidelineValues(inputs: readonly MeasuredInput[]): Counting<Omit<GuidelineCohort, 'format' | 'date'>> {
  const asked = new Map(inputs.map((input) => [keyOf(input), input]));
  const places = new Map<string, number>();
  const measurements: GuidelineCohort['measurements'] = [];
  const studies: GuidelineCohort['studies'] = [];
  const placeOf = (key: string, unit: string): number => {
    const known = places.get(`${key} ${unit}`);
    const input = asked.get(key);
    if (known !== undefined || input === undefined) return known ?? 0;
    places.set(`${key} ${unit}`, measurements.length);
    return measurements.push({ image_type: input.image_type, name: input.name, unit }) - 1;
  };
  const keys = new Set(asked.keys());
  return {
    add: ({ study, work }: StudyFacts) => {
      if (work === null) return;
      const found = new Map<string, Found>();
      for (const image of work.images)
        for (const [key, value] of valuesOf(image, keys)) {
          const known = found.get(key);
          if (known === undefined || (value.reference && !known.reference)) found.set(key, value);
        }
      const { study_id, patient_show, data_type, sex, height_cm, weight_kg, age_days, gestational_age_days } = study;
      const measured = [...found].map(([key, { unit, value }]): [number, number] => [placeOf(key, unit), value]);
      const facts = { study_id, patient_show, data_type, sex, height_cm, weight_kg, age_days, gestational_age_days };
      studies.push({ ...facts, stated: statedOf(study), measured });
    },
    result: () => ({ measurements, studies }),
  };
}
