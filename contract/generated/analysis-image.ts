// Written by `echometry-engine generate-types` from the Rust records. Do not edit.
import type { DopplerRegion, FlowRegion, PhysicalUnit } from './image-metadata.ts';

/**
 * Who placed a point or a mark first. Moving it does not change the origin: how far from where it
 * was proposed follows from its position.
 */
export type Origin = "hand" | "copied" | "proposed" | "imported";

/**
 * Where a mark comes from that no person placed first.
 */
export type MarkOrigin = { 
/**
 * Who placed it.
 */
origin: Origin, 
/**
 * Name of the method that placed it.
 */
method: string, 
/**
 * Version of that method.
 */
method_version: string, 
/**
 * Where the method placed it: a frame number from 1, or a column.
 */
proposed: number, };

/**
 * A frame number (2D, from 1) or a column (M-Mode, Doppler, in pixels); `false` until it is set.
 */
export type Mark = number | false;

/**
 * Why a cycle does not count.
 */
export type Exclusion = { 
/**
 * In words of the person who excluded it, e.g. `ectopic beat`.
 */
reason: string, };

/**
 * Origins of the marks of a cycle, under the names of the marks; an absent one was placed by hand.
 */
export type MarkOrigins = { 
/**
 * Of the end-diastolic frame.
 */
end_diastole?: MarkOrigin, 
/**
 * Of the end-systolic frame or column.
 */
end_systole?: MarkOrigin, 
/**
 * Of the column where the cycle begins.
 */
onset_start?: MarkOrigin, 
/**
 * Of the column where the cycle ends.
 */
onset_end?: MarkOrigin, 
/**
 * Of the column of the first end diastole.
 */
end_diastole_start?: MarkOrigin, 
/**
 * Of the column of the end diastole that closes the cycle.
 */
end_diastole_end?: MarkOrigin, };

/**
 * Marks of one cycle. 2D uses the two frames, M-Mode all positions, Doppler the onsets.
 */
export type CardiacEvents = { 
/**
 * Identity of the cycle, unique within the image: it stays when other cycles are removed.
 */
id: string, 
/**
 * Why the cycle does not count; its values are null then.
 */
excluded?: Exclusion, 
/**
 * End-diastolic frame (2D).
 */
end_diastole?: Mark, 
/**
 * End-systolic frame (2D) or column (M-Mode).
 */
end_systole?: Mark, 
/**
 * Column where the cycle begins.
 */
onset_start?: Mark, 
/**
 * Column where the cycle ends.
 */
onset_end?: Mark, 
/**
 * Column of the first end diastole (M-Mode).
 */
end_diastole_start?: Mark, 
/**
 * Column of the end diastole that closes the cycle (M-Mode).
 */
end_diastole_end?: Mark, 
/**
 * Where marks come from that no person placed first; absent where all are by hand.
 */
origins?: MarkOrigins, };

/**
 * The landmark of an onset.
 */
export type OnsetType = "QRS" | "R-wave" | "Flow";

/**
 * Kinds of line.
 */
export type LineShape = "oval" | "valve" | "endo-epi" | "curve" | "nospline" | "ring" | "LV" | "LA";

/**
 * One point of a line, in stored pixels of the frame as encoded.
 */
export type LinePoint = { 
/**
 * Unique within the image, given by the caller.
 */
id: string, 
/**
 * Column, pixel centre = whole number.
 */
x: number, 
/**
 * Row, pixel centre = whole number, downwards.
 */
y: number, 
/**
 * Control point type, `user-defined_N`, `mid_control_point`, `spawn` or `hidden`.
 */
type: string, 
/**
 * Held on the zero line.
 */
forced_to_zero: boolean, 
/**
 * Not to be moved.
 */
locked: boolean, 
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
same_as_end: boolean, 
/**
 * Its abbreviation is drawn.
 */
show_label_in_image: boolean, 
/**
 * Short name; null when there is none.
 */
abbreviation: string | null, 
/**
 * Who placed it first; absent where a person did.
 */
origin?: Origin, 
/**
 * Name of the method that placed it; absent where a person did.
 */
method?: string, 
/**
 * Version of that method; absent where a person placed it.
 */
method_version?: string, 
/**
 * Where the method placed it, in stored pixels; absent where a person placed it.
 */
proposed?: PixelPosition, };

