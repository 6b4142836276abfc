import { createHash } from 'node:crypto';
import type { Pixel } from './plan/truth.ts';
import type { TracedCycle, TracedLines, TracedPoint } from './traced.ts';

/** How one reader draws, compared with the truth: always a little larger or smaller, and differently from image to image. */
export interface Hand {
  /** Names the reading; equal names draw the same image alike at every start. */
  name: string;
  /** Share by which everything is drawn larger than it is. */
  bias: number;
  /** Largest further share, another one for each image. */
  spread: number;
}

/** Columns by which a reader marks the beats of a strip earlier or later, at most. */
const MARK_COLUMNS = 2;
/** Bytes of the hash that make one number. */
const BYTES = 4;

/** A number from -1 to 1 that a name stands for. */
function numberOf(name: string): number {
  const unsigned = createHash('sha256').update(name).digest().readUIntBE(0, BYTES);
  return (unsigned / (2 ** (8 * BYTES) - 1)) * 2 - 1;
}

type Move = (point: TracedPoint) => Pixel;

const movedLines = (lines: TracedLines | undefined, move: Move): TracedLines =>
  new Map([...(lines ?? [])].map(([name, points]) => [name, points.map((point): TracedPoint => ({ ...point, at: move(point) }))]));

/** How much larger this hand draws what `place` names. */
const factorOf = ({ name, bias, spread }: Hand, place: string): number => 1 + bias + spread * numberOf(`${name} ${place}`);

/** Lines of a plane, larger about their common middle, along and across by different shares: walls stay where they meet. */
function grown(lines: TracedLines, hand: Hand, place: string): TracedLines {
  const all = [...lines.values()].flat();
  const middle = (axis: 0 | 1): number => all.reduce((sum, { at }) => sum + at[axis], 0) / Math.max(1, all.length);
  const [x, y] = [middle(0), middle(1)];
  const [across, along] = [factorOf(hand, `${place} across`), factorOf(hand, `${place} along`)];
  return movedLines(lines, ({ at: [px, py] }) => [x + (px - x) * across, y + (py - y) * along]);
}

const shiftedMarks = (events: TracedCycle['events'], columns: number): TracedCycle['events'] =>
  Object.fromEntries(Object.entries(events).map(([event, mark]) => [event, typeof mark === 'number' ? mark + columns : mark]));

/** Points of a strip, each at a different share of its distance from `zero`, and all a few columns earlier or later. */
function movedStrip(strip: TracedLines, hand: Hand, { place, columns, zero }: { place: string; columns: number; zero: number | null }) {
  const rows = [...strip.values()].flat().map(({ at }) => at[1]);
  const from = zero ?? rows.reduce((sum, row) => sum + row, 0) / Math.max(1, rows.length);
  return movedLines(strip, ({ type, at: [x, y] }) => [x + columns, from + (y - from) * factorOf(hand, `${place} ${type}`)]);
}

/** Content of a still as this reader draws it. */
export const drawnStill = (lines: TracedLines, hand: Hand, image: string): TracedLines => grown(lines, hand, image);

/**
 * Cycles as this hand marks and draws them.
 * @param zero row of no velocity of a spectrum, where velocities stay zero; null elsewhere
 */
export function drawnCycles(
  cycles: readonly TracedCycle[],
  hand: Hand,
  { image, zero }: { image: string; zero: number | null },
): TracedCycle[] {
  const late = numberOf(`${hand.name} ${image} marks`);
  return cycles.map((cycle, number) => {
    if (cycle.strip !== undefined) {
      const columns = Math.round(late * MARK_COLUMNS);
      return {
        events: shiftedMarks(cycle.events, columns),
        strip: movedStrip(cycle.strip, hand, { place: `${image} ${number}`, columns, zero }),
      };
    }
    const { end_systole: systole, ...others } = cycle.events;
    return {
      ...cycle,
      events: { ...others, end_systole: typeof systole === 'number' ? systole + Math.round(late) : systole },
      diastole: grown(cycle.diastole ?? new Map(), hand, `${image} ${number} diastole`),
      systole: grown(cycle.systole ?? new Map(), hand, `${image} ${number} systole`),
    };
  });
}
