import { ALL, type ExportRequest } from '@echometry/contract/records/export.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import type { StudyState } from '@echometry/contract/records/study.ts';
import type { Kysely } from 'kysely';
import { allHeads, type HeadRecord } from '../db/analyses.ts';
import { allNamedReviews, type NamedReview, type ReviewRecord, reviewsToExport } from '../db/reviews.ts';
import { FIRST_PASS } from '../db/work-lines.ts';
import type { Database, Flag } from '../db/schema.ts';
import { standingReviews } from '../db/standing.ts';
import { listStudies, type StudyRecord } from '../db/studies.ts';
import { type LeftOut, NO_REVIEW, type ReviewCertainty } from './formats/source.ts';

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

/** The works of an export, and the works that it leaves out although the filters of editor and study type allow them. */
export interface SelectedWorks {
  works: Work[];
  leftOut: LeftOut[];
}

const WITHDRAWN = 'the study is withdrawn';
const TEST_WORK = 'it is the work of a test user';
const DRAFT = 'the review is a draft: it has not reached a checkpoint';
const REPLACED = 'a finished consensus review replaces it';

/** The entry of a whole work in the list of what is left out. */
export const workLeftOut = (work: Pick<Work, 'study' | 'editor' | 'reviewer' | 'analysisVersion' | 'review'>, reason: string): LeftOut => ({
  study_id: work.study.study_id,
  editor: work.editor,
  reviewer: work.reviewer,
  version: versionOf(work),
  instance_id: '',
  format: '',
  reason,
});

/** The stored version that a work is read from; r before it for a version of a review. */
export const versionOf = ({ review, analysisVersion }: Pick<Work, 'analysisVersion' | 'review'>): string =>
  review === null || review.version_id === null ? String(analysisVersion) : `r${review.version_id}`;

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

function byStudy<T extends { study_id: number }>(all: readonly T[]): Map<number, T[]> {
  const found = new Map<number, T[]>();
  for (const one of all) {
    const ofStudy = found.get(one.study_id);
    if (ofStudy === undefined) found.set(one.study_id, [one]);
    else ofStudy.push(one);
  }
  return found;
}

/**
 * Why a head is not exported, null when it is. Of the shared work of a study the newest is: editors continue each other's work,
 * so an older head is a part of the newer one. Blind work is separate. Where an editor is named, their own newest work is
 * exported, also when a colleague's came after it.
 * @param newest of the shared heads of the study
 */
function headRefusal(head: HeadRecord & { is_test_work: Flag }, newest: HeadRecord | undefined, named: boolean): string | null {
  if (head.is_test_work === 1) return TEST_WORK;
  if (named || head.blind === 1 || newest === undefined || head.editor_id === newest.editor_id) return null;
  return `${newest.editor} continued this analysis, and the newer version is exported`;
}

async function selectAnalyses(query: Query, studies: readonly StudyRecord[], projectId: number, editor: string): Promise<SelectedWorks> {
  const heads = byStudy(await allHeads(query, projectId));
  const selected: SelectedWorks = { works: [], leftOut: [] };
  for (const study of studies) {
    const ofStudy = heads.get(study.id) ?? [];
    const newest = ofStudy.find((head) => head.blind === 0 && head.is_test_work === 0);
    for (const head of ofStudy.filter((one) => editor === ALL || one.editor === editor)) {
      const reason = study.active === 0 ? WITHDRAWN : headRefusal(head, newest, editor !== ALL);
      const work = ofHead(study, head);
      if (reason === null) selected.works.push(work);
      else selected.leftOut.push(workLeftOut(work, reason));
    }
  }
  return selected;
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

/** Reviews that count, with their certainty. */
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

async function selectReviews(query: Query, studies: readonly StudyRecord[], projectId: number, editor: string): Promise<SelectedWorks> {
  const exportable = await reviewsToExport(query, projectId);
  const heads = (await allHeads(query, projectId)).filter(({ is_test_work }) => is_test_work === 0);
  const keyOf = ({ study_id, editor_id, reviewer_id, blind }: NamedReview): string => [study_id, editor_id, reviewer_id, blind].join(' ');
  const counted = new Map(countedReviews(exportable, heads).map(([review, certainty]) => [keyOf(review), certainty]));
  const known = new Set(exportable.map(keyOf));
  const reviews = byStudy(await allNamedReviews(query, projectId));
  const selected: SelectedWorks = { works: [], leftOut: [] };
  for (const study of studies) {
    for (const review of (reviews.get(study.id) ?? []).filter((one) => editor === ALL || one.editor === editor)) {
      const certainty = counted.get(keyOf(review));
      const work = ofReview(study, review, certainty ?? NO_REVIEW);
      if (study.active === 1 && certainty !== undefined) selected.works.push(work);
      else {
        const reason = known.has(keyOf(review)) ? REPLACED : review.state === 'draft' ? DRAFT : TEST_WORK;
        selected.leftOut.push(workLeftOut(work, study.active === 0 ? WITHDRAWN : reason));
      }
    }
  }
  return selected;
}

/** The works of a project that match a request, by study and then by person, and those that are left out. */
export async function selectWorks(query: Query, projectId: number, request: ExportRequest): Promise<SelectedWorks> {
  const studies = (await listStudies(query, projectId, false)).filter(
    ({ study_type }) => request.study_type === ALL || study_type === request.study_type,
  );
  const select = request.data === 'review' ? selectReviews : selectAnalyses;
  return select(query, studies, projectId, request.editor);
}
