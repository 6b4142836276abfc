// Written by `echometry-engine generate-types` from the Rust records. Do not edit.

/**
 * Unit of one axis of a region; the text is the specification's.
 */
export type PhysicalUnit = "NA" | "%" | "dB" | "cm" | "s" | "hz" | "dB/s" | "cm/s" | "cm2" | "cm2/s" | "cm3" | "cm3/s";

/**
 * Something odd about a file that did not stop it from being read.
 */
export type WarningCode = "missing_file_meta" | "transfer_syntax_mismatch" | "sequence_repaired" | "metadata_truncated" | "truncated" | "offset_table_ignored" | "missing_sequence_delimiter" | "fewer_frames_than_declared" | "more_frames_than_declared" | "full_length_422" | "not_encapsulated" | "reference_16_bit" | "baseline_may_be_absolute" | "scale_against_prf" | "region_beyond_image" | "depth_implausible" | "delta_against_reference" | "frame_time_vector_forward" | "display_rate" | "palette_incomplete" | "frame_size_mismatch" | "value_unreadable" | "comma_for_point" | "frame_times_implausible" | "frames_are_planes" | "ecg_without_time" | "ecg_unreadable";

/**
 * One line of the metadata panel.
 */
export type MetadataElement = { 
/**
 * Tag as `(gggg,eeee)`.
 */
tag: string, 
/**
 * Value representation.
 */
vr: string, 
/**
 * Keyword of the standard; null for private and rare elements.
 */
keyword: string | null, 
/**
 * Value as text.
 */
value: string, 
/**
 * Depth of nesting, 0 at the top.
 */
depth: number, };

/**
 * Palette brought to 8 bits.
 */
export type Palette = { 
/**
 * Sample value of the first entry; lower samples take the first entry, higher ones the last.
 */
first_mapped: number, 
/**
 * Entries as R, G, B, R, G, B, ...
 */
rgb: Array<number>, };

/**
 * Window of grey values.
 */
export type Window = { 
/**
 * Window Center (0028,1050).
 */
center: number, 
/**
 * Window Width (0028,1051), positive.
 */
width: number, };

/**
 * Attribute a pixel spacing was read from.
 */
export type PixelSpacingSource = "pixel_spacing" | "nominal_scanned_pixel_spacing" | "imager_pixel_spacing";

/**
 * Pixel spacing of the whole image.
 */
export type PixelSpacing = { 
/**
 * Attribute it was read from.
 */
source: PixelSpacingSource, 
/**
 * Distance between rows, in mm.
 */
row_mm: number, 
/**
 * Distance between columns, in mm.
 */
column_mm: number, };

/**
 * Which attribute the frame times come from (docs/calibration.md#frame-times).
 */
export type FrameTimeSource = "frame_time_vector" | "frame_time" | "cine_rate" | "effective_duration" | "recommended_display_frame_rate" | "video_stream" | "assumed";

/**
 * The axis along which the frames of an image differ.
 */
export type FrameAxis = "time" | "planes";

/**
 * The fault of a stated number.
 */
export type ValueFault = "unreadable" | "comma_for_point" | "implausible" | "wrong_count";

/**
 * A stated number that is not used as it is written.
 */
export type ValueNote = { 
/**
 * Tag as `(gggg,eeee)`.
 */
tag: string, 
/**
 * Keyword of the standard.
 */
keyword: string | null, 
/**
 * The value as in the file, shortened.
 */
value: string, 
/**
 * The fault.
 */
fault: ValueFault, };

/**
 * Unit of an ECG.
 */
export type EcgUnit = "mV" | "uV";

/**
 * One channel of an ECG (PS3.3 C.10.9). A value is `unit_at_zero` + `unit_per_step` * sample.
 */
