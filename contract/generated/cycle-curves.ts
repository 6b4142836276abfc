// Written by `echometry-engine generate-types` from the Rust records. Do not edit.
import type { ConfirmedPart, EndSystoleRule, Line, Segment, SequenceLines } from './analysis-image.ts';
import type { Jitter } from './study-measurements.ts';

/**
 * Why nothing can be read from a curve.
 */
export type NoCurveValue = "no-values" | "gap" | "cycle-not-covered" | "no-frame-times" | "frame-times-out-of-order" | "frame-rate" | "not-finite" | "no-end-systole" | "no-segments" | "no-insertion" | "no-aortic-closure" | "no-a-wave";

/**
 * The largest or the smallest value.
 */
export type CurvePeak = { 
/**
 * In the unit of the curve; of a rate, that unit per second.
 */
value: number, 
/**
 * The frame, from 1.
 */
frame_number: number, 
/**
 * Since end diastole, in ms; null where the frames have no times.
 */
time_ms: number | null, };

/**
 * Values of the strain of a ventricle in systole; a null value has its reason in `no_systole`.
 */
export type SystolicStrain = { 
/**
 * At end systole by the rule of `CycleCurves`, %.
 */
end_systolic: number | null, 
/**
 * The greatest shortening up to end systole, %.
 */
peak_systolic: CurvePeak | null, 
/**
 * 100 (peak - end systolic) / peak, %, where the peak of the cycle is after end systole; 0 where
 * it is not.
 */
post_systolic_index: number | null, 
/**
 * Why one of them is null.
 */
no_systole: NoCurveValue | null, };

/**
 * Strain of the three phases, in points of %.
 */
export type PhaseStrain = { 
/**
 * From end diastole to the largest value; positive.
 */
reservoir: number, 
/**
 * From the largest value to the onset of contraction; negative.
 */
conduit: number, 
/**
 * From the onset of contraction to the next end diastole; negative.
 */
contraction: number, };

/**
 * Phases of an atrium; without an onset all are null, with the reason in `no_onset`.
 */
export type AtrialPhases = { 
/**
 * Where contraction begins: the volume before it, or the strain.
 */
onset: CurvePeak | null, 
/**
 * 100 (largest - onset) / largest, %; null of a strain.
 */
passive_fraction: number | null, 
/**
 * 100 (onset - smallest after it) / onset, %; null of a strain.
 */
active_fraction: number | null, 
/**
 * Of a strain, with the length at end diastole as reference.
 */
from_end_diastole: PhaseStrain | null, 
/**
 * Of a strain, with the length at the onset of contraction as reference.
 */
from_onset: PhaseStrain | null, 
/**
 * Why the onset is unknown.
 */
no_onset: NoCurveValue | null, };

/**
 * Widths of one ventricle at both events, and what follows from them. A list is empty, or has 24
 * values from the base to the apex.
 */
export type TransverseWidths = { 
/**
 * Name of the line.
 */
line: string, 
/**
 * From the middle of the ring to the apex at end diastole, cm.
 */
length_cm: number | null, 
/**
 * At end diastole, cm.
 */
end_diastole_cm: Array<number>, 
/**
 * At end systole, cm.
 */
end_systole_cm: Array<number>, 
/**
 * Length over width at end diastole.
 */
sphericity: Array<number | null>, 
/**
 * 100 (end diastole - end systole) / end diastole, %.
 */
fractional_shortening: Array<number | null>, 
/**
 * Code of the reason why the widths at end diastole are missing.
 */
no_end_diastole: string | null, 
/**
 * Code of the reason why the widths at end systole are missing.
 */
no_end_systole: string | null, };

/**
 * End systole of a cycle, and where it comes from.
 */
export type EndSystole = { 
/**
 * The rule.
 */
rule: EndSystoleRule, 
/**
 * The frame, from 1; null without one.
 */
frame_number: number | null, 
/**
 * Its time since end diastole, ms; of a valve closure the scaled time itself, which may be
 * between two frames.
 */
time_ms: number | null, 
/**
 * Image of the valve closure; null for another rule.
 */
from_image: string | null, 
/**
 * Why there is none.
 */
missing: NoCurveValue | null, };

/**
 * Lines on the frames of one cycle of an image.
 */
export type CurvesRequest = { 
/**
 * The image.
 */
instance_id: string, 
/**
 * The cycle, from 0.
 */
cycle: number, 
/**
 * The lines as they were followed.
 */
lines: SequenceLines, 
/**
 * Lines that are drawn on a frame now; each replaces the followed one.
 */
drawn: Array<Line>, 
/**
 * How end systole is found; by its mark, where no rule is named.
 */
end_systole?: EndSystoleRule, 
/**
 * Doubtful lines and segments that a user confirmed.
 */
confirmed?: Array<ConfirmedPart>, };

/**
 * Part of the heart that a line surrounds.
 */
export type Chamber = "ventricle" | "atrium" | "other";

/**
 * Values read from a curve; what is null has its reason in `no_extremes` or `no_rates`.
 */
