/** Columns of a strip where the next mark would be refused: shaded before the click, with the limit at the cursor. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { isSet, marksOf, type MarkedEvent } from './marks.ts';
import { nextDiastole, place } from './place.ts';
import type { CycleTimingContext, CycleTimingState, Refusal } from './state.ts';
import type { Strip } from '../strip.ts';
import { annotatingStatus, isAnnotating, statusOf } from './status.ts';

/** Neighbouring columns that refuse the mark for the same reason. */
export interface RefusedRange {
  from: number;
  to: number;
  refusal: Refusal;
}

/** Found once for each change of the image: the cursor moves far more often. */
const known = new WeakMap<AnalysisImage, { strip: Strip; maxCycles: number; ranges: readonly RefusedRange[] }>();

const NOTHING: readonly RefusedRange[] = [];

/** Columns of the strip where the mark that is next would be refused; none while no mark is set there. */
export function refusedRanges(state: Pick<CycleTimingState, 'editing'>, context: CycleTimingContext): readonly RefusedRange[] {
  const { image, strip, rules, maxCycles } = context;
  if (!image || !strip || !rules || !isAnnotating(statusOf(state, context)) || !nextMark(image, maxCycles)) return NOTHING;
  const found = known.get(image);
  if (found?.strip.left === strip.left && found.strip.right === strip.right && found.maxCycles === maxCycles) return found.ranges;
  const refusalAt = (x: number): Refusal | null => place(image, x, { rules, maxCycles, newId: () => '' }).refusal;
  const ranges = rangesOf(stretchesOf(image, strip), refusalAt);
  known.set(image, { strip, maxCycles, ranges });
  return ranges;
}

/** First and last columns of the strip between two neighbouring marks. */
function stretchesOf(image: AnalysisImage, strip: Strip): (readonly [number, number])[] {
  const [left, right] = [Math.ceil(strip.left), Math.floor(strip.right)];
  const begins = marksOf(image).flatMap(({ at }) => (at > left && at <= right ? [Math.ceil(at)] : []));
  const starts = [...new Set([left, ...begins])];
  return starts.map((start, index) => [start, (starts[index + 1] ?? right + 1) - 1]);
}

/**
 * The refused columns. Within a stretch the refusal changes at most from "later" to none and on to "earlier", so that all columns
 * between two with the same one have it too: few are asked about, and most of those are next to a change.
 */
function rangesOf(stretches: readonly (readonly [number, number])[], refusalAt: (x: number) => Refusal | null): RefusedRange[] {
  const ranges: RefusedRange[] = [];
  const add = (from: number, to: number, refusal: Refusal | null): void => {
    if (!refusal) return;
    const last = ranges.at(-1);
    if (last?.to === from - 1 && last.refusal.code === refusal.code) last.to = to;
    else ranges.push({ from, to, refusal });
  };
  /** Adds the columns before `to`. */
  const addBefore = (to: number, end: Refusal | null, from: number, start: Refusal | null): void => {
    if (start?.code === end?.code || to - from === 1) return add(from, to - 1, start);
    const middle = Math.floor((from + to) / 2);
    const between = refusalAt(middle);
    addBefore(middle, between, from, start);
    addBefore(to, end, middle, between);
  };
  for (const [from, to] of stretches) {
    const end = refusalAt(to);
    if (to > from) addBefore(to, end, from, refusalAt(from));
    add(to, to, end);
  }
  return ranges;
}

/** Why the next mark is refused at a column, and the nearest column that is allowed; null where it is allowed. */
export function refusedAt(ranges: readonly RefusedRange[], x: number): { message: string; limit: number; isEarly: boolean } | null {
  const range = ranges.find(({ from, to }) => x > from - 0.5 && x < to + 0.5);
  if (!range) return null;
  const isEarly = range.refusal.code !== 'earlier-position';
  return { message: range.refusal.message, isEarly, limit: isEarly ? range.to + 1 : range.from - 1 };
}

/** A mark that is left to set. */
export interface NextMark {
  event: MarkedEvent;
  /** Number of its cycle, from 1. */
  cycle: number;
  closes: boolean;
  /** How many cycles there will be at most. */
  of: number;
}

/** The mark that is set next; null when every mark of an M-Mode is set. */
export function nextMark(image: AnalysisImage, maxCycles: number): NextMark | null {
  const cycles = image.cardiac_events;
  switch (annotatingStatus(image)) {
    case 'annotating-onsets': {
      const open = cycles.length > 0 && !isSet(cycles.at(-1)?.onset_end);
      return { event: 'onset', cycle: open ? cycles.length : cycles.length + 1, closes: open, of: maxCycles };
    }
    case 'annotating-diastole': {
      const next = nextDiastole(cycles);
      if (image.modality === '2D' || !next) return { event: 'end_diastole', cycle: cycles.length + 1, closes: false, of: maxCycles };
      return { event: 'end_diastole', cycle: next.cycle + 1, closes: next.field === 'end_diastole_end', of: cycles.length };
    }
    case 'annotating-systole': {
      if (image.modality === '2D') return { event: 'end_systole', cycle: cycles.length, closes: false, of: maxCycles };
      const cycle = cycles.findIndex(({ end_systole }) => !isSet(end_systole));
      return cycle < 0 ? null : { event: 'end_systole', cycle: cycle + 1, closes: false, of: cycles.length };
    }
  }
}
