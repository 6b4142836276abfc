// Written by `echometry-engine generate-types` from the Rust records. Do not edit.
import type { CalibrationSource } from './analysis-image.ts';
import type { PhysicalUnit } from './image-metadata.ts';

/**
 * Value = `offset` + `scale` * pixel on one axis.
 */
export type AxisMap = { 
/**
 * Unit of the value.
 */
unit: PhysicalUnit, 
/**
 * Units per pixel, signed as the value grows.
 */
scale: number, 
/**
 * Value at pixel 0; null when only differences mean something.
 */
offset: number | null, };

/**
 * How one region turns pixels into values.
 */
export type RegionMap = { 
/**
 * Place in the file's sequence, from 0; null for Pixel Spacing.
 */
region_index: number | null, 
/**
 * Where the scale comes from.
 */
source: CalibrationSource, 
/**
 * Columns to values; null without a scale.
 */
x: AxisMap | null, 
/**
 * Rows to values; null without a scale.
 */
y: AxisMap | null, };

/**
 * A value with its unit.
 */
export type PhysicalValue = { 
/**
 * The value.
 */
value: number, 
/**
 * Its unit.
 */
unit: PhysicalUnit, };

/**
 * Why a point has no physical value.
 */
export type NoValue = "not_calibrated" | "outside_regions" | "no_scale" | "no_baseline";

/**
 * Physical reading at one point.
 */
export type PhysicalReading = { 
/**
 * The region under the point; null when there is none.
 */
region: RegionMap | null, 
/**
 * Value along x.
 */
x: PhysicalValue | null, 
/**
 * Value along y.
 */
y: PhysicalValue | null, 
/**
 * Why a value is null.
 */
reason: NoValue | null, };
