/** The lines on every frame of a cycle: followed, accepted, corrected (docs/tracking.md#every-frame-of-a-cycle). */
import type { AnalysisImage, CycleSequence } from '@echometry/contract/generated/analysis-image.ts';
import { contentOf } from '@echometry/contract/rules/content.ts';
import { nearestPoint } from '../hit/hit.ts';
import { CONTROL_POINT_PX } from '../contours/limits.ts';
import { withPointAt } from '../contours/points.ts';
import { isInput, PRIMARY, type InputEvent, type Step, type Tool } from '../port.ts';
import type { Point } from '../point.ts';
import { act, say, stay, take } from '../steps.ts';
import {
  correctionOf,
  cycleView,
  isEventFrame,
  linesOn,
  siteOf,
  withCorrections,
  withoutCorrections,
  withoutSequence,
  withSequence,
  type CycleView,
} from './cycle.ts';
import { withConfirmed, withRule, withRuleOfCycles } from './decisions.ts';
import { canNow } from './guards.ts';
import { keymapOf } from './keymap.ts';
import { messages } from './messages.ts';
import { overlayOf } from './overlay.ts';
import {
  INITIAL,
  type PointOfLine,
  type WholeCycleContext,
  type WholeCycleEffect,
  type WholeCycleEvent,
  type WholeCycleState,
} from './state.ts';

type CycleStep = Step<WholeCycleState, WholeCycleEffect>;

/** Nothing of a line is held or selected any more. */
const letGo = (state: WholeCycleState): WholeCycleState => ({ ...state, hover: null, selected: null, drag: null });

/** Opens a cycle; what was never followed is followed at once. */
function open(state: WholeCycleState, context: WholeCycleContext, cycle: number): CycleStep {
  const view = cycleView(context, cycle);
  if (!view) return act(state, say(messages.noFrames(cycle + 1)));
  const next = { ...letGo(state), cycle, part: null };
  if (view.anchors.length === 0 && view.known === null) return act(next, say(messages.nothingDrawn(cycle + 1)));
  const isStored = view.ready.image.segmentation[cycle]?.sequence !== undefined;
  const frame = view.ready.frame();
  const effects: WholeCycleEffect[] = frame < view.span.from || frame > view.span.to ? [{ type: 'show-frame', frame: view.span.from }] : [];
  if (!isStored && canNow(view, frame, context.following).follow) effects.push({ type: 'follow', cycle, known: view.known });
  return act(next, ...effects);
}

function reduceOwn(state: WholeCycleState, event: WholeCycleEvent, context: WholeCycleContext): CycleStep {
  if (event.type === 'open') return open(state, context, context.cycle);
  if (event.type === 'cycle') return open(state, context, event.to);
  const view = state.cycle === null ? null : cycleView(context, state.cycle);
  if (event.type === 'close' || !view) return stay(INITIAL);
  const { ready, cycle } = view;
  const frame = ready.frame();
  const can = canNow(view, frame, context.following);
  switch (event.type) {
    case 'go': {
      const to = cycle + event.by;
      return ready.image.cardiac_events[to] ? open(state, context, to) : stay(state);
    }
    case 'show':
      return act(letGo(state), { type: 'show-frame', frame: event.frame });
    case 'follow':
      if (can.follow) return act(state, { type: 'follow', cycle, known: view.known });
      return view.known && !view.outdated ? act(state, say(messages.upToDate)) : stay(state);
    case 'accept':
      return accept(state, view);
    case 'drop':
      return can.drop ? act(state, { type: 'drop-offer' }) : stay(state);
    case 'hold':
      return can.hold ? hold(state, view, frame) : stay(state);
    case 'release':
      return can.release ? act(letGo(state), { type: 'commit', image: withoutCorrections(ready.image, cycle, frame) }) : stay(state);
    case 'remove':
      if (!can.remove) return stay(state);
      return act(letGo(state), { type: 'drop-offer' }, { type: 'commit', image: withoutSequence(ready.image, cycle) });
    case 'point':
      return selectPoint(state, view, frame, event.by);
    case 'leave-point':
      return stay(letGo(state));
    case 'point-at':
      return stay({ ...state, part: event.part });
    case 'point-away':
      return state.part?.key === event.key ? stay({ ...state, part: null }) : stay(state);
    case 'mid-wall':
      return stay({ ...state, midWall: event.line });
    case 'nudge':
      return nudge(state, view, frame, event.by);
    case 'rule':
      return decide(state, view, { sequence: (one) => withRule(one, event.rule), image: (one) => withRuleOfCycles(one, event.rule) });
    case 'confirm':
      return decide(state, view, { sequence: (one) => withConfirmed(one, event.parts), image: (one) => one });
  }
}

function accept(state: WholeCycleState, view: CycleView): CycleStep {
  const { ready, cycle, known, offered, outdated, mayChange } = view;
  if (!known || !offered || !mayChange) return stay(state);
  if (outdated) return act(state, say(messages.changed));
  return act(letGo(state), { type: 'commit', image: withSequence(ready.image, cycle, known) }, { type: 'drop-offer' });
}

interface Decision {
  /** The decision about the cycle in work. */
  sequence: (sequence: CycleSequence) => CycleSequence;
  /** The change to the other cycles of the image. */
  image: (image: AnalysisImage) => AnalysisImage;
}

