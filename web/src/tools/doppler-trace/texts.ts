/** Words of the tool. */

export const TRACE_FIRST = 'Please place every point of the cycle before you finish';
export const TRACE_EVERY = 'Please trace every cycle before you finish, or remove the last one';
export const NO_ROOM = 'There is no room for another point here';
export const nextPoint = (name: string, free: boolean): string => `next: ${name}${free ? ', or a free point' : ''}`;
/** Of the specification. */
export const NOT_LOADED = 'Image not loaded yet. Please close and open again.';
