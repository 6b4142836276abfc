/** Messages of the caliper. */

export const removed = (type: string): string => `Caliper ${type} was removed. Undo brings it back.`;
export const POINTS_REMOVED = 'The points of the caliper were removed. Undo brings them back.';
