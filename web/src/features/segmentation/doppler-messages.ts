/** Words about the traces of a strip. */
import type { TraceStatus } from '../../tools/doppler-trace/state.ts';
import type { Progress } from '../../tools/doppler-trace/trace.ts';
import { number } from '../../lib/format.ts';

/** Action of the user in a state, as in the strip of keys. */
export const STATUS_WORDS: Readonly<Record<TraceStatus, string>> = {
  unactive: 'Segmentation',
  segmenting: 'Tracing',
  'editing-segmentation': 'Checking traces',
  editing: 'Editing traces',
  'selecting-cycles': 'Selecting cycles',
  finished: 'Finished',
  caliper: 'Caliper',
};

/** How far a cycle is. @param placed control points that are placed, of so many */
export function progressWords(progress: Progress, placed: number, all: number): string {
  switch (progress) {
    case 'none':
      return 'to trace';
    case 'begun':
      return all > 0 ? `${placed} of ${all} points` : `${placed} points`;
    case 'pending':
      return 'copied';
    case 'traced':
      return 'traced';
  }
}

/** Rows as a velocity, where the strip has a scale: 51.2 cm/s. */
export const velocityOf = (rows: number, region: { spacing_y: number; units_y: string } | null): string | null =>
  region?.units_y === 'cm/s' ? number(Math.max(rows, 0) * region.spacing_y, 1) : null;
