import { Type } from 'typebox';
import { VersionNumber } from '../records/analysis-version.ts';
import { AnalysisImages, ConfigVersions, MAX_IMAGES, MissingImages } from '../records/analysis.ts';
import { DOCUMENT_FORMAT } from '../generated/document-format.ts';
import { CommentId } from '../records/comment.ts';
import { GoldCandidate, OfferedTolerances, Tolerances } from '../records/gold.ts';
import { MAX_ISSUE_LENGTH, NewIssue, ReviewIssue } from '../records/review-issue.ts';
import { FinishReason, OutcomeState, ReviewRecord, ReviewedWork } from '../records/review.ts';
import { SequenceDocuments } from '../records/sequence.ts';
import { Instant, Name, Nullable, Strict } from '../records/strict.ts';
import { ReviewState, StudyId, StudyState } from '../records/study.ts';
import { MAX_TRIAGED, TriageEntry } from '../records/triage.ts';
import { GOLD_ROLES, ISSUE_ROLES, RETURNING_ROLES, REVIEWING_ROLES, SAVING_ROLES, TEAM_REVIEW_ROLES } from '../rules/permissions.ts';
import { AnalysisChanges, MAX_ANALYSIS_BYTES } from './analyses.ts';
import { defineCall } from './call.ts';
import { NO_ANALYSIS } from './error.ts';
import { ProjectScope } from './project-scope.ts';

/**
 * Takes back what a team review stored for a study: the outcomes of all reviews of editors in reviews_to. They are kept and count
 * no more; the study returns to the list of the team review, and the act names person and time.
 */
export const deleteTeamReview = defineCall({
  path: 'minio/delete_team_review',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: TEAM_REVIEW_ROLES },
  byToken: 'write',
  body: Strict({
    /** Number of the patient in object paths. */
    patient: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    /** YYYYMMDD. */
    date: Type.String({ pattern: '^[0-9]{8}$' }),
  }),
  /** Outcomes that count no more. */
  answer: Strict({ hidden: Type.Integer({ minimum: 0 }) }),
});

/**
 * Fields that name a review: a study and whose work of it. `reviewer` is the caller, and any other value is refused; `blind`
 * chooses between shared and blind work of one person, the newest where it is absent.
 */
export const REVIEW = {
  id: StudyId,
  editor: Name,
  reviewer: Type.Optional(Name),
  blind: Type.Optional(Type.Boolean()),
  ...ProjectScope,
};

/** The project, which decides nothing: it has to be that of `db_name`. */
export const PROJECT = Type.Optional(Name);

/** Raises an issue in the caller's review; the same `id` again returns what is stored. `wrong-state` for a finished review. */
export const reviewsCreateIssue = defineCall({
  path: 'reviews/create_issue',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: REVIEWING_ROLES },
  byToken: 'write',
  body: Strict({ ...REVIEW, issue: NewIssue }),
  answer: Strict({ issue: ReviewIssue }),
});

/** Content of a saved review, next to its name. */
export const REVIEW_CONTENT = {
  /** All images of the review, or `changes` of what `base_version` has. */
  review: Type.Optional(AnalysisImages),
  changes: Type.Optional(AnalysisChanges),
  /** Lines on every frame that the images name and the study does not have yet. */
  sequences: Type.Optional(SequenceDocuments),
  /** Version of the review, not of the editor, that this builds on; null before the first save. */
  base_version: Type.Optional(Nullable(VersionNumber)),
  save_id: Type.Optional(Type.String({ minLength: 8, maxLength: 64 })),
  /** Images whose review now builds on the editor's newest version, taken over or not. */
  settled: Type.Optional(Type.Array(Type.String(), { maxItems: MAX_IMAGES, uniqueItems: true })),
  /** The same of the types declared missing. */
  settled_missing: Type.Optional(Type.Boolean()),
  format: Type.Optional(Type.Integer({ minimum: 1, maximum: DOCUMENT_FORMAT })),
  config_versions: Type.Optional(ConfigVersions),
  engine_version: Type.Optional(Name),
  /** Recomputed. */
  study_state: Type.Optional(StudyState),
};

/** The stored review, or the review that came between. */
export const ReviewSaved = Type.Union([
  Strict({
    conflict: Type.Literal(false),
    version: Type.Integer({ minimum: 1 }),
    state: ReviewState,
    study_state: StudyState,
    base_version: VersionNumber,
    /** The newest version of the editor. */
    editor_version: Type.Integer({ minimum: 1 }),
    updated_at: Instant,
  }),
  Strict({
    conflict: Type.Literal(true),
    version: Nullable(Type.Integer({ minimum: 1 })),
    author: Nullable(Type.String()),
    images: AnalysisImages,
    missing_images: MissingImages,
  }),
]);

