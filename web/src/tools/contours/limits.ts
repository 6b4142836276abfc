/** Pointer tolerances of the specification (docs/specification.md#image-analysis), in CSS pixels. */

/** A pointer this near to a control point means it. */
export const CONTROL_POINT_PX = 9;
/** The same for a point between control points, and for the curve that a press puts a point into. */
export const MID_POINT_PX = 6;
/** A point of an epicardium follows the pointer only beyond this distance. */
export const EPI_MOVE_PX = 5;
/** A point of an M-Mode that is set this near to a mark, in stored px, snaps to it; values are read at the mark within the same threshold. */
export const EVENT_SNAP_PX = 3;
/** A press that is drawn on from there is a stroke, not a point. */
export const STROKE_PX = 8;
/** Largest distance of a stroke's points from the drawn course. */
export const STROKE_TOLERANCE_PX = 2;
