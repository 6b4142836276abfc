import { IsDate } from 'typebox/format';
import type { PacsSearch, PacsStudy } from '../records/import.ts';
import { dashedDate } from './study-id.ts';

/** Characters that are a pattern or a list in a query (PS3.4, C.2.2.2): a patient would become many. */
const PATTERN = /[*?\\]/;

const isDay = (day: string): boolean => IsDate(dashedDate(day));

/** Why a search is not asked; null when it is. A whole archive is never meant. */
export function searchFault(search: PacsSearch): { field: keyof PacsSearch; message: string } | null {
  const { patient, from, to, description } = search;
  if (patient === null && from === null && to === null && description === null)
    return { field: 'patient', message: 'enter a patient, a date or a description: a whole archive is not searched' };
  if (patient !== null && PATTERN.test(patient)) return { field: 'patient', message: 'is an exact id, without * ? or \\' };
  if (description !== null && PATTERN.test(description))
    return { field: 'description', message: 'is a part of the text, without * ? or \\' };
  if (from !== null && !isDay(from)) return { field: 'from', message: `${from} is not a date` };
  if (to !== null && !isDay(to)) return { field: 'to', message: `${to} is not a date` };
  if (from !== null && to !== null && from > to) return { field: 'to', message: 'is before the first day' };
  return null;
}

const plain = (text: string): string => text.trim().toLowerCase();

/**
 * Is a study what was searched for? A PACS may ignore criteria it does not know (PS3.18, 8.3.4), and then offers other
 * people's studies.
 */
export function isFound(study: PacsStudy, search: PacsSearch): boolean {
  if (search.patient !== null && plain(study.patient_id) !== plain(search.patient)) return false;
  if (search.description !== null && !plain(study.description).includes(plain(search.description))) return false;
  if (search.modality !== null && !study.modalities.includes(search.modality)) return false;
  if ((search.from !== null || search.to !== null) && study.study_date === '') return false;
  return (search.from === null || study.study_date >= search.from) && (search.to === null || study.study_date <= search.to);
}
