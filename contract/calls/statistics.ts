import { type Static, Type } from 'typebox';
import { Day } from '../records/assignment.ts';
import { AgreementReport, MAX_READERS, Reader } from '../records/agreement.ts';
import { Certificate, CertificateId } from '../records/certificate.ts';
import { EffortEntry, EffortGroup, MAX_EFFORT_ENTRIES } from '../records/effort.ts';
import { JobId } from '../records/export.ts';
import { OwnChart, ReaderSummary, StandardName } from '../records/reader-report.ts';
import { Instant, Name, Nullable, OneOf, Strict } from '../records/strict.ts';
import { StudyId } from '../records/study.ts';
import { Variability } from '../records/variability.ts';
import { COMPARING_ROLES, EFFORT_ROLES, READING_ROLES, SAVING_ROLES, STATISTICS_ROLES, WORKING_ROLES } from '../rules/permissions.ts';
import { defineCall } from './call.ts';
import { ProjectScope } from './project-scope.ts';

/** Something that is made in the background: it waits, runs, or ended last. */
export const Making = Strict({
  state: OneOf(['queued', 'running', 'finished', 'error'] as const),
  /** Studies read so far, and of how many; null before that is known. */
  done: Type.Integer({ minimum: 0 }),
  total: Nullable(Type.Integer({ minimum: 0 })),
  /** Why it failed; null otherwise. */
  failure: Nullable(Type.String()),
});
export type Making = Static<typeof Making>;

/**
 * The statistics of a project (docs/specification.md#platform-3): signed addresses of the files of contract/records/statistics.ts
 * and of the pictures of their plots, and how far a new making has come.
 */
export const statisticsGet = defineCall({
  path: 'statistics/get',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: STATISTICS_ROLES },
  byToken: 'read',
  body: Strict({ db_name: Name }),
  answer: Strict({
    /** Empty before the first making. */
    files: Type.Array(Strict({ name: Type.String(), url: Type.String(), size_bytes: Type.Integer({ minimum: 0 }), made_at: Instant })),
    making: Nullable(Making),
  }),
});

/**
 * Has the agreement of readers computed; the caller gives `id`, so that a repeated call is one comparison. Refused with 403 for a
 * reader that agreement/readers does not return.
 */
export const agreementCompare = defineCall({
  path: 'agreement/compare',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: COMPARING_ROLES },
  byToken: 'write',
  body: Strict({ id: JobId, db_name: Name, readers: Type.Array(Reader, { minItems: 2, maxItems: MAX_READERS }) }),
  answer: Making,
});

/** A comparison of the caller: how far it has come, and its report when it is done. */
export const agreementGet = defineCall({
  path: 'agreement/get',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: COMPARING_ROLES },
  byToken: 'read',
  body: Strict({ id: JobId }),
  answer: Strict({ making: Making, report: Nullable(AgreementReport) }),
});

/**
 * Readers of a project whose work the caller may compare: for Data scientists all users except test users, for Reviewers the
 * people they review, and their own reviews.
 */
export const agreementReaders = defineCall({
  path: 'agreement/readers',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: COMPARING_ROLES },
  byToken: 'read',
  body: Strict({ db_name: Name }),
  answer: Strict({ readers: Type.Array(Strict({ ...Reader.properties, studies: Type.Integer({ minimum: 1 }) })) }),
});

/** Computes the statistics of a project again; requests during a computation join it. */
export const statisticsUpdate = defineCall({
  path: 'statistics/update',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: STATISTICS_ROLES },
  byToken: 'write',
  body: Strict({ db_name: Name }),
  answer: Making,
});

/** Certificates of the readers of a project, expired ones included; Reviewers see those of people they review. */
export const certificatesList = defineCall({
  path: 'certificates/list',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: COMPARING_ROLES },
  byToken: 'read',
  body: Strict({ db_name: Name }),
  answer: Strict({ certificates: Type.Array(Certificate) }),
});

/**
 * Issues a certificate for an image type, from the caller's comparison of a reader with gold cases: its figures come from that
 * comparison. It takes the place of an earlier one. 400 for a comparison of others, and for one with too few gold cases.
 */