export type CurveSummary = { 
/**
 * The largest value: EDV of a ventricle, maximal volume of an atrium.
 */
largest: CurvePeak | null, 
/**
 * The smallest value: ESV of a ventricle, minimal volume of an atrium.
 */
smallest: CurvePeak | null, 
/**
 * 100 (largest - smallest) / largest, %: EF, fractional area change, total emptying fraction;
 * null of a strain, without a reason.
 */
emptying_fraction: number | null, 
/**
 * Why these three are null.
 */
no_extremes: NoCurveValue | null, 
/**
 * The fastest decrease, unit of the curve per second; negative.
 */
emptying_rate: CurvePeak | null, 
/**
 * The fastest increase, unit of the curve per second.
 */
filling_rate: CurvePeak | null, 
/**
 * Why both rates are null.
 */
no_rates: NoCurveValue | null, };

/**
 * Values of the lines that are drawn at the events, by the formula of the curve.
 */
export type MarkValues = { 
/**
 * At end diastole.
 */
end_diastole: number | null, 
/**
 * At end systole.
 */
end_systole: number | null, 
/**
 * The emptying between them, % of the value before it; null of a strain.
 */
emptying_fraction: number | null, };

/**
 * One line, or a segment of it, by one formula.
 */
export type CycleCurve = { 
/**
 * Name of the line.
 */
line: string, 
/**
 * The other line that the values are taken from: the epicardium of mid-wall strain; null without.
 */
outer_line: string | null, 
/**
 * The chamber that the line surrounds.
 */
chamber: Chamber, 
/**
 * Measurements of the configuration that take this formula, or offer it.
 */
measurements: Array<string>, 
/**
 * Part of the line; null for the whole.
 */
segment: Segment | null, 
/**
 * Where the segment begins and ends on the line: places among its points, with a fraction between
 * two of them; null for the whole, and where the segments are unknown.
 */
between: [number, number] | null, 
/**
 * `volume`, `area`, `strain` (longitudinal), `mid-wall-strain` or `circumferential-strain`.
 */
kind: string, 
/**
 * Name of the formula; empty for the only one of its kind.
 */
formula: string, 
/**
 * Its version.
 */
formula_version: number, 
/**
 * Unit of the values.
 */
unit: string, 
/**
 * Code of a refusal; null otherwise.
 */
refused: string | null, 
/**
 * One value for each frame; null in a gap.
 */
values: Array<number | null>, 
/**
 * Why a value is null, in the places of `values`.
 */
reasons: Array<string | null>, 
/**
 * Values read from the curve.
 */
of_curve: CurveSummary, 
/**
 * Of the strain of a ventricle in systole; null otherwise.
 */
systolic: SystolicStrain | null, 
/**
 * Phases of an atrium; null of anything else.
 */
atrial: AtrialPhases | null, 
/**
 * Standard deviation of the times to the peak strain of the six segments, ms; null of all but
 * the strain of a whole ventricle.
 */
dispersion_ms: number | null, 
/**
 * Why it is null there.
 */
no_dispersion: NoCurveValue | null, 
/**
 * Values of the drawn lines.
 */
of_marks: MarkValues, };

/**
 * Curves that a line would have with another one.
 */
export type MissingCurve = { 
/**
 * Name of the line.
 */
line: string, 
/**
 * Kind of the curves: `mid-wall-strain`.
 */
kind: string, 
/**
 * Name of the line that is not followed.
 */
needs: string, };

/**
 * The line halfway between endocardium and epicardium, to be drawn.
 */
export type MidWallLine = { 
/**
 * Name of the endocardium.
 */
line: string, 
/**
 * Positions on each frame from ring to ring, stored pixels, to a hundredth; empty where one of
 * both lines has no curve.
 */
frames: Array<Array<[number, number]>>, };

/**
 * All curves of a cycle.
 */
export type CycleCurves = { 
/**
 * Frames of the cycle, from 1.
 */
frames: Array<number>, 
/**
 * Time of each frame since the first, ms; null where the clip has no frame times.
 */
times_ms: Array<number> | null, 
/**
 * End systole of strain, by the requested rule.
 */
end_systole: EndSystole, 
/**
 * By line in the order of the configuration, the formula in use first, strain last.
 */
curves: Array<CycleCurve>, 
/**
 * Curves that need a line which is not followed.
 */
missing: Array<MissingCurve>, 
/**
 * Mid-wall lines of the curves of mid-wall strain.
 */
mid_walls: Array<MidWallLine>, 
/**
 * Widths of each ventricle of a fetus; empty in other studies.
 */
widths: Array<TransverseWidths>, };

/**
 * An apical view of the left ventricle.
 */
export type ApicalView = "four-chamber" | "two-chamber" | "three-chamber";

/**
 * Why a view or a segment has no strain.
 */
export type NoViewStrain = "no-image" | "not-followed" | "drawn-by-hand" | "no-value";

/**
 * Strain of one view.
 */
