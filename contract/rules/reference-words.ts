/** Reference values in words: the people they are from, and what they need of a patient. */
import type { Predictor, ReferencePopulation, ReferenceRow } from '../records/reference-pack.ts';

/** Names of predictors, as they follow "by". */
export const PREDICTOR_WORDS: Readonly<Record<Predictor, string>> = {
  age_years: 'age',
  height_cm: 'height',
  weight_kg: 'weight',
  bsa_m2: 'body surface',
  ga_weeks: 'gestational age',
  fl_cm: 'femur length',
  bpd_cm: 'biparietal diameter',
  hc_cm: 'head circumference',
  ac_cm: 'abdominal circumference',
  crl_mm: 'crown-rump length',
  efw_g: 'estimated fetal weight',
};

const FORMULA_WORDS: Readonly<Record<NonNullable<ReferenceRow['bsa_formula']>, string>> = {
  du_bois: 'Du Bois',
  haycock: 'Haycock',
  mosteller: 'Mosteller',
  boyd: 'Boyd',
};

const RANGES = [
  ['age_years', 'years'],
  ['age_days', 'days'],
  ['ga_weeks', 'weeks of pregnancy'],
  ['bsa_m2', 'm²'],
  ['height_cm', 'cm'],
  ['weight_kg', 'kg'],
  ['crl_mm', 'mm crown-rump length'],
] as const satisfies readonly (readonly [keyof ReferencePopulation, string])[];

const SEXES: Readonly<Record<ReferencePopulation['sex'], string | null>> = { any: null, male: 'male', female: 'female' };

/** The people of a row: `male, 0 to 18 years, 0.2 to 2.1 m²`. */
export function populationText(population: ReferencePopulation): string {
  const ranges = RANGES.flatMap(([name, unit]) => {
    const range = population[name];
    return range === undefined ? [] : [`${range[0]} to ${range[1]} ${unit}`];
  });
  return [SEXES[population.sex], ...ranges].filter((part) => part !== null).join(', ');
}

/** Predictors of a row, `body surface (Haycock) and age`; empty where its limits are the same for everybody. */
export const predictorText = ({ predictors, bsa_formula }: Pick<ReferenceRow, 'predictors' | 'bsa_formula'>): string =>
  predictors
    .map((name) => (name === 'bsa_m2' && bsa_formula !== null ? `body surface (${FORMULA_WORDS[bsa_formula]})` : PREDICTOR_WORDS[name]))
    .join(' and ');
