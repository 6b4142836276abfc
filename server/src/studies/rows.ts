import type { ReviewSummary, StudyRow } from '@echometry/contract/records/study.ts';
import { reviewerCountText } from '@echometry/contract/rules/completed.ts';
import { isBlind, isTeamReview, mayReview, visibilityOf } from '@echometry/contract/rules/permissions.ts';
import { reviewStep } from '@echometry/contract/rules/review.ts';
import { dashedDate } from '@echometry/contract/rules/study-id.ts';
import type { Caller } from '../access/caller.ts';
import { type ProjectAccess, workScopeOf } from '../access/project-access.ts';
import { visibleHeads } from '../access/visible-head.ts';
import { inSeenOrder, seenBy } from '../access/blinding.ts';
import { type HeadRecord, statusOf } from '../db/analyses.ts';
import { countFiles } from '../db/files.ts';
import { placesOfReader } from '../db/courses.ts';
import { openFlagsOfProject } from '../db/open-flags.ts';
import { allReviews, byStudy, type ReviewRecord, reviewsOfProject, validatedBy } from '../db/reviews.ts';
import { standingReviews } from '../db/standing.ts';
import { listStudies, type SeenStudy } from '../db/studies.ts';
import { FIRST_PASS, blindPassesOf } from '../db/work-lines.ts';
import type { Services } from '../access/services.ts';

/** A row with what it was made of. */
export interface MadeRow {
  row: StudyRow;
  study: SeenStudy;
  head: HeadRecord | undefined;
}

const keyOf = ({ study_id, editor_id, blind }: Pick<ReviewRecord, 'study_id' | 'editor_id' | 'blind'>): string =>
  `${study_id} ${editor_id} ${blind}`;

/** How far the reviews of each study have come: the furthest counts. */
function stepsOf(reviews: readonly ReviewRecord[]): Map<number, number> {
  const steps = new Map<number, number>();
  for (const review of reviews) steps.set(review.study_id, Math.max(steps.get(review.study_id) ?? 0, reviewStep(review)));
  return steps;
}

/** The review of one analysis, in the words of the list. */
function summaryOf(review: ReviewRecord | undefined, head: HeadRecord | undefined, settled: boolean): ReviewSummary | null {
  if (review === undefined || head === undefined) return null;
  return {
    state: review.state,
    changed_since: review.base_version !== head.version_id,
    study_state: review.outcome_state ?? review.study_state,
    updated_at: review.updated_at,
    incomplete_since: head.study_state === 'Incomplete' ? (head.state_since ?? head.updated_at) : null,
    consensus: review.consensus_of !== null,
    settled,
    finish_reason: review.finish_reason,
    open_points: review.finish_open === null ? 0 : (JSON.parse(review.finish_open) as unknown[]).length,
  };
}

/**
 * The list of a project as the caller sees it: who reviews sees one row for each analysis given to them, the others one for
 * each study; the newest study first.
 * @param studies only these, by the numbers of their rows
 */
export async function rowsOfProject(
  services: Services,
  caller: Caller,
  access: ProjectAccess,
  activeOnly: boolean,
  studies?: readonly number[],
): Promise<MadeRow[]> {
  const { query } = services.db;
  const isTeam = isTeamReview(caller.role);
  const [stored, heads, openFlags, reviews, fileCounts, all] = await Promise.all([
    listStudies(query, access.id, activeOnly, studies),
    visibleHeads(services, caller, access, studies),
    openFlagsOfProject(query, access.id, services.now(), studies),
    reviewsOfProject(query, access.id, studies),
    countFiles(query, access.id, workScopeOf(caller, access), studies),
    isTeam || mayReview(caller.role) ? allReviews(query, access.id, studies) : [],
  ]);
  const found = inSeenOrder(access, stored).map((study) => seenBy(services, access, study));
  const passes = isBlind(caller.role) ? await blindPassesOf(query, access.id, caller.user.id) : new Map<number, number>();
  const places = isBlind(caller.role) ? await placesOfReader(query, access.id, caller.user.id) : new Map<number, never>();
  const reviewsOf = byStudy(reviews);
  const own = isTeam ? all : all.filter(({ reviewer_id }) => reviewer_id === caller.user.id);
  const standing = new Set(standingReviews(all));
  const steps = stepsOf(own);
  const ownOf = new Map(own.map((review) => [keyOf(review), review]));
  const openBy = new Map(openFlags.map((flag) => [flag.studyId, flag.email]));
  const reviewing = visibilityOf(caller.role) === 'assigned';

  /** For blinded readers the assigned pass, also before anything is saved in it. */
  const passOf = (study: SeenStudy, head: HeadRecord | undefined): { pass?: number } => {
    const pass = isBlind(caller.role) ? passes.get(study.id) : head?.blind === 1 ? head.pass : undefined;
    return pass === undefined || pass === FIRST_PASS ? {} : { pass };
  };
  const courseOf = (study: SeenStudy, pass: { pass?: number }): Pick<StudyRow, 'course'> => {
    const place = places.get(study.id);
    // Courses are of first readings.
    return place === undefined || pass.pass !== undefined ? {} : { course: place };
  };
  const summaryOfRow = (head: HeadRecord | undefined): ReviewSummary | null => {
    const review = head && ownOf.get(keyOf(head));
    return summaryOf(review, head, review !== undefined && !standing.has(review));
  };
  const rowOf = (study: SeenStudy, head: HeadRecord | undefined): StudyRow => {
    const reviewers = validatedBy(reviewsOf.get(study.id) ?? [], head);
    const holder = openBy.get(study.id) ?? null;
    const dataType = study.data_type;
    const pass = passOf(study, head);
    return {
      study_id: study.study_id,
      patient: study.patient_id,
      patient_show: study.patient_show,
      date: study.study_date === null ? null : dashedDate(study.study_date),
      project: access.project._id,
      is_open: holder !== null,
      open_by: holder,
      data_type: dataType,
      study_type: study.study_type,
      study_instance_id: study.study_instance_uid,
      code: study.code,
      analysis: head?.version_id ?? null,
      editor: head?.editor ?? null,
      updated_at: head?.updated_at ?? null,
      validated_by: isTeam ? (steps.get(study.id) ?? 0) : reviewing ? reviewers : reviewerCountText(reviewers.length),
      study_state: head?.study_state ?? null,
      gestational_age_days: study.gestational_age_days,
      status: statusOf(head, { dataType, showQc: access.project.qc.show_status, validated: reviewers.length > 0 }),
      total_images: fileCounts.get(study.id) ?? 0,
      ...(head?.blind === 1 && reviewing ? { blind: true } : {}),
      ...pass,
      ...courseOf(study, pass),
      ...(mayReview(caller.role) ? { review: summaryOfRow(head) } : {}),
    };
  };
  return found.flatMap((study) => {
    const seen = heads.get(study.id) ?? [];
    const shown = reviewing ? seen : [seen[0]];
    return shown.map((head) => ({ study, head, row: rowOf(study, head) }));
  });
}