/**
 * One traced line.
 */
export type Line = { 
/**
 * Name in the configuration, e.g. `LV endo`.
 */
name: string, 
/**
 * The user has finished it.
 */
finished: boolean, 
/**
 * How its points make a line.
 */
shape: LineShape, 
/**
 * Pattern of the image type, `normal` and others.
 */
pattern: string, 
/**
 * Frame it was drawn on, from 1 (2D); null on a strip, on a still picture, and where it is not
 * known. Where the event's mark is on another frame, values of the line are null.
 */
frame_number: number | null, 
/**
 * Control points in order.
 */
points: Array<LinePoint>, 
/**
 * Sampled curve in stored pixels, when it is kept.
 */
spline?: Array<[number, number]>, };

/**
 * Lines of one event of a 2D cycle.
 */
export type EventLines = { 
/**
 * In the order of the image type's pattern.
 */
lines: Array<Line>, };

/**
 * A line on a frame on which it was drawn.
 */
export type SequenceAnchor = { 
/**
 * Name of the line.
 */
name: string, 
/**
 * From 1.
 */
frame_number: number, 
/**
 * Its points, stored pixels.
 */
points: Array<[number, number]>, };

/**
 * How end systole is found.
 */
export type EndSystoleRule = "mark" | "smallest-volume" | "aortic-valve-closure";

/**
 * A part of a contour that begins at the septal ring point and ends at the one of the free wall.
 */
export type Segment = "septum-basal" | "septum-mid" | "septum-apical" | "free-wall-apical" | "free-wall-mid" | "free-wall-basal" | "free-wall";

/**
 * A line that was followed with doubt, or a segment of it.
 */
export type ConfirmedPart = { 
/**
 * Name of the line.
 */
name: string, 
/**
 * The segment; null for the whole line, with all of its segments.
 */
segment: Segment | null, };

/**
 * Lines on every frame, as the record of an image names them; the lines themselves are a document
 * that is stored by its hash.
 */
export type CycleSequence = { 
/**
 * First frame: the end diastole of the cycle. From 1.
 */
from_frame: number, 
/**
 * Last frame: the end diastole of the next cycle, else the last frame of the clip.
 */
to_frame: number, 
/**
 * Name of the method that followed the lines.
 */
method: string, 
/**
 * Version of that method.
 */
method_version: string, 
/**
 * The lines that were drawn, as they were when they were followed.
 */
anchors: Array<SequenceAnchor>, 
/**
 * Hex SHA-256 of the document of lines.
 */
lines_sha256: string, 
/**
 * How end systole of strain is found; absent: by its mark.
 */
end_systole?: EndSystoleRule, 
/**
 * Doubtful lines and segments that a user confirmed: they have values. Absent: none.
 */
confirmed?: Array<ConfirmedPart>, };

/**
 * Lines of one cycle: by event for 2D, one list otherwise.
 */
export type CycleSegmentation = { 
/**
 * Lines at end diastole (2D).
 */
end_diastole?: EventLines, 
/**
 * Lines at end systole (2D).
 */
end_systole?: EventLines, 
/**
 * Lines of a strip (M-Mode, Doppler) or of a single picture.
 */
lines?: Array<Line>, 
/**
 * Lines that were corrected by hand on frames between the events (2D).
 */
corrected?: Array<Line>, 
/**
 * The lines on every frame of the cycle (2D), once they are accepted.
 */
sequence?: CycleSequence, };

/**
 * One line on one frame.
 */
export type DenseFrame = { 
/**
 * From 1.
 */
frame_number: number, 
/**
 * Its points in order, stored pixels.
 */
points: Array<[number, number]>, 
/**
 * Quality of each point, 0 to 1; 1 where it was drawn.
 */
quality: Array<number>, 
/**
 * How far two ways to each point ended apart, in pixels; null with only one way.
 */
drift_px: Array<number | null>, };

