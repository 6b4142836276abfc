/** The strip under the traces: its region with the rows that aliasing added, the zero line, cycles as tinted spans. */
import type { CardiacEvents } from '@echometry/contract/generated/analysis-image.ts';
import type { Colour, OverlayShape } from '../overlay.ts';
import { colourOf } from '../palette.ts';
import type { TraceState, TraceStatus } from './state.ts';
import type { Ready } from './status.ts';
import { onsetsOf, rowsOf } from './trace.ts';

/** Cycles that do not count. */
const QUIET: Colour = '#868D97';
const REGION: Colour = '#74B6F2';
const BASELINE: Colour = '#D8DBE0';
const SELECTED: Colour = '#FFFFFF';
const OPACITY = { plain: 0.05, current: 0.1, chosen: 0.26 } as const;
/** From the upper edge of the strip to the number of a cycle, in CSS pixels. */
const WORDS_PX = 14;
/** Cycles narrower than this on the screen have no number, in CSS pixels. */
const NARROW_PX = 16;

export function stripShapes(state: TraceState, context: Ready, status: TraceStatus, current: number | null): OverlayShape[] {
  const { image, strip, rules } = context;
  const { left, right, baseline } = strip;
  const rows = rowsOf(strip, image, rules);
  const shapes: OverlayShape[] = [frame({ left, right, ...rows })];
  if (rows.top < strip.top) shapes.push(across(strip, strip.top - 0.5));
  if (rows.bottom > strip.bottom) shapes.push(across(strip, strip.bottom + 0.5));
  if (baseline !== null && baseline >= rows.top && baseline <= rows.bottom)
    shapes.push({ ...across(strip, baseline), colour: BASELINE, style: 'solid' });
  for (const [cycle, events] of image.cardiac_events.entries())
    shapes.push(...span(events, cycle, { state, context, choosing: status === 'selecting-cycles', current: cycle === current, rows }));
  return shapes;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The edge of the region, half a pixel beyond the centres of its pixels. */
const frame = ({ left, right, top, bottom }: Box) => ({
  points: [
    { x: left - 0.5, y: top - 0.5 },
    { x: right + 0.5, y: top - 0.5 },
    { x: right + 0.5, y: bottom + 0.5 },
    { x: left - 0.5, y: bottom + 0.5 },
  ],
  closed: true,
  colour: REGION,
  width: 1,
  kind: 'line' as const,
  style: 'solid' as const,
});

/** A thin line along a row: dashed where the file's own strip ends and the rows begin that were moved here. */
const across = ({ left, right }: Box, y: number) => ({
  points: [
    { x: left, y },
    { x: right, y },
  ],
  closed: false,
  colour: REGION,
  width: 1,
  kind: 'line' as const,
  style: 'dashed' as const,
});

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
  if ((end - start) * context.scale().x >= NARROW_PX)
    shapes.push({
      kind: 'label',
      at: { x: (start + end) / 2, y: rows.top },
      text: `${cycle + 1}`,
      colour,
      offset: { x: 0, y: WORDS_PX },
      anchor: 'middle',
    });
  if (choosing && events.id === state.choosing.focus) shapes.push({ ...frame({ left: start, right: end, ...rows }), colour: SELECTED });
  return shapes;
}
