/** Marking a scale: two points whose distance, time or velocity a person knows, or the row where velocity is zero. */
import { nearestMark, nearestPoint } from '../hit/hit.ts';
import type { Point } from '../point.ts';
import { PRIMARY, SECONDARY, type InputEvent, type Keymap, type Step, type Tool } from '../port.ts';
import { stay, take } from '../steps.ts';
import type { Strip } from '../strip.ts';
import { overlayOf } from './overlay.ts';
import { AXIS_OF, INITIAL, pointsOf, type CalibrationContext, type CalibrationEvent, type CalibrationState } from './state.ts';

/** A pointer this near to a marked point takes it, in CSS pixels: as for control points. */
const TAKE_PX = 9;
/** Where points without a pointer go, as parts of the region. */
const PLACED = [0.25, 0.75] as const;

type CalibrationStep = Step<CalibrationState, never>;

const taken = (state: CalibrationState): CalibrationStep => take(stay(state));

const between = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);
const within = ({ x, y }: Point, { left, right, top, bottom }: Strip): Point => ({
  x: between(x, left, right),
  y: between(y, top, bottom),
});

function placed(state: CalibrationState, { left, right, top, bottom }: Strip): Point[] {
  if (state.mark === null) return [];
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
  if (state.mark === 'zero') return [middle];
  const isVertical = AXIS_OF[state.mark] !== 'x';
  return PLACED.map((part) =>
    isVertical ? { ...middle, y: top + (bottom - top) * part } : { ...middle, x: left + (right - left) * part },
  );
}

const moved = (points: readonly Point[], index: number, to: Point): Point[] => points.map((point, n) => (n === index ? to : point));

function reduceOwn(state: CalibrationState, event: CalibrationEvent, { mayChange, strip }: CalibrationContext): CalibrationStep {
  switch (event.type) {
    case 'mark':
      return mayChange ? stay({ ...INITIAL, mark: event.what }) : stay(state);
    case 'cancel':
      return stay(INITIAL);
    case 'place':
      return strip && state.points.length === 0 ? stay({ ...state, points: placed(state, strip) }) : stay(state);
    case 'nudge': {
      const point = state.points[event.point];
      if (!point || !strip) return stay(state);
      return stay({
        ...state,
        points: moved(state.points, event.point, within({ x: point.x + event.by.x, y: point.y + event.by.y }, strip)),
      });
    }
  }
}

/** The point under a pointer; of a mark along one axis, all of its line takes. */
function under({ mark, points }: CalibrationState, at: Point, { scale }: CalibrationContext): number {
  const axis = mark === null ? 'xy' : AXIS_OF[mark];
  if (axis === 'xy') return nearestPoint(points, at, scale(), TAKE_PX);
  return nearestMark(
    points.map((point) => point[axis]),
    at[axis],
    scale()[axis],
    TAKE_PX,
  );
}

function press(state: CalibrationState, stored: Point | null, button: number, context: CalibrationContext): CalibrationStep {
  const { strip } = context;
  if (state.mark === null || !strip) return stay(state);
  if (button === SECONDARY) return taken({ ...state, points: state.points.slice(0, -1), held: null });
  if (button !== PRIMARY) return stay(state);
  if (!stored) return taken(state);
  const found = under(state, stored, context);
  if (found >= 0) return taken({ ...state, held: found });
  if (state.points.length >= pointsOf(state.mark)) return taken(state);
  return taken({ ...state, points: [...state.points, within(stored, strip)], held: state.points.length });
}

function reduceInput(state: CalibrationState, event: InputEvent, context: CalibrationContext): CalibrationStep {
  switch (event.type) {
    case 'pointer-down':
      return press(state, event.at.stored, event.button, context);
    case 'pointer-move': {
      if (state.mark === null) return stay(state);
      const { stored } = event.at;
      const next = { ...state, cursor: stored };
      if (state.held === null || !stored || !context.strip) return taken(next);
      return taken({ ...next, points: moved(state.points, state.held, within(stored, context.strip)) });
    }
    case 'pointer-up':
    case 'pointer-cancel':
      return state.held === null ? stay(state) : taken({ ...state, held: null });
    case 'double-click':
      return state.mark === null ? stay(state) : taken(state);
    case 'leave':
      return stay(INITIAL);
    default:
      return stay(state);
  }
}

const NO_KEYS: Keymap<CalibrationEvent> = {};
const CANCEL_KEY: Keymap<CalibrationEvent> = { 'calibration.cancel': { type: 'cancel' } };

const OWN = ['mark', 'cancel', 'place', 'nudge'] as const;
const isOwn = (event: CalibrationEvent | InputEvent): event is CalibrationEvent => OWN.some((type) => type === event.type);

export const calibrationTool: Tool<CalibrationState, CalibrationEvent, CalibrationContext, never> = {
  name: 'calibration',
  initial: INITIAL,
  reduce: (state, event, context) => (isOwn(event) ? reduceOwn(state, event, context) : reduceInput(state, event, context)),
  overlay: overlayOf,
  cursor: ({ mark, held }) => (mark === null ? null : held === null ? 'crosshair' : 'move'),
  keymap: ({ mark }): Keymap<CalibrationEvent> => (mark === null ? NO_KEYS : CANCEL_KEY),
};
