/** From mark to mark, and the cursor line along a strip. */
import type { Point } from '../point.ts';
import { isSet, kindOf, lengthsOf, marksOf } from './marks.ts';
import type { CycleTimingContext, CycleTimingState, Ready, TimingStep } from './state.ts';
import type { Strip } from '../strip.ts';
import { openProposals } from './proposals.ts';
import { isAnnotating, statusOf } from './status.ts';
import { act, say, stay } from '../steps.ts';
import { messages } from './messages.ts';

const middle = ({ top, bottom }: Strip): number => (top + bottom) / 2;
const within = ({ left, right }: Strip, x: number): number => Math.min(Math.max(x, left), right);

/** The cursor line moved by columns; it begins at the last mark, else at the left edge. */
export function nextCursor(
  state: CycleTimingState,
  { image, strip }: Pick<CycleTimingContext, 'strip'> & Pick<Ready, 'image'>,
  by: number,
): Point | null {
  if (!strip) return state.cursor;
  const from = state.cursor?.x ?? marksOf(image).at(-1)?.at ?? strip.left;
  return { x: within(strip, from + by), y: state.cursor?.y ?? middle(strip) };
}

const noMark = (by: 1 | -1) => say(by > 0 ? messages.noMarkAfter : messages.noMarkBefore);

/** To the mark after or before; while onsets are marked, past the last one by the length of the cycle before. */
export function walk(state: CycleTimingState, context: Ready, by: 1 | -1): TimingStep {
  const marks = marksOf(context.image);
  const clip = kindOf(context.image) === '2D';
  const edge = by > 0 ? -Infinity : Infinity;
  const from = clip ? context.frame() : (state.editing?.selected?.at ?? state.cursor?.x ?? edge);
  const next = by > 0 ? marks.find(({ at }) => at > from) : marks.findLast(({ at }) => at < from);
  if (clip) return toFrame(state, context, from, by);
  const { strip } = context;
  if (!strip) return act(state, noMark(by));
  const x = next?.at ?? (by > 0 && isAnnotating(statusOf(state, context)) ? expected(context) : null);
  if (x === null) return act(state, noMark(by));
  const editing = state.editing && next ? { ...state.editing, selected: next } : state.editing;
  return stay({ ...state, editing, cursor: { x: within(strip, x), y: state.cursor?.y ?? middle(strip) } });
}

/** To the next frame that is marked or proposed. */
function toFrame(state: CycleTimingState, context: Ready, from: number, by: 1 | -1): TimingStep {
  const marked = marksOf(context.image).map(({ at }) => at);
  const proposed = openProposals(state, context, context.image).map(({ position }) => position);
  const frames = [...marked, ...proposed].toSorted((a, b) => a - b);
  const frame = by > 0 ? frames.find((at) => at > from) : frames.findLast((at) => at < from);
  return act(state, frame === undefined ? noMark(by) : { type: 'show-frame', frame });
}

/** Where the next onset would be if this cycle were as long as the one before: a place to look at, not a mark. */
function expected({ image, frameTimes }: Ready): number | null {
  const length = lengthsOf(image, frameTimes).findLast((one) => one !== null);
  const last = marksOf(image).findLast(({ event }) => event === 'onset');
  return last && isSet(length ?? undefined) ? last.at + (length ?? 0) : null;
}
