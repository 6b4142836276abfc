/** Pointer events on the picture. */
import type { Line, LinePoint } from '@echometry/contract/generated/analysis-image.ts';
import { nearestOnLine, screenDistance } from '../hit/hit.ts';
import { linesAt } from '../lines/place.ts';
import { withLine } from '../lines/record.ts';
import { PRIMARY, SECONDARY, type InputEvent, type Place } from '../port.ts';
import type { Point } from '../point.ts';
import { withLinesAt } from './change.ts';
import { addPoint, backOnFrame, deletePoint, frameOfWork, keepLine, siteOf } from './edit.ts';
import { finish } from './finish.ts';
import { canNow, editableLine, isEditing } from './guards.ts';
import { EPI_MOVE_PX, MID_POINT_PX, STROKE_PX } from './limits.ts';
import { leadOn, pickLine, restored } from './navigate.ts';
import { curveOf, mayDelete, onMark, pointUnder, withLineMoved, withPointAt, withPointOnCurve, withStroke } from './points.ts';
import type { Drag, ContourState } from './state.ts';
import { act, stay, take } from '../steps.ts';
import type { ContourStep } from './steps.ts';
import { isStrip, workOf, type Ready, type Work } from './work.ts';

const inPicture = (point: Point | null, { size }: Ready): point is Point =>
  point !== null && point.x >= -0.5 && point.y >= -0.5 && point.x <= size.width - 0.5 && point.y <= size.height - 0.5;

export function handsOn(state: ContourState, event: InputEvent, ready: Ready): ContourStep {
  const work = workOf(state, ready);
  switch (event.type) {
    case 'pointer-down':
      return press(state, event, ready, work);
    case 'pointer-move':
      if (state.drag) return drag(state, event.at, ready, work);
      return state.stroke ? draw(state, event.at, state.stroke) : hover(state, event.at, ready, work);
    case 'pointer-up':
      return release(state, ready, work);
    case 'pointer-cancel':
      return state.drag ? act({ ...state, drag: null }, { type: 'draft', image: null }) : stay({ ...state, stroke: null });
    case 'pointer-elsewhere':
      return state.cursor || state.hover || state.selected
        ? stay({ ...state, cursor: null, hover: null, selected: null, aim: null })
        : stay(state);
    case 'restored':
      return restored(state, event, ready);
    case 'double-click':
      // Two points, not a wish to fit the picture.
      return work.status === 'segmenting' || isEditing(work.status) ? take(stay(state)) : stay(state);
    default:
      return stay(state);
  }
}

/** The line in work is on the screen: its frame is shown, or it belongs to none. */
const onScreen = (ready: Ready, work: Work): boolean => [null, ready.frame()].includes(frameOfWork(ready, work));

type Press = Extract<InputEvent, { type: 'pointer-down' }>;

function press(state: ContourState, event: Press, ready: Ready, work: Work): ContourStep {
  const { at, button } = event;
  const { stored } = at;
  const { status } = work;
  if (status === 'unactive' || status === 'finished' || status === 'caliper') return stay(state);
  if (button === SECONDARY) return take(secondPress(state, stored, ready, work));
  if (button !== PRIMARY || !inPicture(stored, ready)) return stay(state);
  if (!onScreen(ready, work)) return take(backOnFrame(state, ready, work) ?? stay(state));
  const grabbed = grabWhole(state, event, stored, ready, work) ?? grab(state, at, stored, ready, work);
  if (grabbed) return take(grabbed);
  if (status === 'segmenting') {
    const step = addPoint({ ...state, aim: null, cursor: stored }, ready, work, stored);
    // Only a line that continues after this point can be extended from it.
    const goesOn = step.effects.some(({ type }) => type === 'commit') && ready.rules.finishesAt(work.needs) === null;
    return take({ ...step, state: { ...step.state, stroke: goesOn ? [stored] : null } });
  }
  const other = lineUnder(stored, ready, work);
  if (other !== null) return take(pickLine(state, ready, work, other));
  return take(status === 'editing' ? beginNext(state, stored, ready, work) : stay({ ...state, selected: null }));
}

/** Takes the point under the pointer, or puts one into the curve there. */
function grab(state: ContourState, at: Place, stored: Point, ready: Ready, work: Work): ContourStep | null {
  const { line, status } = work;
  if (!line) return null;
  const hold = (point: LinePoint, held = line, inserted = false): ContourStep =>
    stay({
      ...state,
      aim: null,
      selected: point.id,
      drag: { point: point.id, motion: 'move', from: stored, screen: at.screen, held, now: inserted ? held : null, inserted },
    });
  const under = pointUnder(line, stored, ready.screen());
  if (under) return hold(under);
  if (status === 'segmenting') return null;
  const id = ready.newId();
  const more = withPointOnCurve(siteOf(ready, work), line, stored, id);
  const point = more?.points.find((one) => one.id === id);
  return more && point ? hold(point, more, true) : null;
}

