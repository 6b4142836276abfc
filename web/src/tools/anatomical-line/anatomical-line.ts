/** A line over a clip that a strip of time is read along: both ends and the line itself can be moved. */
import { nearestOnLine, nearestPoint, type ScreenScale } from '../hit/hit.ts';
import { HANDLE_RADIUS_PX, LINE_WIDTH_PX, type Colour, type OverlayShape } from '../overlay.ts';
import { NO_SHAPES, PRIMARY, type InputEvent, type Keymap, type Step, type Tool } from '../port.ts';
import type { Point } from '../point.ts';
import { stay, take } from '../steps.ts';

/** Ends of the line in stored pixels. */
export interface Ends {
  from: Point;
  to: Point;
}

type Part = 'from' | 'to' | 'whole';

export interface LineState {
  /** Null without a line. */
  ends: Ends | null;
  hover: Part | null;
  drag: { part: Part; at: Point } | null;
}

export interface LineContext {
  /** Where a line can lie, in stored pixels, edges inclusive; null where the image has no strip to read. */
  area: { left: number; top: number; right: number; bottom: number } | null;
  scale: () => ScreenScale;
}

export type LineEvent = { type: 'toggle' } | { type: 'shift'; by: number } | { type: 'turn'; by: number };

/** Steps of the keys, in stored pixels and radians. */
const SHIFT_PX = 2;
const TURN = Math.PI / 90;
/** A shorter line shows nothing, in stored pixels. */
const MIN_LENGTH_PX = 8;
const COLOUR: Colour = '#F0E442';
/** As wide as a finger is sure of, in CSS pixels. */
const GRAB_PX = 8;

const NOTHING: LineState = { ends: null, hover: null, drag: null };
const taken = (state: LineState): Step<LineState, never> => take(stay(state));

type Area = NonNullable<LineContext['area']>;
const within = ({ left, top, right, bottom }: Area, { x, y }: Point): Point => ({
  x: Math.min(Math.max(x, left), right),
  y: Math.min(Math.max(y, top), bottom),
});
const inside = (area: Area, point: Point): boolean => {
  const near = within(area, point);
  return near.x === point.x && near.y === point.y;
};

/** Down the middle of the area. */
const firstLine = ({ left, top, right, bottom }: Area): Ends => {
  const x = (left + right) / 2;
  return { from: { x, y: top + (bottom - top) / 10 }, to: { x, y: bottom - (bottom - top) / 10 } };
};

/** The line moved as a whole, unless an end would leave the area or the line would be too short. */
function moved(ends: Ends, change: (point: Point) => Point, area: Area): Ends {
  const next = { from: change(ends.from), to: change(ends.to) };
  return inside(area, next.from) && inside(area, next.to) ? next : ends;
}

function dragged(ends: Ends, part: Part, by: Point, to: Point, area: Area): Ends {
  if (part === 'whole') return moved(ends, ({ x, y }) => ({ x: x + by.x, y: y + by.y }), area);
  const next = { ...ends, [part]: within(area, to) };
  return Math.hypot(next.to.x - next.from.x, next.to.y - next.from.y) < MIN_LENGTH_PX ? ends : next;
}

function partAt({ from, to }: Ends, at: Point, scale: ScreenScale): Part | null {
  const end = nearestPoint([from, to], at, scale, HANDLE_RADIUS_PX + GRAB_PX);
  if (end >= 0) return end === 0 ? 'from' : 'to';
  return nearestOnLine([from, to], false, at, scale, GRAB_PX) ? 'whole' : null;
}

function byKey(ends: Ends, event: Exclude<LineEvent, { type: 'toggle' }>, area: Area): Ends {
  const { from, to } = ends;
  if (event.type === 'turn') {
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    const [cos, sin] = [Math.cos(event.by), Math.sin(event.by)];
    const turn = ({ x, y }: Point): Point => ({
      x: middle.x + (x - middle.x) * cos - (y - middle.y) * sin,
      y: middle.y + (x - middle.x) * sin + (y - middle.y) * cos,
    });
    return moved(ends, turn, area);
  }
  // Across itself: along itself it would show the same.
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const across = { x: (to.y - from.y) / length, y: (from.x - to.x) / length };
  return moved(ends, ({ x, y }) => ({ x: x + across.x * event.by, y: y + across.y * event.by }), area);
}

function reduce(state: LineState, event: LineEvent | InputEvent, { area, scale }: LineContext): Step<LineState, never> {
  if (event.type === 'enter' || event.type === 'leave') return stay(NOTHING);
  if (!area) return stay(state.ends ? NOTHING : state);
  if (event.type === 'toggle') return stay(state.ends ? NOTHING : { ...NOTHING, ends: firstLine(area) });
  const { ends, drag } = state;
  if (!ends) return stay(state);
  switch (event.type) {
    case 'shift':
    case 'turn':
      return stay({ ...state, ends: byKey(ends, event, area) });
    case 'pointer-down': {
      const part = event.button === PRIMARY && event.at.stored ? partAt(ends, event.at.stored, scale()) : null;
      return part && event.at.stored ? taken({ ...state, drag: { part, at: event.at.stored } }) : stay(state);
    }
    case 'pointer-move': {
      const { stored } = event.at;
      if (!stored) return stay(state);
      if (!drag) {
        const hover = partAt(ends, stored, scale());
        return stay(hover === state.hover ? state : { ...state, hover });
      }
      const by = { x: stored.x - drag.at.x, y: stored.y - drag.at.y };
      return taken({ ...state, ends: dragged(ends, drag.part, by, stored, area), drag: { ...drag, at: stored } });
    }
    case 'pointer-up':
    case 'pointer-cancel':
      return drag ? taken({ ...state, drag: null }) : stay(state);
    default:
      return stay(state);
  }
}

function overlay({ ends, hover, drag }: LineState): readonly OverlayShape[] {
  if (!ends) return NO_SHAPES;
  const { from, to } = ends;
  const part = drag?.part ?? hover;
  const handle = (at: Point, own: Part): OverlayShape => ({ kind: 'handle', at, colour: COLOUR, state: part === own ? 'hover' : 'idle' });
  return [
    { kind: 'line', points: [from, to], closed: false, colour: COLOUR, style: 'solid', width: LINE_WIDTH_PX },
    handle(from, 'from'),
    handle(to, 'to'),
  ];
}

const TOGGLE: Keymap<LineEvent> = { 'cycle-timing.m-mode': { type: 'toggle' } };
const KEYS: Keymap<LineEvent> = {
  ...TOGGLE,
  'cycle-timing.line-right': { type: 'shift', by: SHIFT_PX },
  'cycle-timing.line-left': { type: 'shift', by: -SHIFT_PX },
  'cycle-timing.line-turn': { type: 'turn', by: TURN },
  'cycle-timing.line-turn-back': { type: 'turn', by: -TURN },
};

export const anatomicalLine: Tool<LineState, LineEvent, LineContext, never> = {
  name: 'anatomical-line',
  initial: NOTHING,
  reduce,
  overlay,
  cursor: ({ drag, hover }) => (drag ? 'grabbing' : hover ? 'grab' : null),
  keymap: ({ ends }, { area }) => (ends ? KEYS : area ? TOGGLE : {}),
};
