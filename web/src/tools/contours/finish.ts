/** Finishing: a line, the correction of one, or all there is. */
import type { Line } from '@echometry/contract/generated/analysis-image.ts';
import { needsOf } from '../lines/definition.ts';
import { linesAt, type LinePlace } from '../lines/place.ts';
import { isPlaceTraced, withLine, withLines } from '../lines/record.ts';
import { newLine, secondValve, withLinesAt, withWall } from './change.ts';
import { leadOn } from './navigate.ts';
import { withPresetRatio, type Site } from './points.ts';
import type { ContourEffect, ContourState } from './state.ts';
import { act, say, stay } from '../steps.ts';
import { letGo, type ContourStep } from './steps.ts';
import { messages, placeName } from './messages.ts';
import { isStrip, isTraced, workOf, type Ready, type Work } from './work.ts';

export function finish(state: ContourState, ready: Ready, work: Work): ContourStep {
  switch (work.status) {
    case 'editing-segmentation':
      return stay({ ...letGo(state), line: null, editing: false });
    case 'editing':
      return leadOn(state, ready, work);
    case 'segmenting':
    case 'editing-thickness':
      return finishLine(state, ready, work);
    case 'unactive':
    case 'finished':
    case 'caliper':
      return stay(state);
  }
}

/** How many points a line still needs; 0 when it may be finished. */
function lacking({ rules }: Ready, { needs }: Work, points: number): number {
  let more = 0;
  const most = (rules.finishesAt(needs) ?? Math.max(needs.control_points, 3)) - points;
  while (more < most && !rules.mayFinish(needs, points + more)) more += 1;
  return more;
}

/** Finishes the line in work; `drawn` is the line as a press has just left it. */
export function finishLine(state: ContourState, ready: Ready, work: Work, drawn: Line | null = work.line): ContourStep {
  const { place, row, needs, status } = work;
  const site: Site = { ready, ...work };
  const wall = drawn && drawn.points.length > 0 ? null : missingWall(state, ready, work);
  if (wall) return wall;
  const begun = drawn ?? newLine(ready, place, row);
  const line = withPresetRatio(site, begun, state.aim ?? state.cursor, ready.newId()) ?? begun;
  if (!ready.rules.mayFinish(needs, line.points.length))
    return act(state, say(messages.tooFew(row.name, lacking(ready, work, line.points.length))));
  const finished = { ...line, finished: true };
  const lines = withLine(linesAt(ready.image, place), finished);
  const followed = withWall(ready, lines, finished, true);
  const valve = secondValve(ready, place, followed.lines, finished);
  const image = withLinesAt(ready, place, valve ? withLine(followed.lines, valve) : followed.lines);
  const effects: ContourEffect[] = [{ type: 'commit', image }];
  if (followed.failed) effects.push(say(messages.noWall, 'hard'));
  const next: ContourState = { ...letGo(state), place, line: followed.wall ?? row.name, aim: state.aim };
  const now = { ...ready, image };
  // A predicted wall waits for its thickness; a line of a plane is looked at before the next one is drawn.
  if (followed.wall !== null || (!isStrip(image) && status !== 'editing-thickness' && !isTraced(now))) return act(next, ...effects);
  if (state.editing) return act(next, ...effects);
  const led = leadOn(next, now, workOf(next, now));
  return act(led.state, ...effects, ...led.effects);
}

/** Predicts an epicardium that is in work and has no point yet, where its endocardium is finished. */
function missingWall(state: ContourState, ready: Ready, { place, row }: Work): ContourStep | null {
  const lines = linesAt(ready.image, place);
  const endo = lines.find(({ name, finished }) => finished && name === row.predicted_from);
  if (!endo) return null;
  const { lines: all, wall } = withWall(ready, lines, endo, true);
  if (wall === null) return act(state, say(messages.noWall, 'hard'));
  return act({ ...letGo(state), place, line: wall }, { type: 'commit', image: withLinesAt(ready, place, all) });
}

/** Finishes every line that has its points. Missing lines are named, and left for later. */
export function finishAll(state: ContourState, ready: Ready, work: Work): ContourStep {
  const { image, pattern, places, rules } = ready;
  const mayFinish = (line: Line): boolean => {
    const row = pattern.lines.find(({ name }) => name === line.name);
    return row !== undefined && rules.mayFinish(needsOf(row, line.shape), line.points.length);
  };
  const changes = places.flatMap((place) => {
    const lines = linesAt(image, place);
    if (!lines.some((line) => !line.finished && mayFinish(line))) return [];
    return [{ place, lines: lines.map((line) => (mayFinish(line) ? { ...line, finished: true } : line)) }];
  });
  const now = changes.length === 0 ? ready : { ...ready, image: withLines(image, changes, pattern) };
  const effects: ContourEffect[] = changes.length === 0 ? [] : [{ type: 'commit', image: now.image }];
  const rest: LinePlace[] = places.filter((place) => !isPlaceTraced(now.image, place, pattern));
  if (rest.length > 0) effects.push(say(messages.stillToTrace(rest.map((place) => placeName(place, isAlone(now))))));
  return act({ ...letGo(state), place: work.place, line: null, editing: false, rests: rest.length > 0 }, ...effects);
}

/** The image has only one place: no cycles. */
export const isAlone = ({ image, places }: Pick<Ready, 'image' | 'places'>): boolean =>
  places.length === 1 && image.cardiac_events.length === 0;
