/** Texts of the tool. */
export const messages = {
  nothingDrawn: (cycle: number) => `Trace and finish a line of cycle ${cycle} first: lines are followed from where they are drawn.`,
  noFrames: (cycle: number) => `Mark end diastole of cycle ${cycle} first: the cycle begins there.`,
  eventFrame: 'The lines of an event are changed at the event, not in the whole cycle.',
  changed: 'A mark or a drawn line has changed since. Follow the lines again before you accept them.',
  upToDate: 'The lines are up to date: nothing is drawn in another way than when they were followed.',
  offered: 'offered',
  outdated: 'outdated',
  corrected: 'corrected',
};