export const certificatesIssue = defineCall({
  path: 'certificates/issue',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: COMPARING_ROLES },
  body: Strict({ comparison: JobId, image_type: Name, expires_on: Day }),
  answer: Strict({ id: CertificateId }),
});

/** Takes a certificate back. `changed` is 0 where there is none. */
export const certificatesEnd = defineCall({
  path: 'certificates/end',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: COMPARING_ROLES },
  body: Strict({ db_name: Name, id: CertificateId }),
  answer: Strict({ changed: Type.Integer({ minimum: 0, maximum: 1 }) }),
});

/**
 * Readers of a project over time, each against every standard there is: for Data scientists all, for Reviewers the people they
 * review. Reports are made every night, and by readers/update.
 */
export const readersGet = defineCall({
  path: 'readers/get',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: COMPARING_ROLES },
  byToken: 'read',
  body: Strict({ db_name: Name }),
  answer: Strict({ readers: Type.Array(ReaderSummary), making: Nullable(Making) }),
});

/** The whole comparison of a reader with a standard; 'not-found' where there is none, or the caller may not compare this reader. */
export const readersReport = defineCall({
  path: 'readers/report',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: COMPARING_ROLES },
  byToken: 'read',
  body: Strict({ db_name: Name, reader: Name, blind: Type.Boolean(), standard: StandardName }),
  answer: Strict({ report: AgreementReport }),
});

/** Charts of the caller's own readings, and of other readers where the project allows it: without studies, days and values. */
export const readersOwn = defineCall({
  path: 'readers/own',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: SAVING_ROLES },
  byToken: 'read',
  body: Strict({ db_name: Name }),
  answer: Strict({ charts: Type.Array(OwnChart) }),
});

/**
 * How a reader's values differ from a standard, by image type and measurement, for the intervals in a report
 * (docs/readers.md#uncertainty). Empty where nothing is known, and for work that the caller does not read.
 */
export const readersVariability = defineCall({
  path: 'readers/variability',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: READING_ROLES },
  byToken: 'read',
  body: Strict({ db_name: Name, reader: Name, blind: Type.Boolean() }),
  answer: Strict({ measurements: Type.Array(Variability) }),
});

/** Makes the reports of the readers of a project again; requests during a making join it. */
export const readersUpdate = defineCall({
  path: 'readers/update',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: COMPARING_ROLES },
  byToken: 'write',
  body: Strict({ db_name: Name }),
  answer: Making,
});

/**
 * Adds active time to the caller's work of a study: an Editor's shared work, a blind editor's current pass, or a Reviewer's review
 * of `editor` and `blind`, as in reviews/create. The same `batch` again counts nothing. Time beyond what has passed since the
 * reader's batch before is cut off, and a test user's is not counted. `wrong-state` for a finished review.
 */
export const effortAdd = defineCall({
  path: 'effort/add',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: WORKING_ROLES },
  body: Strict({
    id: StudyId,
    /** For Reviewers, who name the work that they review; refused for others. */
    editor: Type.Optional(Name),
    blind: Type.Optional(Type.Boolean()),
    /** Chosen by the client. */
    batch: Type.String({ pattern: '^[0-9a-f-]{36}$' }),
    entries: Type.Array(EffortEntry, { minItems: 1, maxItems: MAX_EFFORT_ENTRIES }),
    ...ProjectScope,
  }),
  answer: Strict({ counted_ms: Type.Integer({ minimum: 0 }) }),
});

/**
 * Distributions of active time in a project: `own` of the caller; `together` of all readers for Data scientists, of the people
 * they review for Reviewers, and null for others. Neither names readers (docs/readers.md#effort).
 */
export const effortGet = defineCall({
  path: 'effort/get',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: EFFORT_ROLES },
  byToken: 'read',
  body: Strict({ db_name: Name }),
  answer: Strict({ own: Type.Array(EffortGroup), together: Nullable(Type.Array(EffortGroup)) }),
});

/** All calls of this module. */
export const statisticsCalls = {
  effortAdd,
  effortGet,
  certificatesList,
  certificatesIssue,
  certificatesEnd,
  statisticsGet,
  agreementCompare,
  agreementGet,
  agreementReaders,
  statisticsUpdate,
  readersGet,
  readersReport,
  readersOwn,
  readersVariability,
  readersUpdate,
};
