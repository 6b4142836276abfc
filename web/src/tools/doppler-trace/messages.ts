/** Words of the tool. */

export const TRACE_FIRST = 'Please place every point of the cycle before you finish';
export const TRACE_EVERY = 'Please trace every cycle before you finish, or remove the last one';
export const TRACE_THIS_FIRST = 'Please place every point of this cycle before the next one';
export const NOTHING_TRACED = 'Nothing is traced on this image yet.';
export const NO_CURSOR = 'Place the cursor first: move the pointer over the strip, or press an arrow key.';
export const NAMED_STAYS = 'A named point cannot be deleted. Move it, or remove the trace.';
export const POINT_HELD = 'The point cannot go further in this direction.';
export const NO_ROOM = 'No room for another point here';
export const nextPoint = (name: string, free: boolean): string => `next: ${name}${free ? ', or a free point' : ''}`;
/** Of the specification. */
export const NOT_LOADED = 'Image not loaded yet. Please close and open again.';