export type Ecg = { 
/**
 * Name of the lead, e.g. `II`; null where the file does not state it.
 */
lead: string | null, 
/**
 * Sampling frequency, in Hz.
 */
samples_per_s: number, 
/**
 * Time of the first sample in ms from the first frame; may be negative.
 */
start_ms: number, 
/**
 * Unit of the values; null where the file does not state a sensitivity.
 */
unit: EcgUnit | null, 
/**
 * Value of one step of a sample; 1 without a unit.
 */
unit_per_step: number, 
/**
 * Value of a sample of 0.
 */
unit_at_zero: number, 
/**
 * Samples as stored; null where the channel has none.
 */
samples: Array<number | null>, };

/**
 * The evidence that three samples are RGB or brightness and chroma.
 */
export type ColourBasis = "subsampled_chroma" | "adobe_marker" | "jfif_marker" | "component_ids" | "lossless" | "header";

/**
 * Colours of a stream and what decided.
 */
export type ColourDecision = { 
/**
 * The samples are red, green and blue; else brightness and chroma.
 */
rgb: boolean, 
/**
 * The evidence.
 */
basis: ColourBasis, };

/**
 * The one region an image is measured with (docs/calibration.md#flow-region).
 */
export type FlowRegion = { 
/**
 * Left column, in pixels.
 */
region_location_min_x: number, 
/**
 * Right column, inclusive.
 */
region_location_max_x: number, 
/**
 * Top row, in pixels.
 */
region_location_min_y: number, 
/**
 * Bottom row, inclusive.
 */
region_location_max_y: number, 
/**
 * Units per pixel along x, positive.
 */
spacing_x: number, 
/**
 * Units per pixel along y, positive.
 */
spacing_y: number, 
/**
 * Absolute column of the reference pixel; null when the file has none.
 */
reference_x: number | null, 
/**
 * Absolute row: the zero line on a velocity axis, else the reference pixel; null when absent.
 */
reference_y: number | null, 
/**
 * Unit of the x axis.
 */
units_x: PhysicalUnit, 
/**
 * Unit of the y axis.
 */
units_y: PhysicalUnit, 
/**
 * Change per pixel to the right, as stored.
 */
physical_delta_x: number, 
/**
 * Change per pixel downwards, as stored (in cm/s for a frequency scale).
 */
physical_delta_y: number, 
/**
 * Which of the image's regions it is, from 0; null for a scale of the whole image.
 */
region_index: number | null, };

/**
 * One item of the Sequence of Ultrasound Regions (0018,6011), values as stored.
 */
export type DopplerRegion = { 
/**
 * Layout: 1 two-dimensional, 2 M-Mode, 3 spectral, 4 waveform, 5 graphics.
 */
region_spatial_format: number | null, 
/**
 * Kind of data: 1 tissue, 2 colour flow, 3 PW, 4 CW, ...
 */
region_data_type: number | null, 
/**
 * Bits: 0 low priority, 1 protected, 2 frequency scale, 3-4 scrolling.
 */
region_flags: number | null, 
/**
 * Left column, in pixels.
 */
region_location_min_x0: number | null, 
/**
 * Top row, in pixels.
 */
region_location_min_y0: number | null, 
/**
 * Right column, inclusive.
 */
region_location_max_x1: number | null, 
/**
 * Bottom row, inclusive.
 */
region_location_max_y1: number | null, 
/**
 * Reference column relative to the region's left edge, as stored; may be outside.
 */
reference_pixel_x0: number | null, 
/**
 * Reference row relative to the region's top edge, as stored; may be outside.
 */
reference_pixel_y0: number | null, 
/**
 * Unit code of the x axis.
 */
physical_units_x: number | null, 
/**
 * Unit code of the y axis.
 */
physical_units_y: number | null, 
/**
 * Value at the reference column, in the x unit.
 */
reference_pixel_physical_value_x: number | null, 
/**
 * Value at the reference row, in the y unit.
 */
reference_pixel_physical_value_y: number | null, 
/**
 * Change per pixel to the right, in the x unit.
 */
physical_delta_x: number | null, 
/**
 * Change per pixel downwards, in the y unit, sign as stored.
 */
physical_delta_y: number | null, 
/**
 * Transducer frequency in kHz; information only.
 */
transducer_frequency_khz: number | null, 
/**
 * Pulse repetition frequency in Hz; information only.
 */
pulse_repetition_frequency_hz: number | null, 
/**
 * Doppler correction angle in degrees; information only.
 */
doppler_correction_angle: number | null, 
/**
 * Steering angle in degrees; information only.
 */
steering_angle: number | null, };

