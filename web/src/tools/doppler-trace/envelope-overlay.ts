/** A search for an envelope over the strip: its two limits, and what is offered, dashed. */
import { curveShape, wordsShape } from '../lines/overlay.ts';
import { colourOf, SELECTED } from '../palette.ts';
import type { OverlayShape } from '../overlay.ts';
import { curveOf } from './curve.ts';
import { envelopeNow, offeredPoints, searchNow } from './envelope.ts';
import type { TraceState } from './state.ts';
import type { Ready } from './status.ts';
import { isControl, patternAt, rowOf, rowsOf } from './trace.ts';

export function envelopeShapes(state: TraceState, context: Ready): OverlayShape[] {
  const search = searchNow(state, context);
  if (!search) return [];
  const { top, bottom } = rowsOf(context.strip, context.image, context.rules);
  const shapes: OverlayShape[] = search.columns.map((at) => ({
    kind: 'mark',
    axis: 'x',
    at,
    from: top,
    to: bottom,
    colour: SELECTED,
    style: 'solid',
    flag: true,
  }));
  const found = envelopeNow(state, context);
  if (!found) return shapes;
  const colour = colourOf(search.cycle);
  const pattern = patternAt(context.type, context.image, search.cycle);
  if (!pattern) return shapes;
  const row = rowOf(pattern);
  // Only the points that an acceptance would store.
  const points = offeredPoints(found, pattern);
  const curve = curveOf({ points }, row.interpolation, context.rules);
  if (curve.length > 1) shapes.push(curveShape(curve, colour, 'dashed'));
  for (const point of points) {
    if (!isControl(point)) continue;
    shapes.push({ kind: 'point', at: { x: point.x, y: point.y }, colour, form: 'dot' });
    if (point.abbreviation) shapes.push(wordsShape(point, point.abbreviation, colour));
  }
  return shapes;
}