/** Keeps a decision about the lines of a cycle, with the offer until that is accepted. */
function decide(state: WholeCycleState, { ready, cycle, known, offered, mayChange }: CycleView, { sequence, image }: Decision): CycleStep {
  if (!known || !mayChange) return stay(state);
  const decided = sequence(known.sequence);
  const others = image(ready.image);
  if (!offered) return act(state, { type: 'commit', image: withSequence(others, cycle, { ...known, sequence: decided }) });
  const isOfOthers = contentOf(others) !== contentOf(ready.image);
  return act(state, { type: 'change-offer', sequence: decided }, ...(isOfOthers ? [{ type: 'commit', image: others } as const] : []));
}

/** Makes all lines of a frame anchors as they are. */
function hold(state: WholeCycleState, view: CycleView, frame: number): CycleStep {
  const lines = linesOn(view, frame).map(({ line }) => correctionOf(view, line, line, frame));
  return act(state, { type: 'commit', image: withCorrections(view.ready.image, view.cycle, lines) });
}

function corrected(
  state: WholeCycleState,
  view: CycleView,
  followed: Parameters<typeof correctionOf>[1],
  now: typeof followed,
  frame: number,
): CycleStep {
  const line = correctionOf(view, followed, now, frame);
  return act(state, { type: 'commit', image: withCorrections(view.ready.image, view.cycle, [line]) });
}

function selectPoint(state: WholeCycleState, view: CycleView, frame: number, by: 1 | -1): CycleStep {
  const all = linesOn(view, frame).flatMap(({ line }) => line.points.map((_, at): PointOfLine => ({ line: line.name, at })));
  if (all.length === 0) return stay(state);
  const { selected } = state;
  const now = all.findIndex(({ line, at }) => line === selected?.line && at === selected.at);
  const next = now < 0 ? (by === 1 ? 0 : all.length - 1) : (now + by + all.length) % all.length;
  return stay({ ...state, selected: all[next] ?? null });
}

function nudge(state: WholeCycleState, view: CycleView, frame: number, by: Point): CycleStep {
  const { selected } = state;
  const line = linesOn(view, frame).find((one) => one.line.name === selected?.line)?.line;
  const point = selected && line?.points[selected.at];
  const site = line && siteOf(view, line);
  if (!line || !point || !site || !view.mayChange) return stay(state);
  const now = withPointAt(site, line, point.id, { x: point.x + by.x, y: point.y + by.y });
  return corrected(state, view, line, now, frame);
}

/** The point of a line under the pointer. */
function pointUnder(view: CycleView, frame: number, at: Point): PointOfLine | null {
  for (const { line } of linesOn(view, frame)) {
    const hit = nearestPoint(line.points, at, view.ready.screen(), CONTROL_POINT_PX);
    if (hit >= 0) return { line: line.name, at: hit };
  }
  return null;
}

function handsOn(state: WholeCycleState, event: InputEvent, view: CycleView): CycleStep {
  const { ready } = view;
  const frame = ready.frame();
  switch (event.type) {
    case 'pointer-down': {
      const { stored } = event.at;
      if (event.button !== PRIMARY || !stored || !view.mayChange) return stay(state);
      const under = pointUnder(view, frame, stored);
      const held = linesOn(view, frame).find(({ line }) => line.name === under?.line)?.line;
      if (under && held) return take(stay({ ...state, selected: under, drag: { ...under, from: stored, held, now: null, frame } }));
      return take(isEventFrame(view, frame) ? act(letGo(state), say(messages.eventFrame)) : stay({ ...state, selected: null }));
    }
    case 'pointer-move':
      if (state.drag) return take(stay(dragged(state, view, event.at.stored)));
      return stay(hovered(state, view, frame, event.at.stored));
    case 'pointer-up': {
      const { drag } = state;
      if (!drag) return stay(state);
      const free = { ...state, drag: null };
      return take(drag.now ? corrected(free, view, drag.held, drag.now, drag.frame) : stay(free));
    }
    case 'pointer-cancel':
      return stay({ ...state, drag: null });
    case 'pointer-elsewhere':
      return state.hover || state.selected ? stay({ ...state, hover: null, selected: null }) : stay(state);
    case 'restored':
      return stay(letGo(state));
    case 'double-click':
      return take(stay(state));
    default:
      return stay(state);
  }
}

function dragged(state: WholeCycleState, view: CycleView, to: Point | null): WholeCycleState {
  const { drag } = state;
  const point = drag?.held.points[drag.at];
  const site = drag && siteOf(view, drag.held);
  if (!drag || !point || !site || !to) return state;
  const now = withPointAt(site, drag.held, point.id, { x: point.x + to.x - drag.from.x, y: point.y + to.y - drag.from.y });
  return { ...state, drag: { ...drag, now } };
}

function hovered(state: WholeCycleState, view: CycleView, frame: number, at: Point | null): WholeCycleState {
  const under = at && pointUnder(view, frame, at);
  return under?.line === state.hover?.line && under?.at === state.hover?.at ? state : { ...state, hover: under };
}

export const wholeCycleTool: Tool<WholeCycleState, WholeCycleEvent, WholeCycleContext, WholeCycleEffect> = {
  name: 'whole-cycle',
  initial: INITIAL,
  reduce(state, event, context) {
    if (event.type === 'enter' || event.type === 'leave') return stay(INITIAL);
    if (!isInput(event)) return reduceOwn(state, event, context);
    const view = state.cycle === null ? null : cycleView(context, state.cycle);
    return view ? handsOn(state, event, view) : stay(state);
  },
  overlay: overlayOf,
  cursor: ({ cycle, hover, drag }) => (cycle === null ? null : drag ? 'grabbing' : hover ? 'grab' : 'pointer'),
  keymap: keymapOf,
};
