// Written by `echometry-engine generate-types` from the Rust records. Do not edit.
import type {
  AliasingCorrection,
  CalibrationSource,
  FlowDirection,
  ImageModality,
  MarkRead,
  Measurement,
  PixelPosition,
  Provenance,
  VelocityAxis,
} from './analysis-image.ts';
import type { PhysicalUnit } from './image-metadata.ts';
import type { MeasurementStandings } from './references.ts';

/**
 * Kind of data that a study holds.
 */
export type DataType = "fetal" | "pediatric" | "adult";

/**
 * Sex of the patient, as in DICOM.
 */
export type Sex = "M" | "F" | "O";

/**
 * Facts that normal ranges and multiples of medians depend on; null where unknown.
 */
export type StudyFacts = { 
/**
 * Kind of data; without one no normal range holds.
 */
data_type: DataType | null, 
/**
 * Exact age of the pregnancy, days.
 */
gestational_age_days: number | null, 
/**
 * Age of the patient, days.
 */
age_days: number | null, 
/**
 * Sex of the patient.
 */
sex: Sex | null, 
/**
 * Height, cm.
 */
height_cm: number | null, 
/**
 * Weight, kg.
 */
weight_kg: number | null, };

/**
 * A distance or an angle of a caliper.
 */
export type CaliperValue = { 
/**
 * Name in the template.
 */
name: string, 
/**
 * In `unit`; null where it cannot be computed.
 */
value: number | null, 
/**
 * `cm`, `s`, `cm/s` or `deg`; null without a value.
 */
unit: string | null, 
/**
 * Code of why the value is null; null otherwise.
 */
reason: string | null, 
/**
 * A distance in stored pixels, where the image has no scale; null otherwise.
 */
length_px: number | null, };

/**
 * A caliper with its values.
 */
export type CaliperValues = { 
/**
 * Identity of the caliper within the image.
 */
id: string, 
/**
 * Name of the template, or the plain kind.
 */
type: string, 
/**
 * Cycle, from 0; null while it is assigned to none.
 */
cycle: number | null, 
/**
 * Event of the cycle; null outside of events.
 */
event: string | null, 
/**
 * A later one of the same template is in this cycle and event, and counts instead.
 */
superseded: boolean, 
/**
 * In the order of their names.
 */
distances: Array<CaliperValue>, 
/**
 * In the order of their names, degrees.
 */
angles: Array<CaliperValue>, 
/**
 * Its points in the units of their region, from its reference pixel, or from its upper left
 * corner where an axis has none; empty without a region.
 */
real: Array<PixelPosition>, 
/**
 * Inputs of the values; null without a region.
 */
provenance: Provenance | null, };

/**
 * Measurements of one image.
 */
export type ImageMeasurements = { 
/**
 * The image.
 */
instance_id: string, 
/**
 * In the order of the configuration.
 */
measurements: Array<Measurement>, 
/**
 * In the order in which they were placed.
 */
calipers: Array<CaliperValues>, 
/**
 * Values against reference values; absent where none are given.
 */
standings?: Array<MeasurementStandings>, };

/**
 * Values of one measurement, without what they were computed from.
 */
export type NamedValues = { 
/**
 * Name in the configuration.
 */
name: string, 
/**
 * One value per cycle; null where it could not be computed.
 */
value: Array<number | null>, 
/**
 * Code of why a value is null, in the places of `value`.
 */
reasons: Array<string | null>, 
/**
 * Mean of the values that are there; null without any.
 */
aggregate: number | null, 
/**
 * Code of a refusal; null otherwise.
 */
refused: string | null, };

/**
 * Only the values of one image, for a screen that follows a drawing.
 */
export type ImageValues = { 
/**
 * The image.
 */
instance_id: string, 
/**
 * In the order of the configuration.
 */
values: Array<NamedValues>, };

/**
 * Which caliper of an image a value is of.
 */
export type CaliperPlace = { 
/**
 * Identity of the caliper within the image.
 */
id: string, 
/**
 * Name of the template, or the plain kind.
 */
type: string, 
/**
 * Cycle, from 0; null while it is assigned to none.
 */
cycle: number | null, 
/**
 * Event of the cycle; null outside of events.
 */
event: string | null, };

/**
 * Result of a comparison of one measurement.
 */
export type ComparisonState = "same" | "different" | "only_stored" | "only_computed";

/**
 * One measurement, stored and computed.
 */
export type Comparison = { 
/**
 * Name of the measurement, or of a caliper's distance or angle.
 */
name: string, 
/**
 * The caliper, where it is a value of one; null otherwise.
 */
caliper: CaliperPlace | null, 
/**
 * The result.
 */
state: ComparisonState, 
/**
 * Stored values; empty when none are.
 */
stored: Array<number | null>, 
/**
 * Computed values; empty when there are none.
 */
computed: Array<number | null>, 
/**
 * Largest difference of two numbers of one cycle; null where none can be compared.
 */
largest_difference: number | null, 
/**
 * Other differences: `engine_version`, `formula`, `config_versions`, `calibration`.
 */
changed: Array<string>, };

/**
 * The same as plain text, for the author of the set.
 */
export type ConfigurationFault = { 
/**
 * Image type of the row.
 */
image_type: string, 
/**
 * Place of the definition in the row, from 0.
 */
place: number, 
/**
 * Name of the measurement.
 */
name: string, 
/**
 * The fault.
 */
detail: string, };

/**
 * How a line runs between its points.
 */
export type Interpolation = "linear" | "pchip" | "catmull_rom" | "chord_spline";

/**
 * A control point.
 */
