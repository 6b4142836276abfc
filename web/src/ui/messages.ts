/** Texts of the shared controls. */
export const messages = {
  product: 'Echometry',
  entrance: {
    purpose: 'Measure, review and export cardiac ultrasound.',
    research: 'Research software. Not a medical device, never for primary diagnosis.',
  },
  cancel: 'Cancel',
  close: 'Close',
  tryAgain: 'Try again',
  alerts: { title: 'Messages', dismiss: 'Dismiss' },
  keys: {
    strip: (mode: string) => `Keys of ${mode}`,
    help: 'Keys that work now',
    none: 'no key',
    change: 'Change keys',
    tip: (keys: readonly string[]) => (keys.length > 0 ? `Key: ${keys.join(' or ')}` : 'No key'),
  },
  select: {
    search: (name: string) => `Search ${name}`,
    nothingFound: 'Nothing found',
    current: 'current choice',
  },
  projects: {
    title: 'Projects',
    total: (count: number) => `${count} in the list`,
    left: (count: number) => `${count} to do`,
  },
  step: (name: string, isDone: boolean) => `${name}: ${isDone ? 'done' : 'open'}`,
};
