/** How places, lines and states of clips, planes and M-Mode strips are written. */
import type { ClipEvent, LinePlace } from '../../tools/lines/place.ts';
import { isPredicted, type Work } from '../../tools/segmentation/work.ts';

export const EVENT_LABELS: Readonly<Record<ClipEvent, string>> = { end_diastole: 'End diastole', end_systole: 'End systole' };

/** The mode in the strip of keys. */
export function modeOf({ status, row, line }: Work): string {
  switch (status) {
    case 'unactive':
      return 'Segmentation';
    case 'segmenting':
      return line && isPredicted(line) ? `${row.name}, predicted` : `Tracing ${row.name}`;
    case 'editing':
    case 'editing-segmentation':
      return `Editing ${row.name}`;
    case 'editing-thickness':
      return `Thickness of ${row.name}`;
    case 'finished':
      return 'Finished';
    case 'caliper':
      return 'Caliper';
  }
}

/** Place of the lines in the panel, in a few words. */
export const placeLabel = ({ cycle, event }: LinePlace, cycles: number): string =>
  event === null ? (cycles === 0 ? 'no cycles' : `cycle ${cycle + 1}`) : EVENT_LABELS[event].toLowerCase();