/** With a key held the whole line is taken, at a point or anywhere on its curve: Shift moves, Ctrl scales, Alt turns it. */
function grabWhole(state: ContourState, { at, keys }: Press, stored: Point, ready: Ready, work: Work): ContourStep | null {
  const { line } = work;
  const motion = keys.shift ? 'move' : keys.ctrl ? 'scale' : keys.alt ? 'turn' : null;
  if (!line || motion === null || isStrip(ready.image)) return null;
  const onCurve = nearestOnLine(curveOf(siteOf(ready, work), line), false, stored, ready.screen(), MID_POINT_PX) !== null;
  if (!onCurve && !pointUnder(line, stored, ready.screen())) return null;
  const drag = { point: null, motion, from: stored, screen: at.screen, held: line, now: null, inserted: false } as const;
  return stay({ ...state, aim: null, selected: null, drag });
}

/** Another line of the place whose curve is under the pointer. */
function lineUnder(at: Point, ready: Ready, { place, row }: Work): string | null {
  const rows = ready.pattern.lines;
  const lines = linesAt(ready.image, place).filter(({ name }) => name !== row.name);
  const hit = lines.find((line) => {
    const own = rows.find(({ name }) => name === line.name);
    return own && nearestOnLine(curveOf({ ready, row: own }, line), false, at, ready.screen(), MID_POINT_PX) !== null;
  });
  return hit?.name ?? null;
}

/** A press next to every line begins the one that is traced next at this place. */
function beginNext(state: ContourState, at: Point, ready: Ready, work: Work): ContourStep {
  const led = leadOn({ ...state, cursor: at }, ready, work);
  const next = workOf(led.state, ready);
  const here = next.status === 'segmenting' && next.place.cycle === work.place.cycle && next.place.event === work.place.event;
  return here && (next.line?.points.length ?? 0) === 0 ? addPoint(led.state, ready, next, at) : stay({ ...state, selected: null });
}

/** Deletes the point under the pointer, else finishes; without started work it edits the existing line. */
function secondPress(state: ContourState, stored: Point | null, ready: Ready, work: Work): ContourStep {
  const { line } = work;
  const under = stored && line && onScreen(ready, work) ? pointUnder(line, stored, ready.screen()) : null;
  if (under && mayDelete(work, under)) return deletePoint(state, ready, work, under.id);
  const editable = work.status === 'segmenting' ? editableLine(ready, work) : null;
  if (editable !== null) return pickLine(state, ready, work, editable);
  return canNow(state, ready, work).finish ? finish(state, ready, work) : stay(state);
}

function drag(state: ContourState, { stored, screen }: Place, ready: Ready, work: Work): ContourStep {
  const held = state.drag;
  if (!held || !stored) return take(stay(state));
  const epi = work.row.predicted_from !== undefined;
  const moved = Math.hypot(screen.x - held.screen.x, screen.y - held.screen.y);
  if (!held.now && (epi ? moved <= EPI_MOVE_PX : moved === 0)) return take(stay(state));
  const now = movedTo(held, stored, ready, work);
  if (!now) return take(stay(state));
  const image = withLinesAt(ready, work.place, withLine(linesAt(ready.image, work.place), now));
  return take(act({ ...state, cursor: stored, drag: { ...held, now } }, { type: 'draft', image }));
}

/** The line during the drag; a point keeps its distance from the pointer. */
function movedTo({ held, point: id, motion, from }: Drag, to: Point, ready: Ready, work: Work): Line | null {
  const site = siteOf(ready, work);
  if (id === null) return withLineMoved(site, held, motion, from, to);
  const point = held.points.find((one) => one.id === id);
  if (!point) return null;
  const others = held.points.filter((one) => one !== point);
  return withPointAt(site, held, id, onMark(site, others, { x: point.x + to.x - from.x, y: point.y + to.y - from.y }));
}

function draw(state: ContourState, { stored }: Place, stroke: readonly Point[]): ContourStep {
  return take(stored ? stay({ ...state, cursor: stored, stroke: [...stroke, stored] }) : stay(state));
}

/** A stroke that went anywhere becomes points of the line; a press that stayed was one already. */
function endStroke(state: ContourState, stroke: readonly Point[], ready: Ready, work: Work): ContourStep {
  const [first] = stroke;
  const { line } = work;
  const went = first !== undefined && stroke.some((point) => screenDistance(first, point, ready.screen()) > STROKE_PX);
  const whole = went && line && !line.finished ? withStroke(siteOf(ready, work), line, stroke, ready.newId) : null;
  return take(whole ? keepLine({ ...state, stroke: null }, ready, work, whole) : stay({ ...state, stroke: null }));
}

function release(state: ContourState, ready: Ready, work: Work): ContourStep {
  const { drag: held, stroke } = state;
  if (stroke) return endStroke(state, stroke, ready, work);
  if (!held) return stay(state);
  if (!held.now) return take(stay({ ...state, drag: null }));
  const kept = keepLine(state, ready, work, held.now);
  return take(act(kept.state, { type: 'draft', image: null }, ...kept.effects));
}

function hover(state: ContourState, { stored }: Place, ready: Ready, work: Work): ContourStep {
  const { line, status } = work;
  const able = status === 'segmenting' || isEditing(status);
  const cursor = able && inPicture(stored, ready) ? stored : null;
  const under = cursor && line && onScreen(ready, work) ? pointUnder(line, cursor, ready.screen()) : null;
  const id = under?.id ?? null;
  const same = state.hover === id && state.cursor?.x === cursor?.x && state.cursor?.y === cursor?.y;
  return same ? stay(state) : stay({ ...state, cursor, hover: id });
}

/** The pointer rests on a part that can be dragged. */
export const isOver = ({ hover: id }: ContourState): boolean => id !== null;
