// Written by `echometry-engine generate-types` from the Rust records. Do not edit.
import type { LinePoint, LineShape } from './analysis-image.ts';
import type { Interpolation } from './study-measurements.ts';

/**
 * How the ends of a curve belong together.
 */
export type CurveEnds = "closed" | "chord" | "open";

/**
 * A curve of one reader, in stored pixels.
 */
export type AgreementCurve = { "type": "sampled", 
/**
 * In order, stored pixels.
 */
points: Array<[number, number]>, 
/**
 * How the ends belong together.
 */
ends: CurveEnds, } | { "type": "drawn", 
/**
 * Shape of the line.
 */
shape: LineShape, 
/**
 * How it runs between its points, by the image type.
 */
interpolation: Interpolation, 
/**
 * Control points in order.
 */
points: Array<LinePoint>, };

/**
 * The same structure by two readers.
 */
export type CurvePair = { 
/**
 * Of the first reader.
 */
first: AgreementCurve, 
/**
 * Of the second reader.
 */
second: AgreementCurve, 
/**
 * Height and width of a stored pixel in mm; null without calibration.
 */
pixel_size_mm: [number, number] | null, };

/**
 * The same mark by two readers: a frame number from 1, or a column.
 */
export type EventPair = { 
/**
 * Of the first reader; null where it is not set.
 */
first: number | null, 
/**
 * Of the second reader; null where it is not set.
 */
second: number | null, };

/**
 * Conversion of marks to milliseconds.
 */
export type EventTime = { "type": "frames", 
/**
 * Start of each frame in milliseconds; null where the file gives none.
 */
times_ms: Array<number> | null, } | { "type": "columns", 
/**
 * Milliseconds from a column to the next; null without calibration.
 */
ms_per_column: number | null, };

/**
 * The same measurement by two readers.
 */
export type ValuePair = { 
/**
 * Of the first reader; null where it could not be computed.
 */
first: number | null, 
/**
 * Of the second reader; null where it could not be computed.
 */
second: number | null, 
/**
 * Unit of the first value.
 */
first_unit: string, 
/**
 * Unit of the second value.
 */
second_unit: string, };

/**
 * Differences of a steady reader.
 */
export type Steady = { 
/**
 * Their mean.
 */
mean: number, 
/**
 * Their standard deviation.
 */
sd: number, };

/**
 * Why something could not be compared.
 */
export type NoAgreement = "missing" | "units-differ" | "zero-mean" | "not-calibrated" | "no-frame-times" | "frame-out-of-range" | "too-few-points" | "no-area" | "crosses-itself" | "ends-differ" | "too-few-subjects" | "no-variance";

/**
 * A number with its unit (UCUM), or the reason why there is none.
 */
export type Agreed = { 
/**
 * The number; null with a reason.
 */
value: number | null, 
/**
 * UCUM; `1` without a dimension.
 */
unit: string, 
/**
 * Why there is none; null with a value.
 */
reason: NoAgreement | null, };

/**
 * A number with its 95 % interval.
 */
export type Estimate = { 
/**
 * The number; null with a reason.
 */
value: number | null, 
/**
 * Lower end of the interval; null without a variance, or with a reason.
 */
low: number | null, 
/**
 * Upper end of the interval; null without a variance, or with a reason.
 */
high: number | null, 
/**
 * UCUM; `1` without a dimension.
 */
unit: string, 
/**
 * Why there is none; null with a value.
 */
reason: NoAgreement | null, };

/**
 * Agreement of two curves.
 */
export type CurveAgreement = { 
/**
 * Twice the common area by the sum of both, 0 to 1.
 */
dice: Agreed, 
/**
 * The greater of both directed distances, mm.
 */
hausdorff: Agreed, 
/**
 * Mean of both directed mean distances along the curves, mm.
 */
mean_distance: Agreed, 
/**
 * Area of the second minus area of the first, mm².
 */
area_difference: Agreed, };

/**
 * Difference of a mark.
 */
export type EventAgreement = { 
/**
 * Second minus first, in `{frame}` or `{column}`.
 */
steps: Agreed, 
/**
 * Second minus first, ms.
 */
ms: Agreed, };

/**
 * Difference of a value.
 */
export type ValueAgreement = { 
/**
 * Second minus first, in the unit of both.
 */
difference: Agreed, 
/**
 * The difference by the magnitude of the mean of both, %.
 */
relative: Agreed, };

/**
 * How far readers can stand for one another.
 */
export type Reliability = { 
/**
 * ICC(2,1): two-way random effects, absolute agreement, a single reader.
 */
icc: Estimate, 
/**
 * Subjects that every reader has a value of.
 */
n: number, 
/**
 * Readers.
 */
raters: number, 
/**
 * Subjects left out because a value is missing.
 */
left_out: number, };

/**
 * Bias and limits of agreement.
 */
export type BlandAltman = { 
/**
 * Mean of second minus first.
 */
bias: Estimate, 
/**
 * Standard deviation of the differences, by n - 1.
 */
sd: Agreed, 
/**
 * Bias less 1.96 standard deviations.
 */
lower_limit: Estimate, 
/**
 * Bias and 1.96 standard deviations.
 */
upper_limit: Estimate, 
/**
 * Complete pairs.
 */
n: number, 
/**
 * Pairs left out because a value is missing.
 */
left_out: number, };

/**
 * Chart that gave an alarm.
 */
export type AlarmChart = "ewma" | "cusum";

/**
 * Side of the mean.
 */
export type Deviation = "above" | "below";

/**
 * The first alarm of a chart.
 */
export type Alarm = { 
/**
 * Place of the case that gave it.
 */
at: number, 
/**
 * Place of the case with which the change probably began.
 */
since: number, 
/**
 * The chart that gave it.
 */
chart: AlarmChart, 
/**
 * Side that the differences moved to.
 */
deviation: Deviation, };

/**
 * A case of a control chart, in standard deviations.
 */
export type ControlPoint = { 
/**
 * Standardised difference; null while there are too few cases to judge it.
 */
score: number | null, 
/**
 * Moving average of the scores.
 */
ewma: number, 
/**
 * Its limit on both sides.
 */
ewma_limit: number, 
/**
 * Cumulative sum of what is above the mean, 0 or more.
 */
cusum_above: number, 
/**
 * Cumulative sum of what is below the mean, 0 or more.
 */
cusum_below: number, 
/**
 * Limit of both sums.
 */
cusum_limit: number, };

/**
 * Control charts of a reader.
 */
export type ControlChart = { 
/**
 * In the order of the differences.
 */
points: Array<ControlPoint>, 
/**
 * Null without one.
 */
alarm: Alarm | null, 
/**
 * Why no case could be judged; null with a score.
 */
reason: NoAgreement | null, };
