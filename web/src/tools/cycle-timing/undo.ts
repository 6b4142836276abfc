/** What undo takes back: the last gesture where the history has it, otherwise the last mark of the record. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { isSet, kindOf, marksOf } from './marks.ts';
import { withoutLastMark } from './place.ts';
import type { CycleTimingEffect } from './state.ts';
import { say } from './steps.ts';
import { NO_MARK_YET } from './texts.ts';

/** Marks of an image; an onset that opens no cycle any more ranks after one that does. */
function progress(image: AnalysisImage): number {
  const open = kindOf(image) !== '2D' && !isSet(image.cardiac_events.at(-1)?.onset_end) ? 0 : 0.5;
  return marksOf(image).length + open;
}

/**
 * True for a gesture that led on from `before` to `now`, which undo takes back. One that led back (an undo after a
 * reload, a reopening) is not: undo would only repeat it the other way. Removing all marks led on.
 */
function ledOn(before: AnalysisImage, now: AnalysisImage): boolean {
  if (now.cardiac_events.length === 0) return marksOf(before).length > 1;
  return !before.is_annotated && progress(before) <= progress(now);
}

/** Undo while marks are added. */
export function undoMark(now: AnalysisImage, before: AnalysisImage | null): CycleTimingEffect[] {
  if (before && ledOn(before, now)) return [{ type: 'step-back' }];
  return now.cardiac_events.length === 0 ? [say(NO_MARK_YET)] : [{ type: 'commit', image: withoutLastMark(now) }];
}

/** Ctrl+Z in `finished` first reopens (docs/decisions/0140-timing-is-read-from-the-record.md). */
export function reopen(now: AnalysisImage, before: AnalysisImage | null): CycleTimingEffect[] {
  const finished = before !== null && !before.is_annotated && before.cardiac_events.length > 0;
  // The choice of cycles is what was finished last: they come back.
  const chosen = before !== null && before.cardiac_events.length > now.cardiac_events.length;
  if (finished || chosen) return [{ type: 'step-back' }];
  return [{ type: 'commit', image: { ...now, is_annotated: false } }];
}
