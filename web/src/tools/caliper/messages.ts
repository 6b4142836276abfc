/** Messages of the caliper. */

export const removed = (name: string): string => `Caliper ${name} was removed. Undo brings it back.`;
export const POINTS_REMOVED = 'The points of the caliper were removed. Undo brings them back.';
