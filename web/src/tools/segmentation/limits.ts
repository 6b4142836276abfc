/** Pointer tolerances of the specification (docs/specification.md#image-analysis), in CSS pixels. */

/** A pointer this near to a control point means it. */
export const CONTROL_POINT_PX = 9;
/** The same for a point between control points, and for the curve that a press puts a point into. */
export const MID_POINT_PX = 6;
/** A point of an epicardium follows the hand only from here on. */
export const EPI_MOVE_PX = 5;
