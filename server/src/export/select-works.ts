import { ALL, type ExportRequest } from '@echometry/contract/records/export.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import type { StudyState } from '@echometry/contract/records/study.ts';
import type { Kysely } from 'kysely';
import { headsToExport, type HeadRecord } from '../db/analyses.ts';
import { type ReviewRecord, reviewsToExport } from '../db/reviews.ts';
import { FIRST_PASS } from '../db/work-lines.ts';
import type { Database, Flag } from '../db/schema.ts';
import { standingReviews } from '../db/standing.ts';
import { listStudies, type StudyRecord } from '../db/studies.ts';
import { NO_REVIEW, type ReviewCertainty } from '../formats/source.ts';

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
  certainty: ReviewCertainty;
}

type NamedReview = Awaited<ReturnType<typeof reviewsToExport>>[number];

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
  certainty: NO_REVIEW,
});

const ofReview = (study: StudyRecord, review: NamedReview, certainty: ReviewCertainty): Work => ({
  study,
  editor: review.editor,
  reviewer: review.reviewer,
  role: 'Reviewer',
  blind: review.blind,
  pass: FIRST_PASS,
  state: review.outcome_state ?? review.study_state,
  analysisVersion: review.base_version,
  review,
  certainty,
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

/** Readers of the reviews that a consensus settles; of a version that is no longer current, its number. */
function settledBy(review: NamedReview, all: readonly NamedReview[]): string | null {
  if (review.consensus_of === null) return null;
  const isOfWork = (other: NamedReview): boolean =>
    other.study_id === review.study_id && other.editor_id === review.editor_id && other.blind === review.blind;
  const readerOf = (version: number): string =>
    all.find((other) => isOfWork(other) && (other.version_id ?? other.base_version) === version)?.reviewer ?? `r${version}`;
  return (JSON.parse(review.consensus_of) as number[]).map(readerOf).join(' ');
}

/** Of some reviews, those that count, with what is certain of them. */
function countedReviews(all: readonly NamedReview[], heads: readonly HeadRecord[]): [NamedReview, ReviewCertainty][] {
  // The newest head comes first, and is set last.
  const newest = new Map(heads.toReversed().map((head) => [`${head.study_id} ${head.editor_id} ${head.blind}`, head.version_id]));
  return standingReviews(all).map((review) => {
    const head = newest.get(`${review.study_id} ${review.editor_id} ${review.blind}`);
    const isConsensus = review.state === 'finished' && review.consensus_of !== null;
    return [
      review,
      {
        review_state: isConsensus ? 'consensus' : review.state === 'finished' ? 'finished' : 'checkpoint',
        changed_since: head !== undefined && head !== review.base_version,
        consensus_of: settledBy(review, all),
        finished_with_reason: review.finish_reason,
      },
    ];
  });
}

/** What the filters of a request choose of a project, by study and then by person; withdrawn studies are left out. */
export async function selectWorks(query: Query, projectId: number, request: ExportRequest): Promise<Work[]> {
  const studies = (await listStudies(query, projectId, true)).filter(
    ({ study_type }) => request.study_type === ALL || study_type === request.study_type,
  );
  if (request.data === 'review') {
    const reviews = countedReviews(await reviewsToExport(query, projectId), await headsToExport(query, projectId));
    return studies.flatMap((study) =>
      reviews
        .filter(([review]) => review.study_id === study.id && (request.editor === ALL || review.editor === request.editor))
        .map(([review, certainty]) => ofReview(study, review, certainty)),
    );
  }
  const byStudy = new Map<number, HeadRecord[]>();
  for (const head of await headsToExport(query, projectId)) byStudy.set(head.study_id, [...(byStudy.get(head.study_id) ?? []), head]);
  return studies.flatMap((study) => chosenHeads(byStudy.get(study.id) ?? [], request.editor).map((head) => ofHead(study, head)));
}
