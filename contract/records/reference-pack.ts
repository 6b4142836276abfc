import { Type, type Static, type TSchema } from 'typebox';
import { DataType } from './data-type.ts';
import { REFERENCE_UNITS } from './reference-units.ts';
import { Name, Nullable, OneOf, Strict } from './strict.ts';

/** Reference values of one published source: a row of the set `echo_references` (docs/references.md). */

/** Longest remark or list of authors. */
const MAX_TEXT_LENGTH = 2000;
const Text = Type.String({ minLength: 1, maxLength: MAX_TEXT_LENGTH });

/** Facts of a patient that rows use, by name and unit. */
export const PREDICTORS = [
  'age_years',
  'height_cm',
  'weight_kg',
  'bsa_m2',
  'ga_weeks',
  'fl_cm',
  'bpd_cm',
  'hc_cm',
  'ac_cm',
  'crl_mm',
  'efw_g',
] as const;
export type Predictor = (typeof PREDICTORS)[number];

/** Variables of equations: the predictors, some of them in the unit of the source too. */
export const VARIABLES = [...PREDICTORS, 'age_days', 'height_m', 'ga_days', 'fl_mm', 'ac_m'] as const;
const Variable = OneOf(VARIABLES);

/** Formulas of the body surface. */
export const SURFACE_FORMULAS = ['du_bois', 'haycock', 'mosteller', 'boyd'] as const;

/** A function of a variable: `[fn, variable, power]`, meaning fn(variable)^power, and for `exp` exp(power × variable). */
const Factor = Type.Tuple([OneOf(['id', 'ln', 'log10', 'sqrt', 'exp'] as const), Variable, Type.Number()]);

/** A number, or a function of the sum of terms, each a coefficient times factors. */
const Expression = Type.Union([
  Type.Number(),
  Strict({
    terms: Type.Array(Strict({ c: Type.Number(), x: Type.Optional(Type.Array(Factor, { minItems: 1 })) }), { minItems: 1 }),
    outer: Type.Optional(OneOf(['exp', 'pow10', 'square', 'sqrt', 'reciprocal'] as const)),
  }),
]);

/** Which row of a table is used: the one of the index, the last one not above it, the nearest, or a straight line between two. */
const Lookup = OneOf(['exact', 'floor', 'nearest', 'interpolate'] as const);
const table = <S extends TSchema>(row: S) => ({ index: Variable, lookup: Lookup, rows: Type.Array(row, { minItems: 1 }) });
const Columns = <const N extends 3 | 4>(count: N) => Type.Array(Type.Number(), { minItems: count, maxItems: count });

/** Limits, which belong to the range unless they are open; without a limit, the range has no end on that side. */
const limits = {
  low: Type.Optional(Type.Number()),
  high: Type.Optional(Type.Number()),
  low_open: Type.Optional(Type.Literal(true)),
  high_open: Type.Optional(Type.Literal(true)),
};
const Percentile = Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 100 });

