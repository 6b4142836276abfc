/** Numbers of the tool, with their units (docs/specification.md#image-analysis). */

/** A press this near to a control point takes it, in CSS pixels. */
export const CONTROL_POINT_PX = 9;
/** The same of a point between control points. */
export const MID_POINT_PX = 6;
/** A drag of the zero line below this distance is a press, in CSS pixels. */
export const DRAG_STARTS_PX = 3;
/** Neighbours of a trace are at least this far apart along x, in stored pixels. */
export const NEIGHBOUR_SPACING_PX = 1;
/** Range of the two sliders that correct aliasing, in stored rows. */
export const ALIASING = { min: -2, max: 200, step: 1 } as const;