/**
 * One line on all frames of a cycle.
 */
export type DenseLine = { 
/**
 * Name in the configuration, e.g. `LV endo`.
 */
name: string, 
/**
 * How its points make a line.
 */
shape: LineShape, 
/**
 * Type of each point, as in a traced line.
 */
types: Array<string>, 
/**
 * In their order, without a gap.
 */
frames: Array<DenseFrame>, };

/**
 * Lines on every frame of a cycle, as they are stored.
 */
export type SequenceLines = { 
/**
 * Format of the document.
 */
format: number, 
/**
 * The lines, each on all frames.
 */
lines: Array<DenseLine>, };

/**
 * Sources of a scale, in falling order of trust.
 */
export type CalibrationSource = "regions" | "pixel_spacing" | "confirmed_spacing" | "manual" | "none";

/**
 * How rows become velocities (docs/calibration.md#velocity-axis).
 */
export type VelocityAxis = "up" | "down" | "dicom";

/**
 * Direction of flow relative to the probe.
 */
export type FlowDirection = "toward" | "away";

/**
 * Origin of reference pixels (docs/calibration.md#zero-line).
 */
export type ReferencePixelOrigin = "region" | "image";

/**
 * Axes of a manual scale.
 */
export type ScaleAxis = "xy" | "x" | "y";

/**
 * A position in stored pixels; whole numbers are pixel centres.
 */
export type PixelPosition = { 
/**
 * Column.
 */
x: number, 
/**
 * Row, downwards.
 */
y: number, };

/**
 * Two points and the distance, time or velocity between them.
 */
export type ManualScale = { 
/**
 * Axes of the scale.
 */
axis: ScaleAxis, 
/**
 * First point, in stored pixels.
 */
from: PixelPosition, 
/**
 * Second point, in stored pixels.
 */
to: PixelPosition, 
/**
 * Amount between them, in `unit`.
 */
value: number, 
/**
 * Unit of `value`.
 */
unit: PhysicalUnit, };

/**
 * Choices besides the file's own regions.
 */
export type ImageCalibration = { 
/**
 * The source of the scale.
 */
source: CalibrationSource, 
/**
 * How rows become velocities.
 */
velocity_axis: VelocityAxis, 
/**
 * Direction of flow in the image; with `away` every formula sees -v.
 */
flow_direction: FlowDirection, 
/**
 * Origin of reference pixels.
 */
reference_pixel_origin: ReferencePixelOrigin, 
/**
 * Zero line set by the user, absolute row in pixels.
 */
baseline_y: number | null, 
/**
 * Scales typed by the user.
 */
manual: Array<ManualScale>, 
/**
 * Who set it; null while it is the file's own.
 */
author: string | null, 
/**
 * When it was set, ms since 1970 UTC.
 */
at: number | null, 
/**
 * Counts changes from 1.
 */
version: number, };

/**
 * One event or a pair of them.
 */
export type EventReference = string | [string, string];

/**
 * A formula by name and version.
 */
export type FormulaUsed = { 
/**
 * Kind of measurement.
 */
kind: string, 
/**
 * Variant of the kind; null for kinds with a single one.
 */
name: string | null, 
/**
 * Counts changes of what the formula computes, from 1.
 */
version: number, };

/**
 * The scale that was used.
 */
export type CalibrationUsed = { 
/**
 * The source of the scale; `none` when no geometry was scaled.
 */
source: CalibrationSource, 
/**
 * Regions used, from 0 in the order of the file.
 */
region_indices: Array<number>, 
/**
 * Version of the image's calibration; null while it is the file's own.
 */
version: number | null, 
/**
 * How rows became velocities.
 */
velocity_axis: VelocityAxis, 
/**
 * Direction of flow.
 */
flow_direction: FlowDirection, 
/**
 * Zero line set by the user, absolute row in pixels; null while it is the file's own.
 */
baseline_y: number | null, };

/**
 * Points that were read of one line in one cycle.
 */
