// Written by `echometry-engine generate-types` from the Rust records. Do not edit.
import type { Measurement } from './analysis-image.ts';

/**
 * Kind of data that a study holds.
 */
export type DataType = "fetal" | "pediatric" | "adult";

/**
 * Sex of the patient, as in DICOM.
 */
export type Sex = "M" | "F" | "O";

/**
 * What normal ranges and multiples of medians depend on; null where unknown.
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
measurements: Array<Measurement>, };

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
 * Mean of the values that are there; null without any.
 */
aggregate: number | null, 
/**
 * Code of a refusal; null otherwise.
 */
refused: string | null, };

/**
 * Values of one image alone, for a screen that follows a drawing.
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
 * What a comparison of one measurement found.
 */
export type ComparisonState = "same" | "different" | "only_stored" | "only_computed";

/**
 * One measurement, stored and computed.
 */
export type Comparison = { 
/**
 * Name of the measurement.
 */
name: string, 
/**
 * What was found.
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
 * What else differs: `engine_version`, `formula`, `config_versions`, `calibration`.
 */
changed: Array<string>, };

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
 * The equation, in symbols.
 */
equation: string, 
/**
 * What enters it, with its unit.
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
 * Repetitions; 0 compares the formulas alone.
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
