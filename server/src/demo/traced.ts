import type { CardiacEvents } from '@echometry/contract/generated/analysis-image.ts';
import type { Pixel } from './plan/truth.ts';

/** A point of a trace before it has an id. */
export interface TracedPoint {
  type: string;
  at: Pixel;
}

/** One line of a trace by its name in the configuration. */
export type TracedLines = ReadonlyMap<string, readonly TracedPoint[]>;

/** Marks and lines of one cycle. */
export interface TracedCycle {
  events: Omit<CardiacEvents, 'id'>;
  /** Lines at end diastole and end systole of a clip. */
  diastole?: TracedLines;
  systole?: TracedLines;
  /** Lines of a strip. */
  strip?: TracedLines;
}
