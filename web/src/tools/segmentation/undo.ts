/** What undo takes back: the last gesture where the history has it, otherwise what was set last in the record. */
import type { AnalysisImage, Line } from '@echometry/contract/generated/analysis-image.ts';
import { linesAt, type LinePlace } from '../lines/place.ts';
import { withLines } from '../lines/record.ts';
import { withoutLastOf } from './change.ts';
import { differenceOf } from './navigate.ts';
import type { SegmentationState } from './state.ts';
import { act, letGo, showing, stay, type SegmentationStep } from './steps.ts';
import { isTraced, type Ready, type Work } from './work.ts';

interface Last {
  place: LinePlace;
  line: Line;
}

/** The line that was worked on last, as far as the record knows: the open one of this place, else the last of all. */
function lastLine({ image, pattern, places }: Ready, work: Work | null): Last | null {
  if (work?.line && !work.line.finished && work.line.points.length > 0) return { place: work.place, line: work.line };
  for (const place of places.toReversed())
    for (const { name } of pattern.lines.toReversed()) {
      const line = linesAt(image, place).find((one) => one.name === name && one.points.length > 0);
      if (line) return { place, line };
    }
  return null;
}

/** The record without what was set last; null when it holds nothing. */
function unwound(ready: Ready, work: Work | null): { image: AnalysisImage; last: Last | null } | null {
  const { image, pattern, places } = ready;
  const last = lastLine(ready, work);
  if (!last) {
    if (image.segmentation.length === 0) return null;
    return {
      image: withLines(
        image,
        places.map((place) => ({ place, lines: [] })),
        pattern,
      ),
      last: null,
    };
  }
  const left = withoutLastOf(last.line);
  const lines = linesAt(image, last.place).flatMap((line) => (line === last.line ? (left ?? []) : line));
  return { image: withLines(image, [{ place: last.place, lines }], pattern), last };
}

/**
 * True for a gesture that led on from `before`, which undo takes back. One that led back, an undo without a history, is
 * not: undo would only repeat it the other way.
 */
function ledOn({ ledOn: known }: SegmentationState, ready: Ready, before: AnalysisImage): boolean {
  if (known) return true;
  const back = unwound({ ...ready, image: before }, null);
  return back === null || JSON.stringify(back.image.segmentation) !== JSON.stringify(ready.image.segmentation);
}

export function undo(state: SegmentationState, ready: Ready, work: Work): SegmentationStep {
  if (state.rests) return stay({ ...state, rests: false });
  const before = ready.before();
  const back = before !== null && ledOn(state, ready, before) ? before : null;
  // What is finished is reopened before anything of it is taken back.
  if (work.status === 'finished' && back && isTraced({ ...ready, image: back }))
    return stay({ ...letGo(state), place: work.place, editing: true });
  if (back) {
    const where = differenceOf(back, ready.image, ready.places);
    const place = where?.place ?? work.place;
    return act(
      { ...letGo(state), place, line: where?.line ?? null, editing: state.editing && isTraced({ ...ready, image: back }), ledOn: false },
      { type: 'step-back' },
      ...showing(ready, place),
    );
  }
  return reopened(state, ready, work);
}

function reopened(state: SegmentationState, ready: Ready, work: Work): SegmentationStep {
  const done = unwound(ready, work);
  if (!done) return stay(state);
  const place = done.last?.place ?? ready.places[0];
  return act(
    { ...letGo(state), place, line: done.last?.line.name ?? null, editing: false, ledOn: false },
    { type: 'commit', image: done.image },
    ...showing(ready, place),
  );
}
