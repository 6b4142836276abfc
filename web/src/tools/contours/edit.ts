/** Changes of one line: its points, its shape, its thickness, its frame. */
import type { Line, LineShape } from '@echometry/contract/generated/analysis-image.ts';
import { frameOf, linesAt } from '../lines/place.ts';
import { withLine, withLines } from '../lines/record.ts';
import type { Point } from '../point.ts';
import { newLine, onStep, rescaledWall, wallNear, withLinesAt, withoutLine, withWall } from './change.ts';
import { finishLine } from './finish.ts';
import { mayDelete, withNextPoint, withPointAt, type Site } from './points.ts';
import type { ContourEffect, ContourState } from './state.ts';
import { act, say, stay } from '../steps.ts';
import { letGo, showing, type ContourStep } from './steps.ts';
import { messages, placeName } from './messages.ts';
import { isStrip, strayLines, type Ready, type Work } from './work.ts';
import { isAlone } from './finish.ts';

/** Of the specification, for the log. */
const RELOCATING_FAILED = 'Relocating Epi points was not possible';

export const siteOf = (ready: Ready, work: Work): Site => ({ ready, ...work });

/** Frame the line in work belongs to; null where it is drawn on any. */
export const frameOfWork = ({ image }: Pick<Ready, 'image'>, { place, line }: Pick<Work, 'place' | 'line'>): number | null =>
  frameOf(image, place) ?? line?.frame_number ?? null;

/** Points are set only on the frame of their event: on another one it comes back first. */
export function backOnFrame(state: ContourState, ready: Ready, work: Work): ContourStep | null {
  const frame = frameOfWork(ready, work);
  if (frame === null || frame === ready.frame()) return null;
  return act(state, { type: 'show-frame', frame }, say(messages.otherFrame(placeName(work.place, isAlone(ready)), frame)));
}

/** Sets the next point of the line in work; a complete shape finishes automatically. */
export function addPoint(state: ContourState, ready: Ready, work: Work, at: Point): ContourStep {
  const away = backOnFrame(state, ready, work);
  if (away) return away;
  const { place, row, needs } = work;
  const line = work.line ?? newLine(ready, place, row);
  // The first point decides which frame a plane without events is drawn on.
  const begun = line.points.length === 0 ? { ...line, frame_number: newLine(ready, place, row).frame_number } : line;
  const next = withNextPoint(siteOf(ready, work), begun, at, ready.newId());
  if (!next) return ready.rules.mayFinish(needs, line.points.length) ? stay(state) : act(state, say(messages.noRoom));
  if (ready.rules.finishesAt(needs) === next.points.length) return finishLine(state, ready, work, next);
  const image = withLinesAt(ready, place, withLine(linesAt(ready.image, place), next));
  return act({ ...state, place, line: row.name, selected: null }, { type: 'commit', image });
}

/** Keeps a line whose points were moved, added or deleted; its predicted epicardium follows. */
export function keepLine(state: ContourState, ready: Ready, { place }: Work, line: Line): ContourStep {
  const { lines, failed } = withWall(ready, withLine(linesAt(ready.image, place), line), line, false);
  const effects: ContourEffect[] = [{ type: 'commit', image: withLinesAt(ready, place, lines) }];
  if (failed) effects.push({ type: 'log', message: RELOCATING_FAILED }, say(messages.relocatingFailed, 'hard'));
  return act({ ...state, place, line: line.name, drag: null }, ...effects);
}

export function deletePoint(state: ContourState, ready: Ready, work: Work, id: string): ContourStep {
  const { line } = work;
  const point = line?.points.find((one) => one.id === id);
  if (!line || !point || !mayDelete(work, point)) return stay(state);
  const points = line.points.filter((one) => one !== point);
  if (line.finished && !ready.rules.mayFinish(work.needs, points.length)) return act(state, say(messages.keepsPoints(line.name)));
  return keepLine({ ...state, selected: null, hover: null }, ready, work, { ...line, points });
}

export function nudge(state: ContourState, ready: Ready, work: Work, by: Point): ContourStep {
  if (state.aim) {
    const { width, height } = ready.size;
    const within = (at: number, most: number): number => Math.min(Math.max(at, 0), most - 1);
    return stay({ ...state, aim: { x: within(state.aim.x + by.x, width), y: within(state.aim.y + by.y, height) } });
  }
  const { line, status } = work;
  const point = line?.points.find(({ id }) => id === state.selected);
  if (!line || !point || status === 'finished' || status === 'unactive' || status === 'caliper') return stay(state);
  const moved = withPointAt(siteOf(ready, work), line, point.id, { x: point.x + by.x, y: point.y + by.y });
  const now = moved.points.find(({ id }) => id === point.id);
  return now && (now.x !== point.x || now.y !== point.y) ? keepLine(state, ready, work, moved) : act(state, say(messages.pointHeld));
}

/** Takes the line in work away, with the prediction made from it. */
export function removeShape(state: ContourState, ready: Ready, { place, row, shape }: Work): ContourStep {
  const left = withoutLine(ready, linesAt(ready.image, place), row.name);
  // A chosen shape stays chosen.
  const lines = shape === row.shape ? left : withLine(left, newLine(ready, place, row, shape));
  return act({ ...letGo(state), place, line: row.name }, { type: 'commit', image: withLinesAt(ready, place, lines) });
}

export function removeAll(state: ContourState, ready: Ready): ContourStep {
  const { image, places, pattern } = ready;
  if (image.segmentation.length === 0) return stay({ ...state, rests: false, editing: false });
  const changes = places.map((place) => ({ place, lines: [] }));
  const none = { ...withLines(image, changes, pattern), segmentation: [] };
  return act(
    { ...letGo(state), place: null, line: null, editing: false, rests: false },
    { type: 'commit', image: none },
    ...showing(ready, places[0]),
  );
}