export type PointsRead = { 
/**
 * Cycle, from 0.
 */
cycle: number, 
/**
 * `end_diastole` or `end_systole`; null on a strip.
 */
event: string | null, 
/**
 * Frame of the event, from 1; null on a strip and where none is marked.
 */
frame_number: number | null, 
/**
 * Name of the line.
 */
line: string, 
/**
 * Ids of the points, in the order of the line: all of them where its curve was read.
 */
point_ids: Array<string>, };

/**
 * A mark that was read.
 */
export type MarkRead = { 
/**
 * Cycle, from 0.
 */
cycle: number, 
/**
 * Name of the mark.
 */
event: string, 
/**
 * Frame number from 1, or column in pixels.
 */
position: number, };

/**
 * A measurement that entered another.
 */
export type InputUsed = { 
/**
 * Name of the measurement or of the caliper's distance.
 */
name: string, 
/**
 * `instance_id` of the image it is of; null where no image has it.
 */
image: string | null, 
/**
 * Its values in base units, one per cycle; null where the source is missing altogether.
 */
value: Array<number | null> | null, };

/**
 * Inputs of a value: enough to compute it again and to point at it in the image.
 */
export type Provenance = { 
/**
 * The formula that ran.
 */
formula: FormulaUsed, 
/**
 * Version of the engine.
 */
engine_version: string, 
/**
 * Version of each configuration set that was read, by its name.
 */
config_versions: { [key in string]: number }, 
/**
 * Where the scale came from.
 */
calibration: CalibrationUsed, 
/**
 * Lines and points that were read, by cycle and event.
 */
points: Array<PointsRead>, 
/**
 * Marks that were read, by cycle.
 */
marks: Array<MarkRead>, 
/**
 * Measurements that entered, in the order of the definition.
 */
inputs: Array<InputUsed>, 
/**
 * `instance_id` of the second image of a biplane measurement; null without one.
 */
other_image: string | null, 
/**
 * Codes of what a reader should know.
 */
warnings: Array<string>, };

/**
 * Why a whole measurement was refused: never a value in pixels instead.
 */
export type Refused = { 
/**
 * `not-calibrated`, `invalid-input` or `configuration`.
 */
code: string, 
/**
 * A sentence for people.
 */
message: string, };

/**
 * Colour of a value in the report.
 */
export type RangeState = "in_range" | "out_of_range" | "undefined";

/**
 * A value against its normal range, in the unit of the measurement.
 */
export type NormalState = { 
/**
 * In range, out of range or undefined.
 */
state: RangeState, 
/**
 * Lower limit; null when it is open.
 */
low: number | null, 
/**
 * Upper limit; null when it is open.
 */
high: number | null, 
/**
 * Median or mean expected; null when the range names none.
 */
expected: number | null, 
/**
 * Standard deviations from the expected value; null without a distribution.
 */
z: number | null, 
/**
 * The value divided by body surface area, where the limits are per square metre.
 */
indexed: number | null, 
/**
 * Severity of the value, where the range has grades.
 */
grade?: string | null, 
/**
 * Paper or guideline; null without a range.
 */
source: string | null, 
/**
 * Why it is undefined; null otherwise.
 */
reason: string | null, };

/**
 * A measurement definition with its values (docs/specification.md#image-analysis).
 */
