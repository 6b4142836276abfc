/** Drawings over a strip: the region, its zero line, cycles as tinted spans with their length, marks, cursor line. */
import type { CardiacEvents } from '@echometry/contract/generated/analysis-image.ts';
import type { Colour, OverlayShape } from '../overlay.ts';
import { colourOf, PLAIN, QUIET, SELECTED } from '../palette.ts';
import { NO_SHAPES } from '../port.ts';
import { kindOf, marksOf, sameMark, valueOf, type Mark } from './marks.ts';
import { messages } from './messages.ts';
import { openProposals } from './proposals.ts';
import { refusedRanges } from './refused.ts';
import type { CycleTimingContext, CycleTimingState } from './state.ts';
import type { Strip } from '../strip.ts';
import { boxShape, columnShape, cycleWords, edgeShape, rowShape } from '../strip-drawing.ts';
import { statusOf } from './status.ts';

const REFUSED: Colour = '#0B0D10';
const OPACITY = { plain: 0.1, quiet: 0.05, chosen: 0.26, refused: 0.45 } as const;
/** A second row of words, below the cycles' own. */
const EVENT_WORDS_PX = 34;
/** Cycles narrower than this on the screen have only their number, in CSS pixels. */
const WIDE_PX = 90;
export function overlayOf(state: CycleTimingState, context: CycleTimingContext): readonly OverlayShape[] {
  const { image, strip } = context;
  if (!image || !strip || kindOf(image) === '2D') return NO_SHAPES;
  const shapes: OverlayShape[] = [edgeShape(strip), ...baseline(strip)];
  for (const { from, to } of refusedRanges(state, context))
    shapes.push({
      kind: 'span',
      from: { x: from - 0.5, y: strip.top },
      to: { x: to + 0.5, y: strip.bottom },
      colour: REFUSED,
      opacity: OPACITY.refused,
    });
  const choosing = statusOf(state, context) === 'selecting-cycles';
  const width = context.scale().x;
  for (const [cycle, events] of image.cardiac_events.entries())
    shapes.push(
      ...span(events, cycle, {
        strip,
        width,
        chosen: choosing ? state.choosing.chosen : null,
        focus: state.choosing.focus,
        words: context.lengthWords,
      }),
    );
  for (const mark of marksOf(image)) shapes.push(...drawn(mark, state, strip, image.cardiac_events));
  for (const { event, position } of openProposals(state, context, image))
    shapes.push({
      kind: 'mark',
      axis: 'x',
      at: position,
      from: strip.top,
      to: strip.bottom,
      colour: PLAIN,
      style: 'dashed',
      flag: event === 'onset',
    });
  return state.cursor && !state.editing?.drag ? [...shapes, columnShape(state.cursor.x, strip, PLAIN)] : shapes;
}

function baseline(strip: Strip): OverlayShape[] {
  const { baseline: row, top, bottom } = strip;
  return row === null || row < top || row > bottom ? [] : [rowShape(row, strip, PLAIN)];
}

interface SpanLook {
  strip: Strip;
  /** CSS pixels of a column. */
  width: number;
  /** Ids of chosen cycles; null while none are chosen. */
  chosen: readonly string[] | null;
  focus: string | null;
  words: CycleTimingContext['lengthWords'];
}

function span(events: CardiacEvents, cycle: number, { strip, width, chosen, focus, words }: SpanLook): OverlayShape[] {
  const [from, to] = [valueOf(events, 'onset_start'), valueOf(events, 'onset_end')];
  if (from === null || to === null) return [];
  const colour = events.excluded ? QUIET : colourOf(cycle);
  const taken = chosen?.includes(events.id) ?? false;
  const opacity = taken ? OPACITY.chosen : events.excluded || chosen !== null ? OPACITY.quiet : OPACITY.plain;
  const shapes: OverlayShape[] = [{ kind: 'span', from: { x: from, y: strip.top }, to: { x: to, y: strip.bottom }, colour, opacity }];
  const room = (to - from) * width;
  const text = `${cycle + 1}${room >= WIDE_PX ? ` · ${words(to - from)}` : ''}${events.excluded && room >= WIDE_PX ? ` · ${messages.excluded}` : ''}`;
  shapes.push(...cycleWords({ left: from, right: to, top: strip.top }, width, text, colour));
  if (chosen !== null && events.id === focus)
    shapes.push(boxShape({ left: from, right: to, top: strip.top, bottom: strip.bottom }, SELECTED, 2));
  return shapes;
}

/** A mark in the colour of the cycle that it begins, or ends where none begins. */
function drawn(mark: Mark, { editing, hover }: CycleTimingState, { top, bottom }: Strip, cycles: readonly CardiacEvents[]): OverlayShape[] {
  const held = editing?.drag && sameMark(editing.drag.mark, mark) ? editing.drag.at : null;
  const selected = editing !== null && sameMark(editing.selected, mark);
  const under = editing !== null && sameMark(hover, mark);
  const place = mark.places.at(-1);
  const out = place !== undefined && cycles[place.cycle]?.excluded !== undefined && mark.places.length === 1;
  const colour = selected || held !== null ? SELECTED : out ? QUIET : colourOf(place?.cycle ?? 0);
  const at = held ?? mark.at;
  const shapes: OverlayShape[] = [
    { kind: 'mark', axis: 'x', at, from: top, to: bottom, colour, style: 'solid', flag: mark.event === 'onset' },
  ];
  const short = messages.shortMarks[mark.event];
  if (short)
    shapes.push({ kind: 'label', at: { x: at, y: top }, text: short, colour, offset: { x: 5, y: EVENT_WORDS_PX }, anchor: 'start' });
  if (selected || under || held !== null)
    shapes.push({ kind: 'handle', at: { x: at, y: (top + bottom) / 2 }, colour, state: selected || held !== null ? 'selected' : 'hover' });
  return shapes;
}
