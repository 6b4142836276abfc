/** Texts of the shared controls. */
import { counted } from '@echometry/contract/rules/counted.ts';

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
  token: {
    add: 'New token',
    name: 'Name',
    nameHint: 'For example, Nightly export',
    role: 'Role',
    life: 'Expires after',
    days: (days: number) => counted(days, 'day'),
    projects: 'Projects',
    allProjects: 'All projects',
    write: 'Allow changes',
    writeHint: 'Without it, the program can only read. Exports need it.',
    make: 'Make token',
  },
  step: (name: string, isDone: boolean) => `${name}: ${isDone ? 'done' : 'open'}`,
};
