import { VersionNumber } from '../../records/analysis-version.ts';
import { Type } from 'typebox';
import { AnalysisImages, ConfigVersions, DOCUMENT_FORMAT, MAX_IMAGES, MissingImages } from '../../records/analysis.ts';
import { ReviewState, StudyState } from '../../records/study.ts';
import { Instant, Name, Nullable, Strict } from '../../records/strict.ts';
import { REVIEWING_ROLES } from '../../rules/permissions.ts';
import { AnalysisChanges, MAX_ANALYSIS_BYTES } from '../analysis/update.ts';
import { defineCall } from '../call.ts';
import { PROJECT, REVIEW } from './scope.ts';

/** Content of a saved review, next to its name. */
export const REVIEW_CONTENT = {
  /** All images of the review, or `changes` of what `base_version` has. */
  review: Type.Optional(AnalysisImages),
  changes: Type.Optional(AnalysisChanges),
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
