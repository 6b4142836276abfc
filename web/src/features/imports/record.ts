/** State and counts of an import. */
import type { ImportOutcome, ImportRecord } from '@echometry/contract/records/import.ts';

export const isUnderWay = ({ status }: Pick<ImportRecord, 'status'>): boolean => status === 'queued' || status === 'running';

/** Files of an import by outcome, in the order they are listed. */
export const outcomeCounts = ({ counts }: Pick<ImportRecord, 'counts'>): Array<[ImportOutcome, number]> => [
  ['imported', counts.imported],
  ['already-there', counts.already_there],
  ['measurements', counts.measurements],
  ['ecg', counts.ecg],
  ['held', counts.held],
  ['skipped', counts.skipped],
  ['conflict', counts.conflict],
];