/**
 * Saves a review as a new immutable version of it; the first save begins it, from the editor's version that is current. The
 * editor's record never changes. A stale `base_version` stores nothing and returns the review that came between; the same
 * `save_id` again returns the version stored the first time. `wrong-state` for a finished review, which is locked.
 */
export const reviewsCreate = defineCall({
  path: 'reviews/create',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: REVIEWING_ROLES },
  byToken: 'write',
  body: Strict({
    ...REVIEW,
    ...REVIEW_CONTENT,
    missing_images: MissingImages,
    project: PROJECT,
    /** Of the study: decides nothing; reviews/validate does. */
    validated: Type.Optional(Type.Boolean()),
    /** Keeps the work as a version that is never current: one side of a conflict between two tabs. */
    without_head: Type.Optional(Type.Boolean()),
  }),
  answer: ReviewSaved,
  maxBodyBytes: MAX_ANALYSIS_BYTES,
});

/**
 * Finished reviews of one piece of work by others, for the person who settles their differences: a Reviewer who has the editor
 * and all of these reviewers in reviews_to. Empty for other callers, and with fewer than two finished reviews.
 */
export const reviewsGetConsensus = defineCall({
  path: 'reviews/get_consensus',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: REVIEWING_ROLES },
  byToken: 'read',
  body: Strict(REVIEW),
  answer: Strict({ reviews: Type.Array(ReviewedWork) }),
});

/**
 * Issues of reviews: for a Reviewer issues of the own review of an editor's work, for an editor issues of all reviews of the own
 * work, from the check point onwards.
 */
export const reviewsGetIssues = defineCall({
  path: 'reviews/get_issues',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: ISSUE_ROLES },
  byToken: 'read',
  body: Strict({ ...REVIEW, editor: Type.Optional(Name) }),
  answer: Strict({ issues: Type.Array(ReviewIssue) }),
});

/**
 * The caller's review of an editor's work; without one the editor's newest complete version as the copy to begin with. Without
 * `editor` it is of the newest work given to the caller. No analysis for other people's, and for incomplete work. A team review
 * names the study only and gets the review that speaks for it, without names unless the project shows them.
 */
export const reviewsGet = defineCall({
  path: 'reviews/get',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: [...REVIEWING_ROLES, ...TEAM_REVIEW_ROLES] },
  byToken: 'read',
  body: Strict({ ...REVIEW, editor: Type.Optional(Name) }),
  answer: Type.Union([Strict({ review: ReviewRecord }), Strict({ review: Type.Null(), message: Type.Literal(NO_ANALYSIS) })]),
});

/** Takes an issue of the caller's review away, or brings it back; `changed` is 0 for what is not theirs. */
export const reviewsRemoveIssue = defineCall({
  path: 'reviews/remove_issue',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: REVIEWING_ROLES },
  byToken: 'write',
  body: Strict({ ...REVIEW, issue: CommentId, removed: Type.Boolean() }),
  answer: Strict({ changed: Type.Integer({ minimum: 0, maximum: 1 }) }),
});

/** Resolves an issue that the caller reads, or reopens it. `changed` is 0 where it stood so already, and for what is not theirs. */
export const reviewsResolveIssue = defineCall({
  path: 'reviews/resolve_issue',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: ISSUE_ROLES },
  byToken: 'write',
  body: Strict({ ...REVIEW, editor: Type.Optional(Name), issue: CommentId, resolved: Type.Boolean() }),
  answer: Strict({ changed: Type.Integer({ minimum: 0, maximum: 1 }) }),
});

/**
 * Replies to an issue on the caller's own work, in place of an earlier reply; an empty text takes the reply back. The reviewer reads
 * it with the issue, which stays open. `changed` is 0 where it stood so already, and for an issue that is not on the caller's work.
 */
export const reviewsReplyIssue = defineCall({
  path: 'reviews/reply_issue',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: SAVING_ROLES },
  byToken: 'write',
  body: Strict({ ...REVIEW, editor: Type.Optional(Name), issue: CommentId, content: Type.String({ maxLength: MAX_ISSUE_LENGTH }) }),
  answer: Strict({ changed: Type.Integer({ minimum: 0, maximum: 1 }) }),
});

/** Reopens a review: a draft again, without the outcome of a team review. 400 `not-found` where there is none. */
export const reviewsUnvalidate = defineCall({
  path: 'reviews/unvalidate',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: REVIEWING_ROLES },
  byToken: 'write',
  body: Strict({ ...REVIEW, project: PROJECT }),
  answer: Strict({ state: ReviewState }),
});

/**
 * The outcome of a team review about a study: it overrides the computed state of all finished reviews of the study, of editors
 * in reviews_to, until they are reopened. 'Suboptimal' only when every image of the named review has its cycles segmented
 * (docs/specification.md#platform-4). Without `editor` and `reviewer` it names the review that speaks for the study. `wrong-state` where a colleague decided already.
 */
