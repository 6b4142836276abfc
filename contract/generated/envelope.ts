// Written by `echometry-engine generate-types` from the Rust records. Do not edit.

/**
 * On which side of the zero line the flow lies in the picture.
 */
export type EnvelopeSide = "above" | "below" | "both";

/**
 * A control point of the pattern.
 */
export type EnvelopeKnot = { 
/**
 * Type of the control point, e.g. `maximum velocity`.
 */
type: string, 
/**
 * Held on the zero line.
 */
forced_to_zero: boolean, 
/**
 * Held on the onset, if it is the first or the last point.
 */
on_onset: boolean, };

/**
 * Where an envelope is looked for.
 */
export type EnvelopeRequest = { 
/**
 * The two vertical limits, columns in stored pixels: the onsets of a cycle, or closer ones.
 */
columns: [number, number], 
/**
 * Row of the zero line, stored pixels.
 */
zero_y: number, 
/**
 * Side of the flow.
 */
side: EnvelopeSide, 
/**
 * Share of the brightest in a column that counts as the edge, 0.2 to 0.8.
 */
share: number, 
/**
 * Rows at the upper and at the lower edge of the strip that belong beyond the other one.
 */
wrapped: [number, number], 
/**
 * Control points of the pattern, from left to right.
 */
control_points: Array<EnvelopeKnot>, 
/**
 * Points put between two control points.
 */
mid_points: number, };

/**
 * A point of the offered line, in stored pixels.
 */
export type EnvelopePoint = { 
/**
 * Type of the control point, or `mid_control_point`.
 */
type: string, 
/**
 * Column.
 */
x: number, 
/**
 * Row; beyond the strip where the flow is aliased.
 */
y: number, };

/**
 * An envelope that was found.
 */
export type Envelope = { 
/**
 * Name of the method.
 */
method: string, 
/**
 * Version of the method.
 */
method_version: string, 
/**
 * Column of the first row of `rows`.
 */
first_column: number, 
/**
 * Rows of the envelope, one for each column, stored pixels; the zero line where no flow is.
 */
rows: Array<number>, 
/**
 * The pattern's points on it, from left to right.
 */
points: Array<EnvelopePoint>, };
