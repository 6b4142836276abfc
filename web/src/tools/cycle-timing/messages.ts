/** Words of the tool; those of refusals and alarms are the engine's. */

export const NO_PROPOSAL_FITS = 'No proposal fits here. Set the next mark by hand, drop the proposals, or finish.';
export const NO_MARK_YET = 'This image has no mark yet.';
export const ALL_MARKS_SET = 'All marks are set. Finish the image, or undo the last mark.';
export const NO_MARK_ON = 'No mark follows.';
export const NO_MARK_BACK = 'No mark comes before.';
export const NO_CURSOR_LINE = 'Place the cursor line first: move the pointer over the strip, or press an arrow key.';
export const ONE_CYCLE_FIRST = 'Please mark one whole cycle before you finish';
