/**
 * A tool that draws with everything an overlay has, for the journey and the bench of the workbench. It is not part of
 * the product: real tools have their rules from the engine.
 */
import { nearestMark, nearestPoint, type ScreenScale } from '../src/tools/hit/hit.ts';
import { HANDLE_RADIUS_PX, type Colour, type OverlayShape } from '../src/tools/overlay.ts';
import { NO_EFFECTS, PRIMARY, type InputEvent, type Place, type Step, type Tool } from '../src/tools/port.ts';
import type { Point } from '../src/tools/point.ts';

/** A handle is taken this far from its centre, in CSS pixels: its radius and the tolerance of a pointer. */
export const HANDLE_TOLERANCE_PX = HANDLE_RADIUS_PX + 7;
/** From a handle to its word, in CSS pixels. */
export const LABEL_OFFSET: Point = { x: 10, y: -12 };

export const SKETCH_COLOURS = {
  line: '#56B4E9',
  mark: '#2FBF9F',
  span: '#2FBF9F',
  predicted: '#E69F00',
  other: '#CC79A7',
} as const satisfies Record<string, Colour>;
const SPAN_OPACITY = 0.25;

export interface SketchState {
  points: readonly Point[];
  /** Column of the mark. */
  mark: number;
  /** The pressed part, and its state before. */
  taken: { what: number | 'mark'; points: readonly Point[]; mark: number } | null;
  /** Index of the handle under the pointer; -1 for none. */
  hover: number;
  /** Shown as predicted or as accepted. */
  accepted: boolean;
  /** How often it was entered and left. */
  entered: number;
  left: number;
}

export type SketchEvent = { type: 'accept' };

export interface SketchContext {
  width: number;
  height: number;
  scale: () => ScreenScale;
}

type SketchStep = Step<SketchState, never>;
const stay = (state: SketchState): SketchStep => ({ state, effects: NO_EFFECTS });
const take = (state: SketchState): SketchStep => ({ state, effects: NO_EFFECTS, taken: true });

/** A polygon of so many points around the middle of a picture. */
export function sketchOf(count: number, { width, height }: Pick<SketchContext, 'width' | 'height'>): SketchState {
  const points = Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * index) / count;
    return { x: width * (0.5 + 0.25 * Math.cos(angle)), y: height * (0.5 + 0.25 * Math.sin(angle)) };
  });
  return { points, mark: width * 0.1, taken: null, hover: -1, accepted: true, entered: 0, left: 0 };
}

function press(state: SketchState, { stored }: Place, context: SketchContext): SketchStep {
  if (!stored) return stay(state);
  const scale = context.scale();
  const at = nearestPoint(state.points, stored, scale, HANDLE_TOLERANCE_PX);
  const before = { points: state.points, mark: state.mark };
  if (at >= 0) return take({ ...state, taken: { what: at, ...before }, hover: at });
  if (nearestMark([state.mark], stored.x, scale.x) === 0) return take({ ...state, taken: { what: 'mark', ...before } });
  return stay(state);
}

function move(state: SketchState, { stored }: Place, context: SketchContext): SketchStep {
  if (!stored) return stay(state);
  const { taken } = state;
  if (taken?.what === 'mark') return take({ ...state, mark: stored.x });
  if (taken) {
    const points = [...state.points];
    points[taken.what] = stored;
    return take({ ...state, points });
  }
  const hover = nearestPoint(state.points, stored, context.scale(), HANDLE_TOLERANCE_PX);
  return hover === state.hover ? stay(state) : stay({ ...state, hover });
}

/** Started work is given up. */
const undone = (state: SketchState): SketchState =>
  state.taken ? { ...state, points: state.taken.points, mark: state.taken.mark, taken: null } : state;

function reduce(state: SketchState, event: SketchEvent | InputEvent, context: SketchContext): SketchStep {
  switch (event.type) {
    case 'enter':
      return stay({ ...state, entered: state.entered + 1 });
    case 'leave':
      return stay({ ...undone(state), left: state.left + 1 });
    case 'pointer-down':
      return event.button === PRIMARY ? press(state, event.at, context) : stay(state);
    case 'pointer-move':
      return move(state, event.at, context);
    case 'pointer-up':
      return state.taken ? take({ ...state, taken: null }) : stay(state);
    case 'pointer-cancel':
      return stay(undone(state));
    case 'pointer-elsewhere':
    case 'restored':
      return stay(state);
    case 'accept':
      return take({ ...state, accepted: !state.accepted });
    case 'double-click':
    case 'wheel':
      return stay(state);
  }
}

function overlay({ points, mark, taken, hover, accepted }: SketchState, { height }: SketchContext): OverlayShape[] {
  const shapes: OverlayShape[] = [
    { kind: 'span', from: { x: mark - 20, y: 0 }, to: { x: mark, y: height - 1 }, colour: SKETCH_COLOURS.span, opacity: SPAN_OPACITY },
    { kind: 'mark', axis: 'x', at: mark, from: 0, to: height - 1, colour: SKETCH_COLOURS.mark, style: 'solid', flag: true },
    {
      kind: 'line',
      points,
      closed: true,
      colour: accepted ? SKETCH_COLOURS.line : SKETCH_COLOURS.predicted,
      style: accepted ? 'solid' : 'dashed',
      width: 2,
    },
  ];
  const other = points.map(({ x, y }) => ({ x: x + 6, y: y + 6 }));
  shapes.push({ kind: 'line', points: other, closed: true, colour: SKETCH_COLOURS.other, style: 'dotted', width: 2 });
  for (const [index, at] of points.entries()) {
    if (index % 3 === 2) {
      shapes.push({ kind: 'point', at, colour: SKETCH_COLOURS.line, form: index % 2 === 0 ? 'dot' : 'cross' });
      continue;
    }
    const state = taken?.what === index ? 'selected' : hover === index ? 'hover' : 'idle';
    shapes.push({ kind: 'handle', at, colour: SKETCH_COLOURS.line, state });
    shapes.push({ kind: 'label', at, text: `P${index + 1}`, colour: SKETCH_COLOURS.line, offset: LABEL_OFFSET, anchor: 'start' });
  }
  return shapes;
}

export const sketchTool = (initial: SketchState): Tool<SketchState, SketchEvent, SketchContext, never> => ({
  name: 'sketch',
  initial,
  reduce,
  overlay,
  cursor: ({ taken, hover }) => (taken ? 'move' : hover >= 0 ? 'pointer' : null),
  // The viewer's own key for the loop, which the tool wins.
  keymap: () => ({ 'viewer.loop': { type: 'accept' } }),
});
