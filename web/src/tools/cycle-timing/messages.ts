/** Texts of the tool; those of refusals and alarms are the engine's. */
import type { MarkedEvent } from './marks.ts';

const shortMarks: Readonly<Record<MarkedEvent, string | null>> = { onset: null, end_diastole: 'ED', end_systole: 'ES' };

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
