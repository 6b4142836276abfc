/** Entries of quality control among the comments: they follow every change of the image's record. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { SCORE_TYPES } from '@echometry/contract/records/comment.ts';
import { contentOf } from '@echometry/contract/rules/content.ts';
import { hasQc, scoreText } from '@echometry/contract/rules/quality.ts';
import type { Gesture } from './journal-records.ts';

/** How a gesture came about. */
export type Making = 'made' | 'undone' | 'redone';

type ScoreType = (typeof SCORE_TYPES)[number];

/** Effect of a gesture on the entries of one image. */
export interface EntryChange {
  /** The image, as it was or as it is. */
  image: AnalysisImage;
  write: { type: ScoreType; content: string }[];
  remove: ScoreType[];
}

function entriesOf(before: AnalysisImage | null, after: AnalysisImage | null, how: Making): EntryChange | null {
  const image = after ?? before;
  if (!image) return null;
  const change: EntryChange = { image, write: [], remove: [] };
  const had = before !== null && hasQc(before);
  if (had && (after === null || !hasQc(after))) {
    // Taken back, an evaluation leaves its remark; deleted, it leaves nothing.
    return { ...change, remove: how === 'undone' ? ['score', 'score-accept'] : [...SCORE_TYPES] };
  }
  if (!after) return null;
  if (contentOf(before?.score ?? null) !== contentOf(after.score)) {
    if (after.score) change.write.push({ type: 'score', content: scoreText(after.score) });
    else change.remove.push('score');
  }
  if ((before?.accepted ?? null) !== after.accepted) {
    if (after.accepted !== null) change.write.push({ type: 'score-accept', content: after.accepted });
    else change.remove.push('score-accept');
  }
  return change.write.length + change.remove.length > 0 ? change : null;
}

/** Changes of the entries that follow from a gesture, image by image. */
export const entryChanges = ({ images }: Gesture, how: Making): EntryChange[] =>
  Object.values(images).flatMap(({ before, after }) => entriesOf(before, after, how) ?? []);
