import { Type } from 'typebox';
import type { SequenceLines } from '../generated/analysis-image.ts';
import { AnalysisVersion, VersionNumber } from '../records/analysis-version.ts';
import { AnalysisImages, AnalysisRecord, ConfigVersions, MAX_IMAGES, MissingImages } from '../records/analysis.ts';
import { DOCUMENT_FORMAT } from '../generated/document-format.ts';
import { MAX_ASSIGNED_STUDIES, NotAssigned, Reading } from '../records/pass.ts';
import { Email } from '../records/people.ts';
import { MAX_SEQUENCES_AT_ONCE, SequenceDocuments, SequenceHash } from '../records/sequence.ts';
import { StatusFlags } from '../records/status.ts';
import { Instant, Name, Nullable, Strict } from '../records/strict.ts';
import { StudyId, StudyQuantities, StudyState } from '../records/study.ts';
import { ADMINISTERING_ROLES, EXPORTING_ROLES, READING_ROLES, SAVING_ROLES } from '../rules/permissions.ts';
import { defineCall } from './call.ts';
import { NO_ANALYSIS } from './error.ts';
import { ProjectScope } from './project-scope.ts';

/** The analysis of a study as it is stored, with what its values depend on of the study, to be saved as a file; each download is in the audit. */
export const analysisDownloadRaw = defineCall({
  path: 'analysis/download_raw',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: EXPORTING_ROLES },
  byToken: 'read',
  body: Strict({ id: StudyId, ...ProjectScope }),
  answer: Type.Union([
    Strict({ analysis: Strict({ ...AnalysisRecord.properties, study: StudyQuantities }) }),
    Strict({ analysis: Type.Null(), message: Type.Literal(NO_ANALYSIS) }),
  ]),
});

/** Content of one version of the history, to look at before restoring it. 400 `not-found` for a version the role does not see. */
export const analysisGetVersion = defineCall({
  path: 'analysis/get_version',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: READING_ROLES },
  byToken: 'read',
  body: Strict({ id: StudyId, version: VersionNumber, ...ProjectScope }),
  answer: Strict({
    version: AnalysisVersion,
    images: AnalysisImages,
    missing_images: MissingImages,
    config_versions: ConfigVersions,
    engine_version: Type.Union([Type.String(), Type.Null()]),
  }),
});

/**
 * The analysis of a study this role may see. `editor` chooses among several for Reviewers and Admins and is ignored for the
 * others, whose analysis the server decides (docs/contracts.md#who-acts). With `comments: false` its images come without comments,
 * for clients that read them in pages (comments/get).
 */
export const analysisGet = defineCall({
  path: 'analysis/get',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: READING_ROLES },
  byToken: 'read',
  body: Strict({ id: StudyId, editor: Type.Optional(Name), comments: Type.Optional(Type.Boolean()), ...ProjectScope }),
  answer: Type.Union([Strict({ analysis: AnalysisRecord }), Strict({ analysis: Type.Null(), message: Type.Literal(NO_ANALYSIS) })]),
});

/**
 * Lines on every frame of cycles, by the hashes that records name: who reads a record may read its lines. A hash of which nothing
 * is stored in the study is left out.
 */
export const analysisGetSequences = defineCall({
  path: 'analysis/get_sequences',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: READING_ROLES },
  byToken: 'read',
  body: Strict({
    id: StudyId,
    hashes: Type.Array(SequenceHash, { minItems: 1, maxItems: MAX_SEQUENCES_AT_ONCE, uniqueItems: true }),
    ...ProjectScope,
  }),
  answer: Strict({ sequences: Type.Record(SequenceHash, Type.Unsafe<SequenceLines>({ type: 'object' })) }),
});

/** Version and time of the analysis this role sees; nulls when there is none. */
export const analysisLastUpdate = defineCall({
  path: 'analysis/last_update',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: READING_ROLES },
  byToken: 'read',
  body: Strict({ id: StudyId, editor: Type.Optional(Name), ...ProjectScope }),
  answer: Strict({
    version: Nullable(Type.Integer({ minimum: 1 })),
    updated_at: Nullable(Instant),
    editor: Nullable(Type.String()),
  }),
});

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
  byToken: 'write',
  body: Strict({
    id: StudyId,
    images: Type.Optional(AnalysisImages),
    changes: Type.Optional(AnalysisChanges),
    /** Lines on every frame that the images name and the study does not have yet. */
    sequences: Type.Optional(SequenceDocuments),
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

/**
 * Brings the content of an older version back as a new version of the caller; nothing is removed. Behaves as analysis/update
 * does: a stale `base_version` returns the conflict and stores nothing, the same `save_id` again returns the version of the first
 * time. The new version keeps the configuration versions of the one it restores.
 */
export const analysisRestore = defineCall({
  path: 'analysis/restore',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: SAVING_ROLES },
  byToken: 'write',
  body: Strict({
    id: StudyId,
    version: VersionNumber,
    base_version: Nullable(VersionNumber),
    save_id: Type.String({ minLength: 8, maxLength: 64 }),
    ...ProjectScope,
  }),
  answer: analysisUpdate.answer,
});

/** Most versions in a response, the newest ones. */
export const MAX_VERSIONS = 500;

/**
 * History of the analysis this role sees, newest first: for Editors and Viewers the shared work of all its editors, for a
 * Ground-truth generator the own blind work, for Reviewers and Admins the complete versions of `editor` (or of the newest). Empty
 * without an analysis. Of work older than `kept_days`, the last version of each sitting is there.
 */
export const analysisVersions = defineCall({
  path: 'analysis/versions',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: READING_ROLES },
  byToken: 'read',
  body: Strict({ id: StudyId, editor: Type.Optional(Name), ...ProjectScope }),
  answer: Strict({
    versions: Type.Array(AnalysisVersion, { maxItems: MAX_VERSIONS }),
    /** Days that every version is kept. */
    kept_days: Type.Integer({ minimum: 1 }),
  }),
});

/**
 * Asks a blind editor to read studies once more. They start again and read nothing of their earlier pass, which stays stored. A
 * study of which nothing is saved in the present pass is left as it is, so that repeating the call changes nothing. 400 when the
 * person is not a blind editor of the project.
 */
export const passesAssign = defineCall({
  path: 'passes/assign',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({
    project: Name,
    reader: Email,
    studies: Type.Array(StudyId, { minItems: 1, maxItems: MAX_ASSIGNED_STUDIES, uniqueItems: true }),
  }),
  answer: Strict({
    /** In the order asked for: the new pass, or why there is none. */
    outcomes: Type.Array(Strict({ study_id: StudyId, pass: Nullable(Type.Integer({ minimum: 2 })), not_assigned: Nullable(NotAssigned) })),
  }),
});

/** Who reads the studies of a project blind, and which study in which pass. */
export const passesList = defineCall({
  path: 'passes/list',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({ project: Name }),
  answer: Strict({
    /** Blind editors of the project who may sign in, by e-mail. */
    readers: Type.Array(Email),
    readings: Type.Array(Reading),
    /** There are older readings that are not listed. */
    more: Type.Boolean(),
  }),
});

/** All calls of this module. */
export const analysisCalls = {
  analysisDownloadRaw,
  analysisGetVersion,
  analysisGet,
  analysisGetSequences,
  analysisLastUpdate,
  analysisUpdate,
  analysisRestore,
  analysisVersions,
  passesAssign,
  passesList,
};
