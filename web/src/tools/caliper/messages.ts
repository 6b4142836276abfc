/** Texts of the caliper. */
export const messages = {
  removed: (name: string) => `Caliper ${name} was removed. Undo brings it back.`,
  pointsRemoved: 'The points of the caliper were removed. Undo brings them back.',
};