/**
 * Facts of a DICOM file about its picture, without the pixels.
 */
export type ImageMetadata = { 
/**
 * SOP Instance UID; empty when the file has none.
 */
sop_instance_uid: string, 
/**
 * SOP Class UID; empty when the file has none.
 */
sop_class_uid: string, 
/**
 * Transfer syntax the pixels are read with.
 */
transfer_syntax_uid: string, 
/**
 * Frames the file announces, at least 1.
 */
number_of_frames: number, 
/**
 * Columns of the stored picture, in pixels.
 */
width: number, 
/**
 * Rows of the stored picture, in pixels.
 */
height: number, 
/**
 * 1000 / mean step in frames per second; null when assumed or with one frame.
 */
frame_rate: number | null, 
/**
 * Manufacturer of the machine.
 */
manufacturer: string | null, 
/**
 * Modality as in DICOM, e.g. `US`.
 */
modality: string | null, 
/**
 * All items of the Sequence of Ultrasound Regions, in order.
 */
doppler_regions: Array<DopplerRegion>, 
/**
 * The region that measurements of this image use; null when nothing calibrates it.
 */
flow_region: FlowRegion | null, 
/**
 * Time of each frame in ms; the first is 0.
 */
frame_times_ms: Array<number>, 
/**
 * Where `frame_times_ms` comes from.
 */
frame_time_source: FrameTimeSource, 
/**
 * R waves that the file states, in ms from the first frame (R Wave Time Vector, PS3.3 C.7.6.5); empty when it states none.
 */
r_wave_times_ms: Array<number>, 
/**
 * The ECG that the file has as samples; null when it has none whose time is known.
 */
ecg: Ecg | null, 
/**
 * Height and width of one pixel for display, `[vertical, horizontal]`; null when square or unknown.
 */
pixel_aspect_ratio: [number, number] | null, 
/**
 * Spacing of pixels outside of regions, with its source.
 */
pixel_spacing: PixelSpacing | null, 
/**
 * Photometric Interpretation as in the file.
 */
photometric_interpretation: string, 
/**
 * Samples per pixel.
 */
samples_per_pixel: number, 
/**
 * Bits allocated to a sample.
 */
bits_allocated: number, 
/**
 * Bits used of a sample.
 */
bits_stored: number, 
/**
 * 0 unsigned, 1 signed.
 */
pixel_representation: number, 
/**
 * 0 interleaved, 1 plane by plane; meaningless for compressed data.
 */
planar_configuration: number, 
/**
 * First window of the file, in sample values after rescale.
 */
window: Window | null, 
/**
 * Colours of a PALETTE COLOR image.
 */
palette: Palette | null, 
/**
 * The file's elements as lines of text.
 */
full_metadata: Array<MetadataElement>, 
/**
 * Irregularities of the file.
 */
warnings: Array<WarningCode>, 
/**
 * Stated numbers that are not used as they are written.
 */
value_notes: Array<ValueNote>, 
/**
 * Frames that are in the file, also beyond `number_of_frames`; null while that is not known.
 */
frames_present: number | null, 
/**
 * Colours of a JPEG stream of three components and what decided; null for other frames.
 */
colour_decision: ColourDecision | null, 
/**
 * The axis along which frames differ.
 */
frame_axis: FrameAxis, };