export type Measurement = { 
/**
 * Name in the configuration, unique within an image type.
 */
name: string, 
/**
 * Kind of measurement, e.g. `line-distance`.
 */
type: string, 
/**
 * Variant of the kind.
 */
formula?: string, 
/**
 * The line it is taken from.
 */
line?: string, 
/**
 * The lines it is taken from, when there are several.
 */
lines?: Array<string>, 
/**
 * Shape the line must have.
 */
shape?: string, 
/**
 * Event or pair of events.
 */
cardiac_event?: EventReference, 
/**
 * Axis along which it is taken.
 */
axis?: string, 
/**
 * Factor from base units to `units`.
 */
unit_scale?: number, 
/**
 * How several lines or events are combined.
 */
combined?: string, 
/**
 * Unit of the values, as shown.
 */
units?: string, 
/**
 * Direct or calculated.
 */
class?: string, 
/**
 * Key of the report tree.
 */
anatomy?: string, 
/**
 * One value per cycle; null where it could not be computed.
 */
value: Array<number | null>, 
/**
 * Code of why a value is null, in the places of `value` or of `series`; absent without nulls.
 */
reasons?: Array<string | null>, 
/**
 * Mean of the values that are there; null without any.
 */
aggregate?: number, 
/**
 * Pairs of time in s and value, cycle after cycle, of a `plot`; null for a cycle without.
 */
series?: Array<[number, number] | null>, 
/**
 * Place of the aggregate in the normal range.
 */
normal?: NormalState, 
/**
 * Why nothing was measured at all.
 */
refused?: Refused, 
/**
 * Inputs of the values.
 */
provenance?: Provenance, };

/**
 * Points of a caliper in physical units and in pixels.
 */
export type CaliperPoints = { 
/**
 * In the region's units.
 */
real: Array<PixelPosition>, 
/**
 * In stored pixels.
 */
pixel: Array<PixelPosition>, };

/**
 * A measurement by caliper.
 */
export type CaliperMeasurement = { 
/**
 * Identity, unique within the image.
 */
id: string, 
/**
 * Name of the template, or the plain kind.
 */
type: string, 
/**
 * Name given by a user; absent for the template's name.
 */
name?: string, 
/**
 * Cycle, from 0; null while it is assigned to none.
 */
cycle: number | null, 
/**
 * Event of the cycle; null outside of events.
 */
event: string | null, 
/**
 * Frame it was placed on, from 1; null where it is not known.
 */
frame_number: number | null, 
/**
 * Its points.
 */
points: CaliperPoints, 
/**
 * Names of the points, in order.
 */
points_name: Array<string>, 
/**
 * Distances in cm, s or cm/s; null where invalid.
 */
dists: Array<number | null>, 
/**
 * Names of the distances, in order.
 */
dists_name: Array<string>, 
/**
 * Angles in degrees; null where invalid.
 */
angles: Array<number | null>, 
/**
 * Names of the angles, in order.
 */
angles_name: Array<string>, 
/**
 * Inputs of the values.
 */
provenance: Provenance | null, };

/**
 * The result of quality control.
 */
export type Accepted = "yes" | "no";

/**
 * A comment or an entry of quality control.
 */
export type Comment = { 
/**
 * When, ms since 1970 UTC.
 */
date: number, 
/**
 * Author's e-mail.
 */
user: string, 
/**
 * Author's initials.
 */
initials: string, 
/**
 * The text.
 */
content: string, 
/**
 * `score`, `score-accept`, `score-text` or the page's name.
 */
type: string, 
/**
 * Study it belongs to.
 */
study_id: string | null, 
/**
 * Image it belongs to.
 */
image_filename: string | null, 
/**
 * Label of the image when it was written.
 */
image_label: string | null, };

/**
 * One question of a quality template.
 */
export type QualityItem = { 
/**
 * The question.
 */
name: string, 
/**
 * Options to choose from, `N/A` included.
 */
options: Array<string>, 
/**
 * The chosen option; null until one is chosen.
 */
value: string | null, };

/**
 * One section of a quality template.
 */
export type QualitySection = { 
/**
 * Heading, e.g. `General`.
 */
name: string, 
/**
 * In the template's order.
 */
items: Array<QualityItem>, };

/**
 * A filled quality template.
 */
export type QualityScore = { 
/**
 * In the template's order.
 */
sections: Array<QualitySection>, };

/**
 * How a picture was taken.
 */
export type ImageModality = "2D" | "M-Mode" | "PW Doppler" | "CW Doppler" | "Tissue Doppler";

/**
 * A chosen label, or `false` when the choice was cleared.
 */
export type LabelChoice = string | false;

/**
 * Signed addresses of an image; not kept, filled in by the server.
 */