export type PointRead = { 
/**
 * Id within the image.
 */
id: string, 
/**
 * Name of the point.
 */
type: string, 
/**
 * Column, px.
 */
x: number, 
/**
 * Row, px, unwrapped.
 */
y: number, 
/**
 * It entered the value: directly, or by the curve through it.
 */
read: boolean, 
/**
 * Held on the zero line.
 */
forced_to_zero: boolean, 
/**
 * Held on the cycle's onset.
 */
on_onset: boolean, 
/**
 * Takes the height of the cycle's first point.
 */
same_as_start: boolean, 
/**
 * Takes the height of the previous cycle's last point.
 */
same_as_end: boolean, };

/**
 * A line as its curve runs.
 */
export type LineRead = { 
/**
 * Cycle, from 0.
 */
cycle: number, 
/**
 * `end_diastole` or `end_systole`; null on a strip and on a still picture.
 */
event: string | null, 
/**
 * Frame of the event, from 1; null without one.
 */
frame_number: number | null, 
/**
 * Name of the line.
 */
name: string, 
/**
 * Shape, as stored.
 */
shape: string, 
/**
 * How it runs between its points.
 */
interpolation: Interpolation, 
/**
 * The curve ends where it begins.
 */
closed: boolean, 
/**
 * All control points, in order.
 */
points: Array<PointRead>, };

/**
 * A region with its scale in force.
 */
export type RegionRead = { 
/**
 * Place in the file's sequence, from 0; null for a scale of the whole image.
 */
index: number | null, 
/**
 * Where its scale comes from.
 */
source: CalibrationSource, 
/**
 * Region Spatial Format (0018,6012).
 */
spatial_format: number, 
/**
 * Of overlapping regions it goes before those without.
 */
high_priority: boolean, 
/**
 * Left and top edge, px.
 */
min: [number, number], 
/**
 * Right and lower edge, px, inclusive; null for an image of unknown size.
 */
max: [number | null, number | null], 
/**
 * Units along x and y.
 */
units: [PhysicalUnit, PhysicalUnit], 
/**
 * Units per pixel to the right and downwards, as signed in the file.
 */
delta: [number, number], 
/**
 * Absolute row where the velocity is 0, px: set by the user, else by the region; null where
 * neither is known.
 */
zero_line: number | null, };

/**
 * When a frame was taken.
 */
export type FrameTimeRead = { 
/**
 * Frame, from 1.
 */
frame_number: number, 
/**
 * ms from the first frame.
 */
time_ms: number, };

/**
 * Inputs read from one image.
 */
export type ImageRead = { 
/**
 * The image.
 */
instance_id: string, 
/**
 * How it was taken.
 */
modality: ImageModality, 
/**
 * It is a segmented reference of its type, which values over several images need.
 */
reference: boolean, 
/**
 * Pattern in which each cycle is traced; null before a line is drawn. As many as there are
 * cycles.
 */
patterns: Array<string | null>, 
/**
 * Regions that gave a scale.
 */
regions: Array<RegionRead>, 
/**
 * How rows became velocities.
 */
velocity_axis: VelocityAxis, 
/**
 * Direction of flow.
 */
flow_direction: FlowDirection, 
/**
 * Rows moved from one end of the spectrum to the other.
 */
correct_aliasing: AliasingCorrection, 
/**
 * Lines that were looked up, by cycle and event.
 */
lines: Array<LineRead>, 
/**
 * Marks that were read, by cycle.
 */
marks: Array<MarkRead>, 
/**
 * Times of the frames that marks name; empty on a strip and where the file gives none.
 */
frame_times: Array<FrameTimeRead>, };

/**
 * Where a value comes from, as data.
 */
export type Explanation = { 
/**
 * The image it is measured on.
 */
instance_id: string, 
/**
 * The measurement with its provenance.
 */
measurement: Measurement, 
/**
 * The definition, as configured.
 */
definition: Record<string, unknown>, 
/**
 * Facts of the patient.
 */
study: StudyFacts, 
/**
 * Inputs read from the image, and from the second one of a biplane measurement; empty where
 * nothing was measured.
 */
read: Array<ImageRead>, 
/**
 * The equation, in symbols.
 */
equation: string, 
/**
 * Its inputs, with their units.
 */
inputs: string, 
/**
 * Unit of the equation's result, before `unit_scale`.
 */
base_unit: string, 
/**
 * Paper, guideline or section of the specification.
 */
source: string, 
/**
 * When a value is null.
 */
invalid: string, };

/**
 * How points and marks are moved.
 */
export type Jitter = { 
/**
 * Standard deviation of each coordinate of a point, px.
 */
points_px: number, 
/**
 * Standard deviation of a mark: frames of a plane, columns of a strip.
 */
events: number, 
/**
 * Repetitions; 0 compares only the formulas.
 */
rounds: number, 
/**
 * Where the pseudo-random numbers start.
 */
seed: number, };

/**
 * One definition on the geometry.
 */
export type Compared = { 
/**
 * Name of the definition.
 */
name: string, 
/**
 * Formula that ran; empty for a kind with a single one.
 */
formula: string, 
/**
 * Aggregate of the geometry as drawn; null where it cannot be computed.
 */
value: number | null, 
/**
 * Mean of the aggregates under jitter.
 */
mean: number | null, 
/**
 * Their standard deviation (n - 1).
 */
sd: number | null, 
/**
 * Mean - 1.96 SD and mean + 1.96 SD.
 */
interval_95: [number, number] | null, 
/**
 * The middle 95 % of the aggregates themselves, 2.5th and 97.5th percentile.
 */
percentiles_95: [number, number] | null, 
/**
 * Repetitions that gave a value.
 */
valid_rounds: number, 
/**
 * Code of a refusal.
 */
refused: string | null, };