const SIMPLE_MODELS = [
  /** z = (T(x) - mean) / sd, with mean and sd on the scale of T. */
  Strict({
    kind: Type.Literal('z'),
    transform: Type.Optional(OneOf(['ln', 'log10', 'sqrt', 'minus_reciprocal'] as const)),
    mean: Expression,
    sd: Expression,
  }),
  /** Box-Cox with skewness L, median M and variation S, of the value or its logarithm. */
  Strict({ kind: Type.Literal('lms'), transform: Type.Optional(OneOf(['ln'] as const)), L: Expression, M: Expression, S: Expression }),
  /** Rows: index, L, M, S. */
  Strict({ kind: Type.Literal('lms_table'), ...table(Columns(4)) }),
  /** z = (exp((x - mu) gamma / sigma) - 1) / gamma. */
  Strict({ kind: Type.Literal('extended_normal'), gamma: Type.Number(), mu: Expression, sigma: Expression }),
  /** Rows: index, mean, standard deviation. */
  Strict({ kind: Type.Literal('mean_sd_table'), ...table(Columns(3)) }),
  /** Rows: index, mean, limits of z -2 and +2; each half is used on its side. */
  Strict({ kind: Type.Literal('mean_limits_table'), ...table(Columns(4)) }),
  /** One curve for each percentile, in their order. */
  Strict({ kind: Type.Literal('percentiles'), curves: Type.Array(Strict({ percentile: Percentile, value: Expression }), { minItems: 1 }) }),
  /** Rows: index, then a value for each percentile. */
  Strict({
    kind: Type.Literal('percentile_table'),
    percentiles: Type.Array(Percentile, { minItems: 1 }),
    ...table(Type.Array(Type.Number(), { minItems: 2 })),
  }),
  Strict({ kind: Type.Literal('limits'), ...limits }),
  /** Limits that depend on an index; an index below the first `from` has none. */
  Strict({
    kind: Type.Literal('limits_by'),
    index: Variable,
    rows: Type.Array(Strict({ from: Type.Number(), ...limits }), { minItems: 1 }),
  }),
  /** The first bin that contains the value, after rounding it to as many `decimals` as the printed table has. */
  Strict({
    kind: Type.Literal('grades'),
    decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: 3 })),
    bins: Type.Array(Strict({ label: Name, normal: Type.Boolean(), ...limits }), { minItems: 1 }),
  }),
  /** An expected value without a spread: it judges nothing. */
  Strict({ kind: Type.Literal('formula'), value: Expression }),
  /** Multiples of the median; a cut-off applies from `low` on. */
  Strict({
    kind: Type.Literal('multiple_of_median'),
    median: Expression,
    cutoffs: Type.Array(Strict({ label: Name, low: Type.Number({ exclusiveMinimum: 0 }) })),
  }),
] as const;
const SimpleModel = Type.Union([...SIMPLE_MODELS]);

export const ReferenceModel = Type.Union([
  ...SIMPLE_MODELS,
  /** The first piece whose `max` is not below the value of `on`. */
  Strict({
    kind: Type.Literal('piecewise'),
    on: Variable,
    pieces: Type.Array(Strict({ max: Type.Optional(Type.Number()), model: SimpleModel }), { minItems: 1 }),
  }),
]);
export type ReferenceModel = Static<typeof ReferenceModel>;

/** From, to: both belong to the range. */
const Range = Type.Tuple([Type.Number({ minimum: 0 }), Type.Number({ minimum: 0 })]);

export const ReferencePopulation = Strict({
  data_types: Type.Array(DataType, { minItems: 1 }),
  sex: OneOf(['any', 'male', 'female'] as const),
  /** The upper bound counts completed years: 40 includes everyone before the 41st birthday. */
  age_years: Type.Optional(Range),
  age_days: Type.Optional(Range),
  ga_weeks: Type.Optional(Range),
  bsa_m2: Type.Optional(Range),
  height_cm: Type.Optional(Range),
  weight_kg: Type.Optional(Range),
  crl_mm: Type.Optional(Range),
  /** The ranges were seen in a source; otherwise they are general knowledge. */
  range_checked: Type.Boolean(),
});
export type ReferencePopulation = Static<typeof ReferencePopulation>;

/** How well the numbers of a row are known: seen in two independent sources, in one, or of a site's own. */
export const REFERENCE_STATUSES = ['two sources', 'one source', 'local'] as const;

export const ReferenceRow = Strict({
  id: Name,
  quantity: Name,
  /** Measurements that the row judges, as in `echo_measurements`; empty where the product has none. */
  measurements: Type.Array(Strict({ image_type: Name, name: Name })),
  population: ReferencePopulation,
  model: ReferenceModel,
  /** Unit of the model. A unit that ends in `/m2` divides a value of the unit before it by the body surface. */
  unit: OneOf(REFERENCE_UNITS),
  /** The source states shortening as a positive number: the sign of the value is turned. */
  sign: Type.Optional(OneOf(['reversed'] as const)),
  predictors: Type.Array(OneOf(PREDICTORS)),
  /** Formula by which the source computes body surface; null where it needs none. */
  bsa_formula: Nullable(OneOf(SURFACE_FORMULAS)),
  status: OneOf(REFERENCE_STATUSES),
  /** The numbers of sources that disagree, and the number in use; null where they agree. */
  disagreement: Nullable(Strict({ found: Type.Array(Text, { minItems: 2 }), chosen: Text })),
  remarks: Type.Array(Text),
});
export type ReferenceRow = Static<typeof ReferenceRow>;

