/** The strip under the traces: its region with the rows that aliasing added, the zero line, cycles as tinted spans. */
import type { CardiacEvents } from '@echometry/contract/generated/analysis-image.ts';
import type { OverlayShape } from '../overlay.ts';
import { colourOf, PLAIN, QUIET, REGION, SELECTED } from '../palette.ts';
import { cycleWords, edgeShape, rowShape } from '../strip-drawing.ts';
import type { TraceState, TraceStatus } from './state.ts';
import type { Ready } from './status.ts';
import { onsetsOf, rowsOf } from './trace.ts';

const OPACITY = { plain: 0.05, current: 0.1, chosen: 0.26 } as const;
export function stripShapes(state: TraceState, context: Ready, status: TraceStatus, current: number | null): OverlayShape[] {
  const { image, strip, rules } = context;
  const { left, right, baseline } = strip;
  const rows = rowsOf(strip, image, rules);
  const shapes: OverlayShape[] = [edgeShape({ left, right, ...rows })];
  // Dashed where the file's own strip ends and the rows begin that were moved here.
  if (rows.top < strip.top) shapes.push(rowShape(strip.top - 0.5, strip, REGION, 'dashed'));
  if (rows.bottom > strip.bottom) shapes.push(rowShape(strip.bottom + 0.5, strip, REGION, 'dashed'));
  if (baseline !== null && baseline >= rows.top && baseline <= rows.bottom) shapes.push(rowShape(baseline, strip, PLAIN));
  for (const [cycle, events] of image.cardiac_events.entries())
    shapes.push(...span(events, cycle, { state, context, choosing: status === 'selecting-cycles', current: cycle === current, rows }));
  return shapes;
}

interface SpanLook {
  state: TraceState;
  context: Ready;
  choosing: boolean;
  current: boolean;
  rows: { top: number; bottom: number };
}

function span(events: CardiacEvents, cycle: number, { state, context, choosing, current, rows }: SpanLook): OverlayShape[] {
  const onsets = onsetsOf(context.image, cycle);
  if (!onsets) return [];
  const { start, end } = onsets;
  const colour = events.excluded ? QUIET : colourOf(cycle);
  const taken = choosing && state.choosing.chosen.includes(events.id);
  const opacity = taken ? OPACITY.chosen : current ? OPACITY.current : OPACITY.plain;
  const shapes: OverlayShape[] = [{ kind: 'span', from: { x: start, y: rows.top }, to: { x: end, y: rows.bottom }, colour, opacity }];
  for (const x of [start, end])
    shapes.push({ kind: 'mark', axis: 'x', at: x, from: rows.top, to: rows.bottom, colour, style: 'dotted', flag: false });
  const box = { left: start, right: end, ...rows };
  shapes.push(...cycleWords(box, context.scale().x, `${cycle + 1}`, colour));
  if (choosing && events.id === state.choosing.focus) shapes.push(edgeShape(box, SELECTED));
  return shapes;
}
