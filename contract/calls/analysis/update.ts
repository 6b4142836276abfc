import { VersionNumber } from '../../records/analysis-version.ts';
import { Type } from 'typebox';
import { AnalysisImages, ConfigVersions, DOCUMENT_FORMAT, MAX_IMAGES, MissingImages } from '../../records/analysis.ts';
import { StatusFlags } from '../../records/status.ts';
import { StudyId, StudyState } from '../../records/study.ts';
import { Instant, Name, Nullable, Strict } from '../../records/strict.ts';
import { SAVING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { ProjectScope } from '../project-scope.ts';

/** Largest analysis accepted, in bytes of JSON. */
export const MAX_ANALYSIS_BYTES = 8 * 1024 * 1024;

/** Differences from the version that `base_version` names: images as they are now, and `instance_id`s of those that are gone. */
export const AnalysisChanges = Strict({
  images: AnalysisImages,
  removed: Type.Array(Type.String(), { maxItems: MAX_IMAGES, uniqueItems: true }),
});

/**
 * Stores a new immutable version. The body carries either `images`, all of them, or `changes` with `base_version`: a save
 * costs what it changes, and both ways give the same version. With `base_version` a stale base returns the conflict and stores nothing
 * (null: "no analysis existed"); without it the plain client of the specification is accepted.
 * The same `save_id` again returns the version stored the first time.
 * `editor`, `project` and `study_state` are checked or recomputed and decide nothing.
 */
export const analysisUpdate = defineCall({
  path: 'analysis/update',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: SAVING_ROLES },
  body: Strict({
    id: StudyId,
    images: Type.Optional(AnalysisImages),
    changes: Type.Optional(AnalysisChanges),
    missing_images: MissingImages,
    validated: Type.Boolean(),
    editor: Name,
    project: Name,
    study_state: StudyState,
    ...ProjectScope,
    /** Of the images; what an older one lacks is completed. */
    format: Type.Optional(Type.Integer({ minimum: 1, maximum: DOCUMENT_FORMAT })),
    base_version: Type.Optional(Nullable(VersionNumber)),
    /**
     * Keeps the work in the history without making it the current version: one side of a conflict, before the other is
     * chosen. It builds on `base_version`, however old that is.
     */
    without_head: Type.Optional(Type.Boolean()),
    save_id: Type.Optional(Type.String({ minLength: 8, maxLength: 64 })),
    config_versions: Type.Optional(ConfigVersions),
    engine_version: Type.Optional(Name),
  }),
  answer: Type.Union([
    Strict({
      conflict: Type.Literal(false),
      version: Type.Integer({ minimum: 1 }),
      updated_at: Instant,
      study_state: StudyState,
      status: StatusFlags,
      /** A repeat of the study was assigned since the base was made: this was stored with the reading it builds on. State and status belong to the repeat. */
      earlier_pass: Type.Optional(Type.Literal(true)),
    }),
    Strict({
      conflict: Type.Literal(true),
      version: Nullable(Type.Integer({ minimum: 1 })),
      author: Nullable(Type.String()),
      images: AnalysisImages,
      missing_images: MissingImages,
    }),
  ]),
  maxBodyBytes: MAX_ANALYSIS_BYTES,
});