/** Everything from the current cycle onwards, except for the lines that `keep` leaves. */
function clearedFrom({ image, places }: Ready, cycle: number, keep: (lines: readonly Line[]) => Line[]) {
  return places.filter((place) => place.cycle >= cycle).map((place) => ({ place, lines: keep(linesAt(image, place)) }));
}

/** Another shape: the line is cleared from the current cycle onwards, with the one predicted from it, and starts again. */
export function changeShape(state: ContourState, ready: Ready, { place, row, shape }: Work, to: LineShape): ContourStep {
  if (to === shape || !(row.shapes ?? []).includes(to as (typeof row.shapes & object)[number])) return stay(state);
  const epis = ready.pattern.lines.filter(({ predicted_from }) => predicted_from === row.name);
  const gone = [row.name, ...epis.map(({ name }) => name)];
  const changes = clearedFrom(ready, place.cycle, (lines) => lines.filter(({ name }) => !gone.includes(name)));
  const first = changes[0];
  if (!first) return stay(state);
  const begun = [row, ...epis].map((one) => newLine(ready, first.place, one, to));
  const image = withLines(ready.image, changes.with(0, { ...first, lines: [...begun, ...first.lines] }), ready.pattern);
  return act(
    { ...letGo(state), place: first.place, line: row.name, editing: false, rests: false },
    { type: 'commit', image },
    ...showing(ready, first.place),
  );
}

/** Another pattern: everything from the current cycle onwards is cleared and starts again. */
export function changePattern(state: ContourState, ready: Ready, { place }: Work, to: string): ContourStep {
  const pattern = ready.type?.patterns.find(({ name }) => name === to);
  const row = pattern?.lines[0];
  if (!pattern || !row || pattern.name === ready.pattern.name) return stay(state);
  const changes = clearedFrom(ready, place.cycle, () => []);
  const first = changes[0];
  if (!first) return stay(state);
  const begun = newLine({ ...ready, pattern }, first.place, row, row.shape);
  const image = withLines(ready.image, changes.with(0, { ...first, lines: [begun] }), pattern);
  return act(
    { ...letGo(state), place: first.place, line: null, editing: false, rests: false },
    { type: 'commit', image },
    ...showing(ready, first.place),
  );
}

/** The wall at another thickness: a draft while the slider is held, a gesture when it is let go. */
export function setThickness(state: ContourState, ready: Ready, { place, row }: Work, wanted: number, done: boolean): ContourStep {
  const { min, max, step } = ready.rules.EPI_THICKNESS;
  const to = Math.min(Math.max(onStep(wanted, step), min), max);
  const wall = wallNear(ready, place, row);
  if (!wall) return stay(state);
  const moved = rescaledWall(ready, wall.endo, wall.epi, to);
  const none: ContourEffect = { type: 'draft', image: null };
  if (!moved)
    return act({ ...state, thickness: null }, none, { type: 'log', message: RELOCATING_FAILED }, say(messages.relocatingFailed, 'hard'));
  const image = withLinesAt(ready, place, withLine(linesAt(ready.image, place), moved));
  if (!done) return act({ ...state, thickness: to }, { type: 'draft', image });
  return act({ ...state, thickness: null }, none, { type: 'commit', image });
}

/** Copies the lines of the cycle before to this one, for the person to accept or correct. */
export function predict(state: ContourState, ready: Ready, { place }: Work): ContourStep {
  const { image, rules } = ready;
  const from = { ...place, cycle: place.cycle - 1 };
  const lines = linesAt(image, place);
  const source = linesAt(image, from).filter(
    ({ name, finished }) => finished && !lines.some((line) => line.name === name && line.finished),
  );
  if (source.length === 0) return act(state, say(messages.nothingToPredict));
  const [before, now] = [image.cardiac_events[from.cycle], image.cardiac_events[place.cycle]];
  const copies = isStrip(image)
    ? rules.predictOnMMode(source, place.cycle, before ?? {}, now ?? {})
    : rules.predictOnPlane(source, place.cycle);
  if (!copies) return act(state, say(messages.noCycleLength));
  const frame = frameOf(image, place);
  const all = copies.reduce<Line[]>((kept, copy) => withLine(kept, { ...copy, frame_number: frame }), [...lines]);
  return act({ ...letGo(state), place, line: null }, { type: 'commit', image: withLinesAt(ready, place, all) }, ...showing(ready, place));
}

/** Lines that were drawn on another frame: they are moved to the frame of their mark, or drawn again. */
export function settleFrame(state: ContourState, ready: Ready, { place }: Work, how: 'confirm' | 'redraw'): ContourStep {
  const frame = frameOf(ready.image, place);
  const stray = strayLines(ready, place, frame);
  if (stray.length === 0) return stay(state);
  const lines = linesAt(ready.image, place);
  const left =
    how === 'confirm'
      ? lines.map((line) => (stray.includes(line) ? { ...line, frame_number: frame } : line))
      : lines.filter((line) => !stray.includes(line));
  const line = how === 'confirm' ? state.line : null;
  return act(
    { ...letGo(state), place, line, editing: how === 'confirm' && state.editing, rests: false },
    { type: 'commit', image: withLinesAt(ready, place, left) },
    ...showing(ready, place),
  );
}

/** Where a key sets a point first: at the pointer, next to the last point, in the middle of the picture. */
export function aimOf({ cursor }: ContourState, { size }: Ready, line: Line | null): Point {
  const last = line?.points.at(-1);
  if (cursor) return cursor;
  return last ? { x: last.x, y: last.y } : { x: (size.width - 1) / 2, y: (size.height - 1) / 2 };
}
