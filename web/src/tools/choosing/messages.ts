/** Texts of the choice of cycles; refusals come from the engine. */
export const messages = {
  selectUpTo: (max: number) => `Select up to ${max} continuous cycles`,
  keep: (count: number) => `Are you sure to keep ${count} cycles? All other cycles will be removed.`,
  lastCycle: 'This is the last cycle.',
  firstCycle: 'This is the first cycle.',
};
