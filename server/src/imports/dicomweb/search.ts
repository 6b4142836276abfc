import type { PacsSearch, PacsStudy } from '@echometry/contract/records/import.ts';
import { isFound } from '@echometry/contract/rules/pacs-search.ts';
import { countOf, type DicomJson, isUid, TAGS, textOf, valuesOf } from './attributes.ts';
import { PacsFault } from '../../dicomweb/fault.ts';
import { MAX_SEARCH_BYTES, MAX_STUDY_INSTANCES, PAGE_ROWS } from './limits.ts';
import type { Pacs } from '../../dicomweb/pacs.ts';
import { askPacs } from '../../dicomweb/request.ts';
import { tried } from '../../dicomweb/tried.ts';

const DICOM_JSON = 'application/dicom+json';

/** One image or document of a study, as an address. */
export interface PacsInstance {
  studyUid: string;
  seriesUid: string;
  instanceUid: string;
}

/** One page of a search (PS3.18, 10.6). */
async function page(pacs: Pacs, path: string, signal: AbortSignal): Promise<DicomJson[]> {
  const response = await askPacs(pacs, path, { accept: DICOM_JSON, signal });
  try {
    if (response.isEmpty) return [];
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of response.body) {
      size += piece.byteLength;
      if (size > MAX_SEARCH_BYTES)
        throw new PacsFault('too-large', pacs.name, `responded to a search with more than ${MAX_SEARCH_BYTES} bytes.`);
      pieces.push(piece);
    }
    return itemsOf(pacs, Buffer.concat(pieces, size));
  } finally {
    response.close();
  }
}

function itemsOf(pacs: Pacs, bytes: Buffer): DicomJson[] {
  let found: unknown;
  try {
    found = bytes.length === 0 ? [] : JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new PacsFault('wrong-answer', pacs.name, 'responded to a search with something that is not JSON. Is this its DICOMweb address?');
  }
  if (!Array.isArray(found) || found.some((item) => typeof item !== 'object' || item === null || Array.isArray(item)))
    throw new PacsFault('wrong-answer', pacs.name, 'responded to a search with no list of results. Is this its DICOMweb address?');
  return found as DicomJson[];
}

/**
 * All results of a search, page after page, each once. A PACS may return fewer than asked for, or ignore where to begin:
 * it is asked until it has nothing new.
 * @param key tag of the UID that distinguishes results
 */
async function* resultsOf(
  pacs: Pacs,
  asked: { path: string; query: URLSearchParams; key: string; limit: number },
  signal: AbortSignal,
): AsyncGenerator<DicomJson> {
  const seen = new Set<string>();
  for (;;) {
    const query = new URLSearchParams(asked.query);
    query.set('limit', String(PAGE_ROWS));
    query.set('offset', String(seen.size));
    const rows = await tried(() => page(pacs, `${asked.path}?${query.toString()}`, signal), signal);
    const before = seen.size;
    for (const row of rows) {
      const uid = textOf(row, asked.key);
      if (!isUid(uid)) throw new PacsFault('wrong-answer', pacs.name, 'offered a result without a valid UID.');
      if (seen.has(uid)) continue;
      seen.add(uid);
      yield row;
      if (seen.size >= asked.limit) return;
    }
    if (seen.size === before) return;
  }
}

const studyOf = (row: DicomJson): PacsStudy => ({
  study_uid: textOf(row, TAGS.studyInstanceUid),
  patient_id: textOf(row, TAGS.patientId),
  patient_name: textOf(row, TAGS.patientName),
  accession_number: textOf(row, TAGS.accessionNumber),
  study_date: textOf(row, TAGS.studyDate),
  description: textOf(row, TAGS.studyDescription),
  modalities: valuesOf(row, TAGS.modalitiesInStudy),
  instances: countOf(row, TAGS.studyInstances),
});

const RETURNED = [
  TAGS.studyDescription,
  TAGS.accessionNumber,
  TAGS.modalitiesInStudy,
  TAGS.studyInstances,
  TAGS.patientName,
  TAGS.patientId,
];

