// Written by `echometry-engine generate-types` from the Rust records. Do not edit.

/**
 * The form that the points of a line make.
 */
export type TrackForm = "open" | "closed" | "oval";

/**
 * A line as it was drawn.
 */
export type TrackLine = { 
/**
 * Its points in order, stored pixels.
 */
points: Array<[number, number]>, 
/**
 * Their form.
 */
form: TrackForm, };

/**
 * The lines of a request as they are drawn on another frame.
 */
export type TrackAnchor = { 
/**
 * From 1.
 */
frame_number: number, 
/**
 * Points of each line, in the order of the request, stored pixels. A line with another number
 * of points than in the request is divided at the same shares of its length.
 */
lines: Array<Array<[number, number]>>, };

/**
 * The lines to follow, and the range of frames. Frame numbers count from 1.
 */
export type TrackRequest = { 
/**
 * Frame on which the lines are drawn.
 */
frame_number: number, 
/**
 * Frames of the same event in other cycles, where the lines are looked for by likeness.
 */
alike: Array<number>, 
/**
 * First frame to follow to.
 */
first: number, 
/**
 * Last frame to follow to.
 */
last: number, 
/**
 * The lines.
 */
lines: Array<TrackLine>, 
/**
 * Other frames on which the same lines are drawn: each way begins there again.
 */
anchors?: Array<TrackAnchor>, };

/**
 * Where a point was followed to.
 */
export type TrackedPoint = { 
/**
 * Column, stored pixels.
 */
x: number, 
/**
 * Row, stored pixels.
 */
y: number, 
/**
 * How surely the point is near its tissue, 0 to 1: by correlations along the way from the
 * nearest known frame, echoes that do not move, and drift. 1 where it was drawn.
 */
quality: number, 
/**
 * How far two ways to this place end apart, in pixels; null with only one way.
 */
drift_px: number | null, };

/**
 * The lines on one frame.
 */
export type TrackedFrame = { 
/**
 * From 1.
 */
frame_number: number, 
/**
 * Points of each line of the request, in its order.
 */
lines: Array<Array<TrackedPoint>>, };

/**
 * Lines followed through a clip.
 */
export type Tracks = { 
/**
 * Name of the method.
 */
method: string, 
/**
 * Version of the method.
 */
method_version: string, 
/**
 * Every frame from the first to the last.
 */
frames: Array<TrackedFrame>, };