export type ImageUrls = { 
/**
 * Icon for lists.
 */
small_icon: string | null, 
/**
 * Icon for the preview grid.
 */
big_icon: string | null, 
/**
 * The file itself.
 */
DICOM_url: string | null, };

/**
 * Rows that were moved from one end of the spectrum to the other; 0 or less is off.
 */
export type AliasingCorrection = { 
/**
 * Rows at the top that belong below, in pixels.
 */
up: number, 
/**
 * Rows at the bottom that belong above, in pixels.
 */
down: number, };

/**
 * The file an analysis was made from.
 */
export type DicomReference = { 
/**
 * Name of the file.
 */
file: string | null, 
/**
 * Key of the image in the viewer.
 */
image_id: string | null, };

/**
 * Metadata that is stored with an analysis.
 */
export type StoredMetadata = { 
/**
 * Frames of the file.
 */
number_of_frames: number, 
/**
 * Columns, in pixels.
 */
width: number, 
/**
 * Rows, in pixels.
 */
height: number, 
/**
 * Frames per second; null when assumed or with one frame.
 */
frame_rate: number | null, 
/**
 * Manufacturer of the machine.
 */
manufacturer: string | null, 
/**
 * Modality as in DICOM.
 */
modality: string | null, 
/**
 * All regions of the file.
 */
doppler_regions: Array<DopplerRegion>, 
/**
 * The region measurements use.
 */
flow_region: FlowRegion | null, };

/**
 * Everything a study keeps about one image.
 */
export type AnalysisImage = { 
/**
 * Equals `instance_id`.
 */
id: string, 
/**
 * Name of the stored file, unique in a study.
 */
filename: string, 
/**
 * De-identified SOP Instance UID: the only key of an image.
 */
instance_id: string, 
/**
 * Image type of the configuration; null without one.
 */
type: string | null, 
/**
 * View of the configuration; null without one.
 */
view: string | null, 
/**
 * How the picture was taken; null until labelled.
 */
modality: ImageModality | null, 
/**
 * The reference image of its type.
 */
reference: boolean, 
/**
 * Category to label, or false when cleared.
 */
additional_labels: { [key in string]: LabelChoice }, 
/**
 * Result of quality control; null until given.
 */
accepted: Accepted | null, 
/**
 * Filled quality template.
 */
score: QualityScore | null, 
/**
 * Comments of editors.
 */
comments: Array<Comment>, 
/**
 * Comments of the review.
 */
comments_review: Array<Comment>, 
/**
 * Where pictures and file are fetched from.
 */
urls: ImageUrls | null, 
/**
 * Chosen to be loaded.
 */
active: boolean, 
/**
 * Stands for a picture the study lacks.
 */
missing_image: boolean, 
/**
 * Approved by the reviewer.
 */
validated: boolean, 
/**
 * Cycles with a complete segmentation.
 */
cycles_segmented: number, 
/**
 * The landmark of onsets.
 */
onset_type: OnsetType | null, 
/**
 * Marks, one entry per cycle.
 */
cardiac_events: Array<CardiacEvents>, 
/**
 * Cycle timing is finished.
 */
is_annotated: boolean, 
/**
 * All cycles are segmented.
 */
is_segmented: boolean, 
/**
 * Measurements exist.
 */
is_measured: boolean, 
/**
 * Lines, one entry per cycle.
 */
segmentation: Array<CycleSegmentation>, 
/**
 * Computed measurements.
 */
measurements: Array<Measurement>, 
/**
 * Measurements by caliper.
 */
measurements_caliper: Array<CaliperMeasurement>, 
/**
 * Rows moved by the correction of aliasing.
 */
correct_aliasing: AliasingCorrection | null, 
/**
 * The file it was made from.
 */
dicom: DicomReference | null, 
/**
 * Metadata of the file that measurements need.
 */
metadata: StoredMetadata | null, 
/**
 * The scale chosen by a person; null while it is the file's own.
 */
calibration: ImageCalibration | null, 
/**
 * Version of each configuration set the image is worked on with; a newer one is taken only on
 * request. Empty before it is stored.
 */
config_versions: { [key in string]: number }, };