/** Asks for attributes one by one: not every PACS reads a list of them. */
function include(query: URLSearchParams, tags: readonly string[]): URLSearchParams {
  for (const tag of tags) query.append('includefield', tag);
  return query;
}

function queryOf({ patient, from, to, description, modality }: PacsSearch): URLSearchParams {
  const query = new URLSearchParams();
  if (patient !== null) query.set('PatientID', patient);
  if (from !== null || to !== null) query.set('StudyDate', from === to ? (from ?? '') : `${from ?? ''}-${to ?? ''}`);
  if (description !== null) query.set('StudyDescription', `*${description}*`);
  if (modality !== null) query.set('ModalitiesInStudy', modality);
  include(query, RETURNED);
  return query;
}

export interface Found {
  studies: PacsStudy[];
  /** There are more than the limit. */
  hasMore: boolean;
  /** Studies that the PACS offered though they are not what was asked for; left out. */
  others: number;
}

/** Studies of a PACS (QIDO-RS), by descending day. Results that do not fit the search are left out, whatever the PACS returns. */
export async function searchStudies(pacs: Pacs, search: PacsSearch, limit: number, signal: AbortSignal): Promise<Found> {
  const studies: PacsStudy[] = [];
  let others = 0;
  const asked = { path: '/studies', query: queryOf(search), key: TAGS.studyInstanceUid, limit: Infinity };
  for await (const row of resultsOf(pacs, asked, signal)) {
    const study = studyOf(row);
    if (!isFound(study, search)) others += 1;
    else studies.push(study);
    if (studies.length > limit || others > limit) break;
  }
  const hasMore = studies.length > limit;
  const sorted = studies.slice(0, limit).sort((a, b) => (a.study_date < b.study_date ? 1 : a.study_date > b.study_date ? -1 : 0));
  return { studies: sorted, hasMore, others };
}

const byNumber = (tag: string) => (a: DicomJson, b: DicomJson) => (countOf(a, tag) ?? Infinity) - (countOf(b, tag) ?? Infinity) || 0;

async function all(rows: AsyncIterable<DicomJson>): Promise<DicomJson[]> {
  const found: DicomJson[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

/** Modalities of structured reports, which have the machine's measurements, and of separate ECG files. */
const COMPANIONS = ['SR', 'ECG'];

/** Content of a study, in the order of its series and instances. Of a modality, only its series and those of reports and ECGs. */
export async function instancesOf(pacs: Pacs, studyUid: string, modality: string | null, signal: AbortSignal): Promise<PacsInstance[]> {
  const path = `/studies/${studyUid}/series`;
  const query = include(new URLSearchParams(), [TAGS.modality, TAGS.seriesNumber]);
  const series = await all(resultsOf(pacs, { path, query, key: TAGS.seriesInstanceUid, limit: MAX_STUDY_INSTANCES }, signal));
  const found: PacsInstance[] = [];
  for (const one of series.sort(byNumber(TAGS.seriesNumber))) {
    if (modality !== null && ![modality, ...COMPANIONS].includes(textOf(one, TAGS.modality))) continue;
    const seriesUid = textOf(one, TAGS.seriesInstanceUid);
    const asked = {
      path: `${path}/${seriesUid}/instances`,
      query: include(new URLSearchParams(), [TAGS.instanceNumber]),
      key: TAGS.sopInstanceUid,
      limit: MAX_STUDY_INSTANCES - found.length + 1,
    };
    const instances = await all(resultsOf(pacs, asked, signal));
    for (const row of instances.sort(byNumber(TAGS.instanceNumber)))
      found.push({ studyUid, seriesUid, instanceUid: textOf(row, TAGS.sopInstanceUid) });
    if (found.length > MAX_STUDY_INSTANCES)
      throw new PacsFault('too-large', pacs.name, `offers a study of more than ${MAX_STUDY_INSTANCES} images.`);
  }
  return found;
}
