/** Inputs of decision tables that a person states: which they are, and which values can be (docs/references.md#stated-values). */
import type { GuidelineTable } from '../records/reference-pack.ts';
import type { StatedValue } from '../records/stated-value.ts';
import type { TableInput } from './guidelines.ts';
import { ownValue } from './own-value.ts';

interface Limits {
  minimum: number;
  maximum: number;
}

/**
 * Least and greatest value of the inputs of shipped tables, in their units. They are wider than any patient: beyond them a number
 * has the wrong unit, or a digit too many.
 */
export const STATED_LIMITS: Readonly<Record<string, Limits>> = {
  'IVC diameter': { minimum: 1, maximum: 60 },
  'IVC collapse': { minimum: 0, maximum: 100 },
  'LA reservoir strain': { minimum: 0, maximum: 100 },
  'PA systolic pressure': { minimum: 5, maximum: 200 },
  'AV area': { minimum: 0.1, maximum: 10 },
  'AV area index': { minimum: 0.05, maximum: 6 },
  'AV velocity ratio': { minimum: 0.02, maximum: 2 },
};

/** Signs that are present (1) or absent (0). */
const SIGNS: readonly string[] = ['Other signs'];
export const isSign = (name: string): boolean => SIGNS.includes(name);

/** Limits of inputs of a site's own tables, whose plausible values are not known here. */
const OWN_INPUT_LIMITS: Limits = { minimum: -100_000, maximum: 100_000 };

/** Least and greatest value of an input. */
export const statedLimits = (name: string): Limits =>
  isSign(name) ? { minimum: 0, maximum: 1 } : (ownValue(STATED_LIMITS, name) ?? OWN_INPUT_LIMITS);

/** Why a value cannot be stated, as a sentence; null where it can. */
export function statedFault({ name, unit }: Pick<TableInput, 'name' | 'unit'>, value: number): string | null {
  const { minimum, maximum } = statedLimits(name);
  if (isSign(name) && value !== minimum && value !== maximum) return `${name} is ${maximum} (present) or ${minimum} (absent)`;
  return value < minimum || value > maximum ? `${name} is from ${minimum} to ${maximum} ${unit}`.trimEnd() : null;
}

type Tables = readonly Pick<GuidelineTable, 'inputs'>[];

/** Inputs that nothing here measures, each once, in the order of the tables. */
export const inputsToState = (tables: Tables): TableInput[] => {
  const all = tables.flatMap(({ inputs }) => inputs).filter(({ measurements }) => measurements.length === 0);
  return [...new Map(all.map((input) => [input.name, input])).values()];
};

/** Stated values that tables use: of inputs that nothing measures, and in their units. */
export const statedInputs = (tables: Tables, stated: readonly StatedValue[]): StatedValue[] => {
  const asked = inputsToState(tables);
  return stated.filter(({ name, unit }) => asked.some((input) => input.name === name && input.unit === unit));
};

/** The same by name, as the engine takes them. */
export const statedAmounts = (tables: Tables, stated: readonly StatedValue[]): Record<string, number> =>
  Object.fromEntries(statedInputs(tables, stated).map(({ name, value }) => [name, value]));
