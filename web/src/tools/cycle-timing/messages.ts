/** Texts of the tool; those of refusals and alarms are the engine's. */
import { SHORT_EVENTS } from '@echometry/contract/rules/cardiac-events.ts';
import type { MarkedEvent } from './marks.ts';

/** An onset is known by its flag. */
const shortMarks: Readonly<Record<MarkedEvent, string>> = { ...SHORT_EVENTS, onset: '' };

export const messages = {
  shortMarks,
  noProposalFits: 'No proposal fits here. Set the next mark by hand, drop the proposals, or finish.',
  noMarkYet: 'This image has no mark yet.',
  allSet: 'All marks are set. Finish the image, or undo the last mark.',
  noMarkAfter: 'No mark follows.',
  noMarkBefore: 'No mark comes before.',
  noCursorLine: 'Place the cursor line first: move the pointer over the strip, or press an arrow key.',
  oneCycleFirst: 'Please mark one whole cycle before you finish',
  excluded: 'excluded',
};
