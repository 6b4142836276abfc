/** State and counts of an import. */
import { IMPORT_OUTCOMES, type ImportOutcome, type ImportRecord } from '@echometry/contract/records/import.ts';

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

/** Outcomes that most imports do not have. */
const RARE: ReadonlySet<ImportOutcome> = new Set(['measurements', 'ecg', 'held']);

/** Outcomes that a table of imports has a column for: a rare one where any of them has it. */
export function columnsOf(records: readonly Pick<ImportRecord, 'counts'>[]): ImportOutcome[] {
  const found = new Set(records.flatMap(outcomeCounts).flatMap(([outcome, files]) => (files > 0 ? [outcome] : [])));
  return IMPORT_OUTCOMES.filter((outcome) => found.has(outcome) || !RARE.has(outcome));
}

/** Counts of an import in the columns of a table. */
export const countsIn = (columns: readonly ImportOutcome[], record: Pick<ImportRecord, 'counts'>): Array<[ImportOutcome, number]> =>
  outcomeCounts(record).filter(([outcome]) => columns.includes(outcome));
