// Written by `echometry-engine generate-types` from the Rust records. Do not edit.
import type { RangeState } from './analysis-image.ts';
import type { Sex, StudyFacts } from './study-measurements.ts';

/**
 * A quantity of the patient in the unit of its name; some exist in two units.
 */
export type Variable = "age_years" | "age_days" | "height_cm" | "height_m" | "weight_kg" | "bsa_m2" | "ga_weeks" | "ga_days" | "fl_cm" | "fl_mm" | "bpd_cm" | "hc_cm" | "ac_cm" | "ac_m" | "crl_mm" | "efw_g";

/**
 * A fact that a row needs and the study does not have.
 */
export type Fact = "data_type" | "sex" | "age_days" | "gestational_age_days" | "height_cm" | "weight_kg" | "femur_length_cm" | "biparietal_diameter_cm" | "head_circumference_cm" | "abdominal_circumference_cm" | "crown_rump_length_cm" | "fetal_weight_g";

/**
 * Sizes of a fetus that equations use; null where unknown.
 */
export type FetalSizes = { 
/**
 * Femur length, cm.
 */
femur_length_cm: number | null, 
/**
 * Biparietal diameter, cm.
 */
biparietal_diameter_cm: number | null, 
/**
 * Head circumference, cm.
 */
head_circumference_cm: number | null, 
/**
 * Abdominal circumference, cm.
 */
abdominal_circumference_cm: number | null, 
/**
 * Crown-rump length, cm.
 */
crown_rump_length_cm: number | null, 
/**
 * Estimated weight, g.
 */
fetal_weight_g: number | null, };

/**
 * Side of a range.
 */
export type Side = "below" | "within" | "above";

/**
 * Where a value stands.
 */
export type Outcome = { "kind": "z", 
/**
 * Standard deviations from the expected value.
 */
z: number, 
/**
 * Percent of the population below the value.
 */
percentile: number, } | { "kind": "percentile", 
/**
 * The percentile, or the one of the outermost curve.
 */
percentile: number, 
/**
 * Beyond the outermost curve, or between two.
 */
side: Side, } | { "kind": "multiple", 
/**
 * Value / median.
 */
multiple: number, 
/**
 * What the source calls it; null below the first cut-off.
 */
label: string | null, } | { "kind": "limits", 
/**
 * Where.
 */
side: Side, } | { "kind": "grade", 
/**
 * Name of the grade.
 */
label: string, };

/**
 * Why there is no outcome. It is never extrapolated.
 */
export type NoOutcome = { "code": "missing", 
/**
 * Which.
 */
facts: Array<Fact>, } | { "code": "outside_range", 
/**
 * The fact.
 */
of: Variable, 
/**
 * Its value.
 */
value: number, 
/**
 * From.
 */
from: number, 
/**
 * To.
 */
to: number, } | { "code": "other_data_type" } | { "code": "other_sex" } | { "code": "unit" } | { "code": "no_value" } | { "code": "no_spread" } | { "code": "undefined" } | { "code": "no_grade" };

/**
 * The limits that decide between in and out of range.
 */
export type LimitsUsed = { "kind": "z", 
/**
 * The limit.
 */
z: number, } | { "kind": "percentiles", 
/**
 * Lower curve.
 */
low: number | null, 
/**
 * Upper curve.
 */
high: number | null, } | { "kind": "printed", 
/**
 * The lower limit is out of range.
 */
low_open: boolean, 
/**
 * The upper limit is out of range.
 */
high_open: boolean, };

/**
 * A value against a row. Limits are in the unit of the measurement.
 */