export type ViewStrain = { 
/**
 * The view.
 */
view: ApicalView, 
/**
 * Image and cycle; null where no cycle was handed over.
 */
instance_id: string | null, 
/**
 * From 0.
 */
cycle: number | null, 
/**
 * End-systolic strain of the whole line, %.
 */
strain: number | null, 
/**
 * Why it is null.
 */
missing: NoViewStrain | null, 
/**
 * From end diastole to the next one; null where the next is not marked, or without frame times.
 */
heart_rate_bpm: number | null, };

/**
 * A third of a wall in a view.
 */
export type BullsEyePart = { 
/**
 * The view.
 */
view: ApicalView, 
/**
 * The segment of its line.
 */
segment: Segment, };

/**
 * A segment of a bull's-eye.
 */
export type BullsEyeSegment = { 
/**
 * Number in its model, from 1.
 */
number: number, 
/**
 * Thirds of walls whose mean it is.
 */
parts: Array<BullsEyePart>, 
/**
 * End-systolic strain, %.
 */
strain: number | null, 
/**
 * Why it is null.
 */
missing: NoViewStrain | null, };

/**
 * Strain of the three apical views together.
 */
export type BullsEye = { 
/**
 * The three views.
 */
views: Array<ViewStrain>, 
/**
 * Mean of the strains of the three views, %; null where one of them is missing.
 */
average: number | null, 
/**
 * Version of the average and the segments.
 */
formula_version: number, 
/**
 * The largest difference of heart rates as a share of the slowest, where it is above the limit.
 */
rates_differ_by: number | null, 
/**
 * 17 segments of the American Heart Association.
 */
of_17: Array<BullsEyeSegment>, 
/**
 * 18 segments, with six at the apex.
 */
of_18: Array<BullsEyeSegment>, };

/**
 * A value of the curves of a cycle.
 */
export type CurveValue = "largest" | "smallest" | "emptying-fraction" | "emptying-rate" | "filling-rate" | "end-systolic" | "peak-systolic" | "post-systolic-index" | "dispersion" | "onset" | "passive-fraction" | "active-fraction" | "reservoir" | "conduit" | "contraction" | "reservoir-from-onset" | "conduit-from-onset" | "contraction-from-onset" | "length" | "width" | "sphericity" | "fractional-shortening";

/**
 * A value of a curve, its time, or the value at the marks.
 */
export type CurveReading = "value" | "time" | "marks";

/**
 * Which value of which curve.
 */
export type CurveValueKey = { 
/**
 * Name of the line.
 */
line: string, 
/**
 * Kind and formula of the curve; `widths` without a formula for the widths of a fetal ventricle.
 */
kind: string, 
/**
 * As of the curve.
 */
formula: string, 
/**
 * As of the curve.
 */
segment: Segment | null, 
/**
 * Number of a width, from 1 at the base; null of all other values.
 */
number: number | null, 
/**
 * The value.
 */
value: CurveValue, 
/**
 * The value itself, its time, or the value at the marks.
 */
reading: CurveReading, };

/**
 * A value on the lines as they are, and on shaken ones.
 */
export type ShakenValue = { 
/**
 * Which value.
 */
key: CurveValueKey, 
/**
 * Values of the repetitions that have one.
 */
draws: Array<number>, 
/**
 * Their standard deviation (n - 1); null for fewer than two.
 */
sd: number | null, 
/**
 * 1.96 times that: 95 % of the repetitions are within it.
 */
half_95: number | null, };

/**
 * The repetitions so far.
 */
export type ShakenCurves = { 
/**
 * Repetitions that are done.
 */
rounds: number, 
/**
 * Values that the lines have as they are.
 */
values: Array<ShakenValue>, };

/**
 * A few more repetitions, up to the rounds of `jitter`.
 */
export type ShakeCurvesRequest = { 
/**
 * The cycle.
 */
curves: CurvesRequest, 
/**
 * How points are moved; marks stay.
 */
jitter: Jitter, 
/**
 * The result of the last call; without one the first repetitions are made.
 */
so_far: ShakenCurves | null, };

/**
 * End-systolic strain of an apical view, or their average, on shaken lines.
 */
export type ShakenStrain = { 
/**
 * Values of the repetitions that have one; none where the lines have none as they are.
 */
draws: Array<number>, 
/**
 * 1.96 times their standard deviation; null for fewer than two.
 */
half_95: number | null, };

/**
 * The repetitions of the three apical views so far.
 */
export type ShakenViews = { 
/**
 * Repetitions that are done.
 */
rounds: number, 
/**
 * Of the average of the three views.
 */
average: ShakenStrain, 
/**
 * Of each view, in the order of `BullsEye`.
 */
views: Array<ShakenStrain>, };

/**
 * A few more repetitions of the three apical views.
 */
export type ShakeViewsRequest = { 
/**
 * The cycles, as for the bull's-eye.
 */
cycles: Array<CurvesRequest>, 
/**
 * How points are moved; marks stay.
 */
jitter: Jitter, 
/**
 * The result of the last call; without one the first repetitions are made.
 */
so_far: ShakenViews | null, };
