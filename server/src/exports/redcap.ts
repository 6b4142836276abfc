/** REDCap: a data dictionary, and the table of studies in the form that REDCap imports. */
import { type Cell, csvLine } from '@echometry/contract/rules/csv.ts';
import { utf8 } from './archive.ts';
import type { ArchiveFile, LeftOut } from './formats/source.ts';
import { RECORD_ID, STUDY_FORM, dictionary, studyFields } from './redcap-dictionary.ts';
import type { WideTable } from './wide-table.ts';

export const REDCAP_FILES = { dictionary: 'redcap/data_dictionary.csv', records: 'redcap/import.csv' } as const;
const REPEAT_COLUMNS = ['redcap_repeat_instrument', 'redcap_repeat_instance'] as const;
const MISSING_FROM = { format: 'redcap', file: REDCAP_FILES.records } as const;

/** Rows of each patient, which are the instances of the repeated form. */
async function rowsByPatient(table: WideTable): Promise<ReadonlyMap<Cell, number>> {
  const counts = new Map<Cell, number>();
  for await (const { work } of table.studies(() => undefined, MISSING_FROM)) counts.set(work.patient, (counts.get(work.patient) ?? 0) + 1);
  return counts;
}

async function* records(table: WideTable, leaveOut: (what: LeftOut) => void): AsyncIterable<string> {
  const fields = studyFields(table.valueColumns);
  const isRepeated = [...(await rowsByPatient(table)).values()].some((count) => count > 1);
  yield csvLine([RECORD_ID, ...(isRepeated ? REPEAT_COLUMNS : []), ...fields.map(({ name }) => name)]);
  const instances = new Map<Cell, number>();
  for await (const row of table.studies(leaveOut, MISSING_FROM)) {
    const { patient } = row.work;
    const instance = (instances.get(patient) ?? 0) + 1;
    instances.set(patient, instance);
    yield csvLine([patient, ...(isRepeated ? [STUDY_FORM, instance] : []), ...fields.map(({ valueOf }) => valueOf(row))]);
  }
}

/** Both files; the table has taken every row. */
export function* redcapFiles(table: WideTable, leaveOut: (what: LeftOut) => void): Iterable<ArchiveFile> {
  yield { path: REDCAP_FILES.dictionary, content: utf8(dictionary(studyFields(table.valueColumns))) };
  yield { path: REDCAP_FILES.records, content: utf8(records(table, leaveOut)) };
}
