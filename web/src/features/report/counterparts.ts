/** Reports that the open study can be compared with: other studies of the patient, and what others made of this one. */
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { MEDICAL_DATA_TYPE } from '@echometry/contract/records/data-type.ts';
import type { AnalysisVersion } from '@echometry/contract/records/analysis-version.ts';
import { MAX_LIST_PAGE } from '@echometry/contract/records/study-list.ts';
import type { StudyRow } from '@echometry/contract/records/study.ts';
import { call } from '../../lib/api.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import type { OpenReview } from '../../study/store/review-copy.ts';

export interface Counterpart {
  /** Another study of the patient, another author of this one, what a review is made from, or the ultrasound machine. */
  kind: 'study' | 'editor' | 'original' | 'machine';
  /** Unique among the counterparts of a study. */
  key: string;
  study_id: string;
  /** Version of the history; absent for the analysis of today. */
  version?: number;
  /** Name of its column. */
  label: string;
}

type Row = Pick<StudyRow, 'study_id' | 'patient' | 'date' | 'analysis' | 'editor'>;

/** The patient's other studies with an analysis, the newest first; none where their order is hidden. */
export const studiesToCompare = (rows: readonly Row[], open: { study_id: string; patient_id: number }): Counterpart[] =>
  rows
    .filter(({ study_id, patient, analysis }) => patient === open.patient_id && study_id !== open.study_id && analysis !== null)
    .flatMap(({ study_id, date }) => (date === null ? [] : [{ study_id, date }]))
    .toSorted((a, b) => b.date.localeCompare(a.date))
    .map(({ study_id, date }) => ({ kind: 'study', key: study_id, study_id, label: date }));

/** The newest work of each author but the one whose version is open; `versions` are the newest first. */
export function editorsToCompare(versions: readonly AnalysisVersion[], study_id: string): Counterpart[] {
  const current = versions.find((version) => version.current)?.author;
  const newest = new Map<string, AnalysisVersion>();
  for (const version of versions) if (version.author !== current && !newest.has(version.author)) newest.set(version.author, version);
  return [...newest.values()].map(({ version, author }) => ({
    kind: 'editor',
    key: `version ${version}`,
    study_id,
    version,
    label: author,
  }));
}

/** A review next to the editor's version it is based on. */
export const originalToCompare = (
  { editor, base_version }: Pick<OpenReview, 'editor' | 'base_version'>,
  study_id: string,
): Counterpart => ({
  kind: 'original',
  key: `original ${base_version}`,
  study_id,
  version: base_version,
  label: editor,
});

export interface Counterparts {
  studies: readonly Counterpart[];
  editors: readonly Counterpart[];
}

export async function readCounterparts({ project, head, link, review }: OpenStudy, signal: AbortSignal): Promise<Counterparts> {
  // Of other studies a Reviewer sees what they validated there, which is another review.
  if (review) return { studies: [], editors: [originalToCompare(review, link.study_id)] };
  const scope = { db_name: project.db_name, medical_data_type: MEDICAL_DATA_TYPE } as const;
  const query = {
    search_query: { medical_data_type: MEDICAL_DATA_TYPE, active: true },
    db_name: project.db_name,
    list: { offset: 0, limit: MAX_LIST_PAGE, search: { text: head.patient_show, method: 'match' } },
  } as const;
  const [{ studies }, { versions }] = await Promise.all([
    call(CALLS.studiesGet, query, { signal }),
    call(CALLS.analysisVersions, { id: link.study_id, ...scope }, { signal }),
  ]);
  return { studies: studiesToCompare(studies, head), editors: editorsToCompare(versions, link.study_id) };
}
