/** Effect of each action of the label tool, for any key. */
import type { LabelEvent } from './events.ts';

export const LABEL_KEYS = {
  'selection.next': { type: 'go', by: 1 },
  'selection.previous': { type: 'go', by: -1 },
  'selection.next-unlabelled': { type: 'next-unlabelled' },
  'selection.reference': { type: 'toggle-reference' },
  'selection.all': { type: 'choose-all' },
} as const satisfies Readonly<Record<string, LabelEvent>>;

/** The keys where nothing may be changed: keys that change nothing. */
export const LOOKING_KEYS = {
  'selection.next': LABEL_KEYS['selection.next'],
  'selection.previous': LABEL_KEYS['selection.previous'],
} as const satisfies Readonly<Record<string, LabelEvent>>;
