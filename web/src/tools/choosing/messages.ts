/** Texts of the choice of cycles; those of its refusals are the engine's. */
export const messages = {
  selectUpTo: (max: number) => `Select up to ${max} continuous cycles`,
  keep: (count: number) => `Are you sure to keep ${count} cycles? All other cycles will be removed.`,
  lastCycle: 'This is the last cycle.',
  firstCycle: 'This is the first cycle.',
};