export type Standing = { 
/**
 * The row.
 */
row: string, 
/**
 * In or out of range; undefined without an outcome, and where the source grades a disease only.
 */
state: RangeState, 
/**
 * Where the value stands; null with a reason.
 */
outcome: Outcome | null, 
/**
 * Why there is no outcome.
 */
reason: NoOutcome | null, 
/**
 * Lower limit of this patient; null when it is open.
 */
low: number | null, 
/**
 * Upper limit of this patient; null when it is open.
 */
high: number | null, 
/**
 * Median or mean of such patients; null where the source has limits only.
 */
expected: number | null, 
/**
 * Limits in use; null without a result.
 */
limits: LimitsUsed | null, };

/**
 * A measurement against its rows.
 */
export type MeasurementStandings = { 
/**
 * Name of the measurement.
 */
name: string, 
/**
 * One for each row, in the order in which rows count; rows for the other sex are left out.
 */
standings: Array<Standing>, };

/**
 * What is plotted of a row.
 */
export type Plot = { 
/**
 * Unit of the measurement.
 */
unit: string, 
/**
 * The predictor that varies; without it the first one of the row.
 */
over?: Variable, 
/**
 * Number of points.
 */
points: number, };

/**
 * What is plotted of a row, in a study.
 */
export type CurveRequest = { 
/**
 * The row.
 */
row: string, 
/**
 * Unit, predictor and number of points.
 */
plot: Plot, };

/**
 * Limits at one place of the predictor, in the unit of the measurement.
 */
export type CurvePoint = { 
/**
 * The predictor.
 */
at: number, 
/**
 * Lower limit; null when it is open.
 */
low: number | null, 
/**
 * Median or mean; null where the source has limits only.
 */
expected: number | null, 
/**
 * Upper limit; null when it is open.
 */
high: number | null, };

/**
 * Limits over a predictor.
 */
export type Curve = { 
/**
 * The predictor; null where the limits are the same for all.
 */
over: Variable | null, 
/**
 * Place of the patient; null where it is unknown.
 */
here: number | null, 
/**
 * From the first to the last place that the source measured; empty where facts are missing.
 */
points: Array<CurvePoint>, 
/**
 * Facts that the other predictors need.
 */
missing: Array<Fact>, };

/**
 * A comparison with a threshold.
 */
export type Operator = ">" | ">=" | "<" | "<=";

/**
 * Values of inputs by name, in the units of the table, with the sex for thresholds that depend on it.
 */
export type GuidelineValues = { 
/**
 * Sex of the patient.
 */
sex: Sex | null, 
/**
 * Values that are known.
 */
values: { [key in string]: number }, };

/**
 * A comparison with its result.
 */
export type ComparisonResult = { 
/**
 * The input.
 */
input: string, 
/**
 * Its value; null where it is missing.
 */
value: number | null, 
/**
 * How it is compared.
 */
op: Operator, 
/**
 * With what; null where it depends on a sex that is unknown.
 */
threshold: number | null, 
/**
 * Whether it holds; null where it is unknown.
 */
met: boolean | null, };

/**
 * A criterion with its result.
 */
export type CriterionResult = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its name for people.
 */
title: string, 
/**
 * Whether it is met; null where it is unknown.
 */
met: boolean | null, 
/**
 * Its comparisons.
 */
comparisons: Array<ComparisonResult>, 
/**
 * The grade if this criterion were met and all others as they are; null where it stays open.
 */
if_met: string | null, 
/**
 * The grade if it were not met.
 */
if_not_met: string | null, 
/**
 * Another result of this criterion, or a first one, would change the grade.
 */
decides: boolean, };

/**
 * The grade of a study.
 */
export type GuidelineResult = { 
/**
 * The table.
 */
table: string, 
/**
 * The grade; null while missing values leave it open.
 */
grade: string | null, 
/**
 * Meaning of the grade, in words that tables share.
 */
class: string | null, 
/**
 * Every grade that is possible while values are missing.
 */
possible: Array<string>, 
/**
 * Criteria in the order of the table.
 */
criteria: Array<CriterionResult>, 
/**
 * Inputs without a value, of criteria that are unknown.
 */
missing: Array<string>, };

