/** An import in the words of the page. */
import type { ImportOutcome, ImportRecord } from '@echometry/contract/records/import.ts';

const KIB = 1024;
const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

export function bytes(size: number): string {
  const step = size < KIB ? 0 : Math.min(Math.floor(Math.log(size) / Math.log(KIB)), UNITS.length - 1);
  const value = size / KIB ** step;
  return `${value.toFixed(step > 1 && value < 100 ? 1 : 0)} ${UNITS[step] ?? ''}`;
}

export { counted } from '../../lib/format.ts';

export const whenText = (at: number): string =>
  new Date(at).toLocaleString('en-GB', { day: '2-digit', month: 'short', hour: '2-digit', minute: '2-digit', hour12: false });

/** A DICOM day as people of all countries read it. */
export const dayText = (day: string): string => (/^\d{8}$/.test(day) ? `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}` : '—');

const placeText = ({ source, source_name }: Pick<ImportRecord, 'source' | 'source_name'>): string =>
  source === 'upload' ? 'Upload' : source === 'pacs' ? `PACS ${source_name}` : `Folder ${source_name}`;

export const sourceText = (record: Pick<ImportRecord, 'source' | 'source_name' | 'continues'>): string =>
  record.continues === null ? placeText(record) : `${placeText(record)}, held files`;

const STATES: Readonly<Record<ImportRecord['status'], string>> = {
  queued: 'waiting',
  running: 'running',
  finished: 'finished',
  error: 'failed',
  cancelled: 'cancelled',
};
export const stateText = ({ status }: Pick<ImportRecord, 'status'>): string => STATES[status];

/** Current step of an import that has not ended. */
export const underWayText = ({ status, waits_for_mask }: Pick<ImportRecord, 'status' | 'waits_for_mask'>): string =>
  waits_for_mask ? 'Waiting for a mask' : status === 'queued' ? 'Waiting' : 'Importing';

export const isUnderWay = ({ status }: Pick<ImportRecord, 'status'>): boolean => status === 'queued' || status === 'running';

export const OUTCOME_WORDS: Readonly<Record<ImportOutcome, string>> = {
  imported: 'imported',
  'already-there': 'there already',
  held: 'waiting for a mask',
  skipped: 'skipped',
  conflict: 'conflict',
};

/** Files of an import by outcome, in the order they are listed. */
export const outcomeCounts = ({ counts }: Pick<ImportRecord, 'counts'>): Array<[ImportOutcome, number]> => [
  ['imported', counts.imported],
  ['already-there', counts.already_there],
  ['held', counts.held],
  ['skipped', counts.skipped],
  ['conflict', counts.conflict],
];

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const SHORTEST_GUESS_S = 5;

export function durationText(seconds: number): string {
  if (seconds < MINUTE_S) return `${Math.round(seconds)} s`;
  return seconds < HOUR_S
    ? `${Math.floor(seconds / MINUTE_S)} min ${Math.round(seconds % MINUTE_S)} s`
    : `${Math.floor(seconds / HOUR_S)} h ${Math.floor((seconds % HOUR_S) / MINUTE_S)} min`;
}

/** How long something has run, and about how long it will still; the rest is not guessed from the first moments. */
export function timeText(startedAt: number | null, share: number, now: number): string {
  if (startedAt === null) return '';
  const passed = Math.max(0, (now - startedAt) / 1000);
  if (share === 0 || passed < SHORTEST_GUESS_S) return durationText(passed);
  return `${durationText(passed)} · about ${durationText((passed * (1 - share)) / share)} left`;
}
