/** Lines on the frames between those of events: solid when accepted, dashed while offered, dotted when outdated. */
import type { Line } from '@echometry/contract/generated/analysis-image.ts';
import { DOUBTFUL_QUALITY } from '@echometry/contract/generated/drawing-limits.ts';
import { curveOf } from '../contours/points.ts';
import { curveShape, handleShape } from '../lines/overlay.ts';
import type { Colour, LineStyle, OverlayShape } from '../overlay.ts';
import { colourOf } from '../palette.ts';
import type { Point } from '../point.ts';
import { NO_SHAPES } from '../port.ts';
import { clipOf, cycleView, followedOn, linesOn, siteOf, type CycleView, type LineOnFrame } from './cycle.ts';
import type { WholeCycleContext, WholeCycleState } from './state.ts';

/** The cycle that a frame belongs to: the one in work, else the first that has lines there. */
function viewAt({ cycle }: WholeCycleState, context: WholeCycleContext, frame: number): CycleView | null {
  const all = clipOf(context)?.image.cardiac_events.map((_, at) => at) ?? [];
  for (const one of cycle === null ? all : [cycle, ...all]) {
    const view = cycleView(context, one);
    if (view && frame >= view.span.from && frame <= view.span.to && (view.known || one === cycle)) return view;
  }
  return null;
}

const styleOf = ({ offered, outdated }: CycleView, { quality }: LineOnFrame): LineStyle =>
  quality === null ? 'solid' : outdated ? 'dotted' : offered ? 'dashed' : 'solid';

export function overlayOf(state: WholeCycleState, context: WholeCycleContext, frame: number): readonly OverlayShape[] {
  const view = viewAt(state, context, frame);
  if (!view) return NO_SHAPES;
  const { lines } = view.ready.pattern;
  const shapes = linesOn(view, frame).flatMap((one): OverlayShape[] => {
    const held = state.drag?.frame === frame && state.drag.line === one.line.name ? state.drag.now : null;
    const line = held ?? one.line;
    const site = siteOf(view, line);
    const curve = site ? curveOf(site, line) : [];
    if (curve.length < 2) return [];
    const colour = colourOf(lines.findIndex(({ name }) => name === line.name));
    const shape = curveShape(curve, colour, styleOf(view, one));
    return state.cycle === view.cycle ? [shape, ...handles(state, line, one, colour)] : [shape];
  });
  const midWall = state.midWall?.cycle === view.cycle && state.cycle === view.cycle ? state.midWall.shapes.get(frame) : undefined;
  return [...pointedPart(state, view, frame), ...shapes, ...(midWall ? [midWall] : [])];
}

/** Width of the part that the user points at, in CSS pixels. */
const POINTED_WIDTH_PX = 6;

function pointedPart({ cycle, part, drag }: WholeCycleState, view: CycleView, frame: number): OverlayShape[] {
  const line = part && cycle === view.cycle && !drag ? followedOn(view, part.line, frame) : null;
  const site = line && siteOf(view, line);
  if (!part || !line || !site) return [];
  const points = between(curveOf(site, line), line.points.length, part.between);
  return points.length < 2 ? [] : [{ kind: 'line', points, closed: false, colour: part.colour, style: 'solid', width: POINTED_WIDTH_PX }];
}

/** The positions of a curve between two places among the points of its line. */
function between(curve: readonly Point[], points: number, [from, to]: readonly [number, number]): Point[] {
  const pieces = (curve.length - 1) / (points - 1);
  const at = (place: number): Point[] => {
    const [before, after] = [curve[Math.floor(place)], curve[Math.ceil(place)]];
    const share = place - Math.floor(place);
    return before && after ? [{ x: before.x + share * (after.x - before.x), y: before.y + share * (after.y - before.y) }] : [];
  };
  const [first, last] = [from * pieces, to * pieces];
  return [...at(first), ...curve.slice(Math.floor(first) + 1, Math.ceil(last)), ...at(last)];
}

/** Points that can be dragged; a doubtful one is a cross. */
function handles({ selected, hover, drag }: WholeCycleState, line: Line, { quality }: LineOnFrame, colour: Colour): OverlayShape[] {
  return line.points.map((point, at): OverlayShape => {
    const is = (one: { line: string; at: number } | null): boolean => one?.line === line.name && one.at === at;
    const state = is(selected) || is(drag) ? 'selected' : is(hover) ? 'hover' : 'idle';
    const doubtful = quality !== null && (quality[at] ?? 1) < DOUBTFUL_QUALITY;
    return doubtful && state === 'idle' ? { kind: 'point', at: point, colour, form: 'cross' } : handleShape(point, colour, state);
  });
}