/** Most criteria of a table: every combination of unknown ones is tried. */
const MAX_CRITERIA = 12;
const Names = Type.Array(Name, { minItems: 1 });

/** An input against a threshold, which may depend on sex. */
const Comparison = Strict({
  input: Name,
  op: OneOf(['>', '>=', '<', '<='] as const),
  value: Type.Union([Type.Number(), Strict({ male: Type.Number(), female: Type.Number() })]),
});

/** Everything in a condition has to hold; what is unknown leaves it open. */
const Condition = Strict({
  met: Type.Optional(Names),
  not_met: Type.Optional(Names),
  at_least: Type.Optional(Strict({ n: Type.Integer({ minimum: 1 }), of: Names })),
  at_most: Type.Optional(Strict({ n: Type.Integer({ minimum: 0 }), of: Names })),
  /** Of the criteria that are known, once at least `known` are. */
  share: Type.Optional(
    Strict({ is: OneOf(['all', 'more', 'half', 'less', 'some', 'none'] as const), known: Type.Integer({ minimum: 1 }), of: Names }),
  ),
});

/** Rules of a guideline as a decision table (docs/references.md#decision-tables). */
export const GuidelineTable = Strict({
  id: Name,
  title: Name,
  /** For whom the table is, in words. */
  premise: Text,
  data_types: Type.Array(DataType, { minItems: 1 }),
  status: OneOf(REFERENCE_STATUSES),
  disagreement: Nullable(Strict({ found: Type.Array(Text, { minItems: 2 }), chosen: Text })),
  remarks: Type.Array(Text),
  /** An input has the same name in all tables. Empty `measurements`: a person states it. */
  inputs: Type.Array(
    Strict({
      name: Name,
      quantity: Name,
      unit: OneOf(REFERENCE_UNITS),
      measurements: Type.Array(Strict({ image_type: Name, name: Name })),
    }),
    { minItems: 1 },
  ),
  /** The first group with a known comparison counts; one that is met is enough. */
  criteria: Type.Array(Strict({ name: Name, title: Name, groups: Type.Array(Type.Array(Comparison, { minItems: 1 }), { minItems: 1 }) }), {
    minItems: 1,
    maxItems: MAX_CRITERIA,
  }),
  /** The first rule that holds gives the grade. `class` is its meaning in words that tables share. */
  rules: Type.Array(Strict({ when: Type.Optional(Condition), grade: Name, class: Type.Optional(Name) }), { minItems: 1 }),
});
export type GuidelineTable = Static<typeof GuidelineTable>;

export const ReferenceSource = Strict({
  /** How it is named beside a value, such as Pettersen 2008; no other pack has it. */
  name: Name,
  authors: Text,
  topic: Name,
  /** Null where the values were seen outside of a journal. */
  journal: Nullable(Name),
  year: Nullable(Type.Integer({ minimum: 1900, maximum: 2100 })),
  doi: Nullable(Type.String({ pattern: '^10\\.' })),
  /** The DOI was seen in a source of the values; otherwise it is from general knowledge. */
  doi_verified: Type.Boolean(),
  pubmed: Nullable(Type.String({ pattern: '^[0-9]+$' })),
  /** People measured; null where unknown. */
  subjects: Nullable(Type.Integer({ minimum: 1 })),
});

export const ReferencePack = Strict({
  id: Name,
  source: ReferenceSource,
  notes: Type.Array(Text),
  rows: Type.Array(ReferenceRow),
  tables: Type.Optional(Type.Array(GuidelineTable)),
});
export type ReferencePack = Static<typeof ReferencePack>;
