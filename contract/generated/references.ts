// Written by `echometry-engine generate-types` from the Rust records. Do not edit.
import type { RangeState } from './analysis-image.ts';

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
 * One for each row, the row that counts first; rows for the other sex are left out.
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
 * From the first to the last place that the source measured; empty where facts are missing.
 */
points: Array<CurvePoint>, 
/**
 * Facts that the other predictors need.
 */
missing: Array<Fact>, };
