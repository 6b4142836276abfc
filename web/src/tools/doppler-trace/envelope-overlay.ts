/** A search for an envelope over the strip: its two limits, and what is offered, dashed. */
import { curveShape, wordsShape } from '../lines/overlay.ts';
import { colourOf } from '../palette.ts';
import type { Colour, OverlayShape } from '../overlay.ts';
import { envelopeNow, searchNow } from './envelope.ts';
import type { TraceState } from './state.ts';
import type { Ready } from './status.ts';
import { rowsOf } from './trace.ts';

const LIMIT: Colour = '#FFFFFF';

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
    colour: LIMIT,
    style: 'solid',
    flag: true,
  }));
  const found = envelopeNow(state, context);
  if (!found) return shapes;
  const colour = colourOf(search.cycle);
  const curve = found.rows.map((y, column) => ({ x: found.first_column + column, y }));
  shapes.push(curveShape(curve, colour, 'dashed'));
  for (const { type, x, y } of found.points)
    if (type !== 'mid_control_point') shapes.push({ kind: 'point', at: { x, y }, colour, form: 'dot' }, wordsShape({ x, y }, type, colour));
  return shapes;
}
