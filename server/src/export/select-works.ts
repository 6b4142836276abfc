import { ALL, type ExportRequest } from '@echometry/contract/records/export.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import type { StudyState } from '@echometry/contract/records/study.ts';
import type { Kysely } from 'kysely';
import { headsToExport, type HeadRecord } from '../db/analyses.ts';
import { type ReviewRecord, reviewsToExport } from '../db/reviews.ts';
import { FIRST_PASS } from '../db/work-lines.ts';
import type { Database, Flag } from '../db/schema.ts';
import { listStudies, type StudyRecord } from '../db/studies.ts';

type Query = Kysely<Database>;

/** One person's work on one study, before it is read: a version of an editor's analysis, or of a review of one. */
export interface Work {
  study: StudyRecord;
  editor: string;
  reviewer: string | null;
  /** Null until the version was read, for the work of editors. */
  role: RoleName | null;
  blind: Flag;
  pass: number;
  state: StudyState | null;
  /** The editor's version, or for a review the one it is based on. */
  analysisVersion: number;
  review: ReviewRecord | null;
}

const ofHead = (study: StudyRecord, head: HeadRecord): Work => ({
  study,
  editor: head.editor,
  reviewer: null,
  role: null,
  blind: head.blind,
  pass: head.pass,
  state: head.study_state,
  analysisVersion: head.version_id,
  review: null,
});

const ofReview = (study: StudyRecord, review: ReviewRecord & { editor: string; reviewer: string }): Work => ({
  study,
  editor: review.editor,
  reviewer: review.reviewer,
  role: 'Reviewer',
  blind: review.blind,
  pass: FIRST_PASS,
  state: review.outcome_state ?? review.study_state,
  analysisVersion: review.base_version,
  review,
});

/**
 * Of the shared work of a study the newest: editors go on from each other, so an older head is a part of the newer one. Blind
 * work stands by itself. Where an editor is named, their own newest work, also when a colleague's came after it.
 * @param heads of one study, the newest first
 */
function chosenHeads(heads: readonly HeadRecord[], editor: string): HeadRecord[] {
  if (editor !== ALL) return heads.filter((head) => head.editor === editor);
  const newest = heads.find(({ blind }) => blind === 0);
  return heads.filter((head) => head.blind === 1 || head.editor_id === newest?.editor_id);
}

/** What the filters of a request choose of a project, by study and then by person; withdrawn studies are left out. */
export async function selectWorks(query: Query, projectId: number, request: ExportRequest): Promise<Work[]> {
  const studies = (await listStudies(query, projectId, true)).filter(
    ({ study_type }) => request.study_type === ALL || study_type === request.study_type,
  );
  if (request.data === 'review') {
    const reviews = await reviewsToExport(query, projectId);
    return studies.flatMap((study) =>
      reviews
        .filter((review) => review.study_id === study.id && (request.editor === ALL || review.editor === request.editor))
        .map((review) => ofReview(study, review)),
    );
  }
  const byStudy = new Map<number, HeadRecord[]>();
  for (const head of await headsToExport(query, projectId)) byStudy.set(head.study_id, [...(byStudy.get(head.study_id) ?? []), head]);
  return studies.flatMap((study) => chosenHeads(byStudy.get(study.id) ?? [], request.editor).map((head) => ofHead(study, head)));
}