export const reviewsUpdateState = defineCall({
  path: 'reviews/update_state',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: TEAM_REVIEW_ROLES },
  byToken: 'write',
  body: Strict({ ...REVIEW, editor: Type.Optional(Name), project: PROJECT, new_state: OutcomeState }),
  answer: Strict({ study_state: OutcomeState }),
});

/**
 * Makes a check point of the review (`control` true) or finishes it (false), and saves what comes along in the same act.
 * Without `review` and `changes` it is of what is stored; where nothing is, of the editor's version as it is. `wrong-state`
 * for a finished review, and for finishing one whose copy of the study is incomplete. Points that are open at the end are
 * stored with the review; a client that sends `base_version` gives a `reason` for them, otherwise it is `wrong-state`.
 */
export const reviewsValidate = defineCall({
  path: 'reviews/validate',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: REVIEWING_ROLES },
  byToken: 'write',
  body: Strict({
    ...REVIEW,
    ...REVIEW_CONTENT,
    missing_images: Type.Optional(MissingImages),
    project: PROJECT,
    control: Type.Boolean(),
    /** Why the review is finished with open points. */
    reason: Type.Optional(FinishReason),
  }),
  answer: ReviewSaved,
  maxBodyBytes: MAX_ANALYSIS_BYTES,
});

/**
 * Returns a finished review to its check point, without the outcome of a team review. A Reviewer returns their own, a team
 * review all finished reviews of the study of the one it names; it may name the study only. `wrong-state` for a review that is not finished.
 */
export const reviewsValidatedToCheck = defineCall({
  path: 'reviews/validated_to_check',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: RETURNING_ROLES },
  byToken: 'write',
  body: Strict({ ...REVIEW, editor: Type.Optional(Name), project: PROJECT }),
  answer: Strict({ state: ReviewState }),
});

/**
 * Consensus reviews of a project that are finished or gold cases, the newest first: for Admins all, for Reviewers their own and
 * those of people they review.
 */
export const goldList = defineCall({
  path: 'gold/list',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: GOLD_ROLES },
  byToken: 'read',
  body: Strict({ db_name: Name }),
  answer: Strict({ candidates: Type.Array(GoldCandidate) }),
});

const GOLD_REVIEW = { id: StudyId, editor: Name, blind: Type.Boolean(), reviewer: Name, db_name: Name };

/** Room for the tolerances of a case with many images. */
const MAX_TOLERANCE_BYTES = 512 * 1024;

/**
 * Makes a finished consensus review the gold case of its study, as the review is now, or takes that back. Without `tolerances` the
 * case keeps those it has; null removes them. `changed` is 0 where it stood so already, and for a review that gold/list does not
 * return.
 */
export const goldMark = defineCall({
  path: 'gold/mark',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: GOLD_ROLES },
  byToken: 'write',
  body: Strict({ ...GOLD_REVIEW, marked: Type.Boolean(), tolerances: Type.Optional(Nullable(Tolerances)) }),
  answer: Strict({ changed: Type.Integer({ minimum: 0, maximum: 1 }) }),
  maxBodyBytes: MAX_TOLERANCE_BYTES,
});

/** Measurements, lines and marks of a review of gold/list, with the shipped tolerances. `not-found` for another review. */
export const goldTolerances = defineCall({
  path: 'gold/tolerances',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: GOLD_ROLES },
  byToken: 'read',
  body: Strict(GOLD_REVIEW),
  answer: OfferedTolerances,
});

/**
 * The caller's waiting work of a project, ordered by the chance that a review changes a conclusion, with the reasons; a tenth is
 * drawn at random. `waiting` counts all of it: beyond MAX_TRIAGED, work of the oldest studies is not judged.
 */
export const reviewsQueue = defineCall({
  path: 'reviews/queue',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: REVIEWING_ROLES },
  byToken: 'read',
  body: Strict({ db_name: Name }),
  answer: Strict({
    entries: Type.Array(TriageEntry, { maxItems: MAX_TRIAGED }),
    waiting: Type.Integer({ minimum: 0 }),
  }),
});

/** All calls of this module. */
export const reviewCalls = {
  deleteTeamReview,
  reviewsCreateIssue,
  reviewsCreate,
  reviewsGetConsensus,
  reviewsGetIssues,
  reviewsGet,
  reviewsRemoveIssue,
  reviewsResolveIssue,
  reviewsReplyIssue,
  reviewsUnvalidate,
  reviewsUpdateState,
  reviewsValidate,
  reviewsValidatedToCheck,
  goldList,
  goldMark,
  goldTolerances,
  reviewsQueue,
};