/**
 * A measurement that studies of a cohort have.
 */
export type CohortMeasurement = { 
/**
 * Image type.
 */
image_type: string, 
/**
 * Name within it.
 */
name: string, 
/**
 * Unit of its values.
 */
unit: string, };

/**
 * A study of a cohort.
 */
export type CohortStudy = { 
/**
 * Its name.
 */
id: string, 
/**
 * Its sex, and values of inputs; they count where it does not measure them.
 */
given: GuidelineValues, 
/**
 * Height for body surface, cm.
 */
height_cm?: number, 
/**
 * Weight for body surface, kg.
 */
weight_kg?: number, 
/**
 * Its values, each with the place of its measurement in `measurements` of the request.
 */
measured?: Array<[number, number]>, };

/**
 * Studies with the same results.
 */
export type CohortCount = { 
/**
 * Class by the first table; null where it is open.
 */
before: string | null, 
/**
 * Class by the second table; null where it is open.
 */
after: string | null, 
/**
 * Number of studies.
 */
studies: number, };

/**
 * A criterion that decides, with its result.
 */
export type CohortCriterion = { 
/**
 * The criterion.
 */
name: string, 
/**
 * Whether it is met; null where it is unknown.
 */
met: boolean | null, };

/**
 * A study of another class by the second table.
 */
export type CohortChange = { 
/**
 * The study.
 */
id: string, 
/**
 * Class by the first table; null where it is open.
 */
before: string | null, 
/**
 * Class by the second table; null where it is open.
 */
after: string | null, 
/**
 * Criteria of the first table that decide, or all that are known where none decides on its own.
 */
because_before: Array<CohortCriterion>, 
/**
 * The same of the second table.
 */
because_after: Array<CohortCriterion>, };

/**
 * A study that a table does not grade.
 */
export type CohortOpen = { 
/**
 * The study.
 */
id: string, 
/**
 * Inputs without a value that leave the first table open; empty where it grades the study.
 */
missing_before: Array<string>, 
/**
 * The same of the second table.
 */
missing_after: Array<string>, };

/**
 * A cohort by two tables.
 */
export type Cohort = { 
/**
 * Number of studies for each pair of classes.
 */
counts: Array<CohortCount>, 
/**
 * Studies whose class differs, in their order.
 */
changed: Array<CohortChange>, 
/**
 * Studies without a class by one of the tables, in their order.
 */
open: Array<CohortOpen>, };

/**
 * The value of a study.
 */
export type CohortValue = { 
/**
 * The value.
 */
value: number, 
/**
 * Facts of the patient.
 */
facts: StudyFacts, 
/**
 * Measured sizes of the fetus, each with the place of its measurement in `sizes` of the request.
 */
sizes?: Array<[number, number]>, };

/**
 * A value against the row that counts.
 */
export type CohortStanding = { 
/**
 * Where it stands.
 */
standing: Standing, 
/**
 * The first predictor of the row in this patient; null where it is unknown or the row has none.
 */
here: number | null, };

/**
 * Limits of a row over its first predictor.
 */
export type RowCurve = { 
/**
 * The row.
 */
row: string, 
/**
 * Its limits, for people of its sex.
 */
curve: Curve, };

/**
 * Values of a cohort among reference values.
 */
export type JudgedValues = { 
/**
 * One for each value; null where no row is for the patient.
 */
standings: Array<CohortStanding | null>, 
/**
 * Curves of the rows that judge a value.
 */
curves: Array<RowCurve>, };

/** Measurements that give sizes of the fetus, which equations use. */
export const FETAL_MEASUREMENTS = [
  { image_type: 'Femur', name: 'FL' },
  { image_type: 'Head butterfly', name: 'BPD' },
  { image_type: 'Head butterfly', name: 'HC' },
  { image_type: 'Abdominal', name: 'AC' },
  { image_type: 'Crown-rump', name: 'CRL' },
] as const;
