/** Request of each call in tests, and its permitted roles: one row for each call of the contract. */
import type { CallName } from '@echometry/contract/calls/registry.ts';
import { AGREEMENT_FORMAT } from '@echometry/contract/records/agreement.ts';
import { ROLE_NAMES, type RoleName } from '@echometry/contract/records/role.ts';
import { GOLD_READER } from '@echometry/contract/rules/gold.ts';
import { defaultExport } from '@echometry/contract/rules/export-request.ts';
import { filenameOf } from '../src/imports/import-file.ts';
import { SHIPPED_SETS } from '../src/workspace/shipped-config.ts';
import { emailOf, NOON, PACS, PROJECT, SCOPE } from './people.ts';

/** Who asks, whom the request names, and what there is to ask for. */
export interface Ask {
  caller: string;
  named: string;
  role: RoleName;
  studyId: string;
  versions: { shared: number; blind: number };
}

export interface Row {
  /** Roles that may make the call, from docs/specification.md#platform-6 and docs/contracts.md#who-acts; 'signed-in': any token; a number: the status that everybody gets. */
  who: readonly RoleName[] | 'signed-in' | number;
  /** The request names a person: only the caller, or any person for an Admin. */
  names?: 'self' | 'self or Admin';
  /** The call is about a project, and a stranger to it is refused. */
  project?: true;
  /** Preparation of each request. */
  begins?:
    | 'finished review'
    | 'draft review'
    | 'team review'
    | 'comparison'
    | 'gold comparison'
    | 'reader report'
    | 'course'
    | 'predictions'
    | 'no token'
    | 'webhook'
    | 'release';
  request: (ask: Ask) => { body?: Record<string, unknown> | Uint8Array; id?: string; headers?: Record<string, string> };
}

const READERS: readonly RoleName[] = ['Viewer', 'Ground-truth generator', 'Editor', 'Reviewer', 'Admin', 'Data scientist'];
const COMMENTERS: readonly RoleName[] = ['Ground-truth generator', 'Editor', 'Reviewer'];
/** An image of the study every test has. */
const FIRST_FILE = filenameOf('2.25.1.1');
const SAVERS: readonly RoleName[] = ['Ground-truth generator', 'Editor'];
const LABELLERS: readonly RoleName[] = ['Ground-truth generator', 'Editor', 'Admin'];
const study = ({ studyId }: Ask) => ({ study_id: studyId, ...SCOPE });
const id = ({ studyId }: Ask) => ({ id: studyId, ...SCOPE });
const ADMINISTRATORS: readonly RoleName[] = ['Admin'];
const CALIPER_VERSION = SHIPPED_SETS.find(({ name }) => name === 'echo_caliper')!.version;
const EXPORTERS: readonly RoleName[] = ['Data scientist'];
const IMPORTERS: readonly RoleName[] = ['Admin'];
const PREDICTORS: readonly RoleName[] = ['Data scientist'];
const SENDERS: readonly RoleName[] = [...IMPORTERS, ...PREDICTORS];
/** An import that every test has. */
export const IMPORT = 'import-of-somebody';
/** A device that waits for a mask. */
export const DEVICE = 'd'.repeat(64);
/** A release of the project. */
export const RELEASE = 'release-of-somebody';
const RELEASED = { data: 'analysis', editor: '', image_type: '', mode: '', study_type: '', all_files: true, validated_only: false };
export const RELEASE_REQUEST = {
  name: 'released',
  description: '',
  creators: ['A department'],
  publisher: 'A hospital',
  licence: { spdx: 'CC-BY-4.0' },
  selection: RELEASED,
};
/** A paused webhook, and a delivery to it. */
export const WEBHOOK = 'abcdef0123456789';
export const DELIVERY = '01234567-89ab-4cde-8f01-23456789abcd';
export const PAUSED = { name: 'Receiver', url: 'https://hooks.example.org/in', events: ['export-ready'], active: false } as const;
export const JOB_READERS: readonly RoleName[] = ['Data scientist', 'Admin'];
const COURSE_READERS: readonly RoleName[] = ['Ground-truth generator', 'Reviewer', 'Admin'];
const COMPARERS: readonly RoleName[] = ['Reviewer', 'Data scientist'];
const READER = { reviewer: null, pass: 1 };
export const READER_PAIR = [
  { ...READER, editor: emailOf('Editor'), blind: false },
  { ...READER, editor: emailOf('Ground-truth generator'), blind: true },
];
export const comparisonOf = (caller: string): string => `comparison-of-${caller.replaceAll('@', '-')}`;
export const goldComparisonOf = (caller: string): string => `gold-comparison-of-${caller.replaceAll('@', '-')}`;
const estimated = (value: number) => ({ value, low: value - 1, high: value + 1, reason: null });
/** An Editor compared with twelve gold cases. */
export const GOLD_REPORT = {
  format: AGREEMENT_FORMAT,
  date: NOON,
  engine_version: '1',
  readers: [GOLD_READER, READER_PAIR[0]],
  studies: 12,
  images: 12,
  labelled_differently: 0,
  values: [
    {
      name: 'EF',
      image_type: '4-chamber 2D',
      units: '%',
      n: 12,
      left_out: 0,
      bias: estimated(1.5),
      sd: 2,
      lower: estimated(-2.4),
      upper: estimated(5.4),
      icc: estimated(0.9),
      icc_n: 12,
      points: [],
    },
  ],
  lines: [],
  events: [],
} as const;
export const predictionsOf = (caller: string): string => `lines-of-${caller.replaceAll('@', '-')}`;
export const jobOf = (caller: string): string => `job-of-${caller.replaceAll('@', '-')}`;
const segmentations = {
  project: PROJECT._id,
  editor: '',
  data: 'analysis',
  mode: '',
  only_study_type: '',
  images: false,
  image_type: '',
  single_file: false,
  all_files: true,
};
/** A request for measurements, of everybody. */
export const MEASUREMENTS_REQUEST = {
  project: PROJECT._id,
  editor: '',
  image_type: '',
  data: 'analysis',
  mode: '',
  imview_header: false,
  include_normal: true,
  include_caliper: true,
};
const review = ({ studyId, named }: Ask) => ({ id: studyId, editor: emailOf('Editor'), reviewer: named, ...SCOPE });
const versionFor = ({ role, versions }: Ask): number => (role === 'Ground-truth generator' ? versions.blind : versions.shared);

/** One row for each call: the whole table of permissions. A call without a row does not compile. */
export const ROWS: Readonly<Record<CallName, Row>> = {
  demoUsers: { who: 200, request: () => ({}) },
  demoSignIn: { who: 200, request: ({ named }) => ({ body: { email: named } }) },
  exchange: { who: 401, request: () => ({ body: { code: 'x'.repeat(43), verifier: 'x'.repeat(43) } }) },
  session: { who: 'signed-in', request: () => ({}) },
  signOut: { who: 'signed-in', request: () => ({ body: {} }) },
  tokensCreate: {
    who: ROLE_NAMES,
    // A person has a limited number of tokens, and rounds of all calls are repeated.
    begins: 'no token',
    request: ({ role }) => ({ body: { name: 'A program', role, projects: null, write: false, days: 1 } }),
  },
  tokensList: { who: ROLE_NAMES, request: () => ({ body: {} }) },
  tokensRevoke: { who: ROLE_NAMES, request: () => ({ body: { id: '0'.repeat(16) } }) },
  usersGet: { who: 'signed-in', names: 'self or Admin', request: ({ named }) => ({ id: named }) },
  acceptTerms: { who: 'signed-in', names: 'self', request: ({ named }) => ({ body: { user: named, version: '20240627' } }) },
  actAs: { who: 'signed-in', request: ({ role }) => ({ body: { role } }) },
  configGet: { who: ROLE_NAMES, request: () => ({ body: { platform: 'IAP', config: 'echo_image_types' } }) },
  projectsGet: { who: ROLE_NAMES, project: true, request: () => ({ id: PROJECT._id }) },
  getSettings: { who: ROLE_NAMES, names: 'self', request: ({ named }) => ({ body: { user: named } }) },
  updateSettings: {
    who: ROLE_NAMES,
    names: 'self',
    request: ({ named }) => ({ body: { user: named, settings: { keys: {}, decode_budget_mib: null } } }),
  },
  peopleList: { who: ADMINISTRATORS, request: () => ({ body: {} }) },
  peopleChange: {
    who: ADMINISTRATORS,
    request: () => ({ body: { change: { act: 'enable', email: emailOf('Viewer') }, accepted: [] } }),
  },
  peopleSessions: { who: ADMINISTRATORS, request: () => ({ body: { email: emailOf('Viewer') } }) },
  peopleTokens: { who: ADMINISTRATORS, request: () => ({ body: { email: emailOf('Viewer') } }) },
  // Refused for a person: machines only have tokens that an Admin makes.
  peopleMakeToken: {
    who: ADMINISTRATORS,
    request: () => ({
      body: { email: emailOf('Viewer'), token: { name: 'A program', role: 'Viewer', projects: null, write: false, days: 1 } },
    }),
  },
  projectsList: { who: ADMINISTRATORS, request: () => ({ body: {} }) },
  projectsImpact: { who: ADMINISTRATORS, request: () => ({ body: { project: PROJECT } }) },
  projectsSave: { who: ADMINISTRATORS, request: () => ({ body: { project: PROJECT, base_version: 1, accepted: [] } }) },
  projectsCreate: {
    who: ADMINISTRATORS,
    request: () => ({ body: { key: 'alpha', name_to_show: 'Alpha', data_type: 'adult' } }),
  },
  projectsVersions: { who: ADMINISTRATORS, request: () => ({ body: { project: PROJECT._id } }) },
  configurationList: { who: ADMINISTRATORS, request: () => ({ body: {} }) },
  configurationGetVersion: { who: ADMINISTRATORS, request: () => ({ body: { name: 'echo_caliper', version: CALIPER_VERSION } }) },
  configurationCompare: {
    who: ADMINISTRATORS,
    request: () => ({ body: { name: 'echo_caliper', from: CALIPER_VERSION, to: CALIPER_VERSION } }),
  },
  // Rows that the contract refuses: this table needs no engine.
  configurationAdd: { who: ADMINISTRATORS, request: () => ({ body: { name: 'echo_caliper', data: [{}], dry_run: true } }) },
  configurationChoose: {
    who: ADMINISTRATORS,
    request: () => ({ body: { name: 'echo_additional_labels', version: null, project: PROJECT._id, accepted: [] } }),
  },
  jobsList: { who: ADMINISTRATORS, request: () => ({ body: {} }) },
  jobsEnd: { who: ADMINISTRATORS, request: () => ({ body: { id: jobOf(emailOf('Data scientist')) } }) },
  storageGet: { who: ADMINISTRATORS, request: () => ({ body: {} }) },
  // No run can be ended: this table reads nothing back.
  storageScrub: { who: ADMINISTRATORS, request: () => ({ body: { run: false } }) },
  storageQuarantine: { who: ADMINISTRATORS, request: () => ({ body: { action: 'restore', key: null } }) },
  auditSearch: {
    who: ADMINISTRATORS,
    request: () => ({ body: { person: '', act: '', about: '', from: null, to: null, before: null } }),
  },
  auditVerify: { who: ADMINISTRATORS, request: () => ({ body: {} }) },
  studiesGet: {
    who: [...READERS, 'Prisma study review'],
    project: true,
    request: () => ({ body: { search_query: { medical_data_type: 'US', active: true }, db_name: PROJECT.db_name } }),
  },
  getTasks: { who: SAVERS, project: true, request: () => ({ body: SCOPE }) },
  countWork: { who: [...READERS, 'Prisma study review', 'Prisma data manager'], request: () => ({ body: {} }) },
  assignmentsList: { who: ADMINISTRATORS, request: () => ({ body: { project: PROJECT._id } }) },
  assignmentsCreate: {
    who: ADMINISTRATORS,
    request: () => ({
      body: {
        project: PROJECT._id,
        plan: { role: 'Editor', readers: [emailOf('Editor')], per_study: 1, strata: [], due_on: null, repeats: null, gold: null },
        seed: 1,
        dry_run: true,
      },
    }),
  },
  assignmentsChange: {
    who: ADMINISTRATORS,
    request: () => ({ body: { project: PROJECT._id, ids: ['0123456789abcdef'], change: { act: 'pause' } } }),
  },
  readersGet: { who: COMPARERS, project: true, request: () => ({ body: { db_name: SCOPE.db_name } }) },
  readersReport: {
    who: COMPARERS,
    project: true,
    begins: 'reader report',
    request: () => ({ body: { db_name: SCOPE.db_name, reader: emailOf('Editor'), blind: false, standard: 'gold' } }),
  },
  readersOwn: { who: SAVERS, project: true, request: () => ({ body: { db_name: SCOPE.db_name } }) },
  readersUpdate: { who: COMPARERS, project: true, request: () => ({ body: { db_name: SCOPE.db_name } }) },
  readersVariability: {
    who: READERS,
    project: true,
    request: () => ({ body: { db_name: SCOPE.db_name, reader: emailOf('Editor'), blind: false } }),
  },
  gatesGet: { who: ['Reviewer', 'Admin', 'Data scientist'], project: true, request: () => ({ body: { db_name: SCOPE.db_name } }) },
  certificatesList: { who: COMPARERS, project: true, request: () => ({ body: { db_name: SCOPE.db_name } }) },
  certificatesIssue: {
    who: COMPARERS,
    project: true,
    begins: 'gold comparison',
    request: ({ caller }) => ({
      body: { comparison: goldComparisonOf(caller), image_type: GOLD_REPORT.values[0].image_type, expires_on: '2026-12-31' },
    }),
  },
  certificatesEnd: { who: COMPARERS, project: true, request: () => ({ body: { db_name: SCOPE.db_name, id: '0123456789abcdef' } }) },
  effortAdd: {
    who: [...SAVERS, 'Reviewer'],
    project: true,
    begins: 'draft review',
    request: ({ role, studyId }) => ({
      body: {
        id: studyId,
        ...(role === 'Reviewer' ? { editor: emailOf('Editor') } : {}),
        batch: '01234567-89ab-4cde-8f01-23456789abcd',
        entries: [{ instance_id: '2.25.1.1', image_type: '4-chamber 2D', step: 'segmentation', active_ms: 5000 }],
        ...SCOPE,
      },
    }),
  },
  effortGet: { who: [...SAVERS, ...COMPARERS], project: true, request: () => ({ body: { db_name: SCOPE.db_name } }) },
  goldList: { who: ['Reviewer', 'Admin'], project: true, request: () => ({ body: { db_name: SCOPE.db_name } }) },
  goldMark: {
    who: ['Reviewer', 'Admin'],
    project: true,
    request: ({ studyId }) => ({
      body: { id: studyId, editor: emailOf('Editor'), blind: false, reviewer: emailOf('Reviewer'), marked: true, db_name: SCOPE.db_name },
    }),
  },
  goldTolerances: {
    who: ['Reviewer', 'Admin'],
    project: true,
    begins: 'course',
    request: ({ studyId }) => ({
      body: { id: studyId, editor: emailOf('Editor'), blind: false, reviewer: emailOf('Reviewer'), db_name: SCOPE.db_name },
    }),
  },
  coursesCreate: {
    who: ADMINISTRATORS,
    begins: 'course',
    request: ({ studyId }) => ({
      body: {
        project: PROJECT._id,
        plan: { name: 'Apical views', cases: [studyId], order: 'given', readers: [emailOf('Ground-truth generator')], due_on: null },
        seed: 1,
        dry_run: true,
      },
    }),
  },
  coursesList: { who: COURSE_READERS, project: true, begins: 'course', request: () => ({ body: { db_name: SCOPE.db_name } }) },
  // The feedback was seen before: this table needs no engine.
  coursesFeedback: {
    who: COURSE_READERS,
    project: true,
    begins: 'course',
    request: ({ studyId }) => ({
      body: { id: studyId, reader: emailOf('Ground-truth generator'), db_name: SCOPE.db_name },
    }),
  },
  inboxGet: { who: SAVERS, request: () => ({ body: {} }) },
  passesAssign: {
    who: ADMINISTRATORS,
    request: ({ studyId }) => ({ body: { project: PROJECT._id, reader: emailOf('Ground-truth generator'), studies: [studyId] } }),
  },
  passesList: { who: ADMINISTRATORS, request: () => ({ body: { project: PROJECT._id } }) },
  patientsGet: { who: READERS, project: true, request: () => ({ body: { project: PROJECT._id } }) },
  // Strangers get no code instead of a refusal: they ask about numbers, not about a project.
  patientsGetInstitutionIdFromList: {
    who: READERS,
    request: () => ({ body: { patient_list: [1], get_all_ids: true } }),
  },
  setOpen: { who: ['Editor'], names: 'self', project: true, request: (ask) => ({ body: { ...study(ask), user: ask.named, open: true } }) },
  getOpen: { who: READERS, project: true, request: (ask) => ({ body: study(ask) }) },
  setDataType: { who: LABELLERS, project: true, request: (ask) => ({ body: { ...study(ask), data_type: 'adult' } }) },
  setGestationalAge: { who: LABELLERS, project: true, request: (ask) => ({ body: { ...study(ask), gestational_age_days: 150 } }) },
  setQuantities: { who: LABELLERS, project: true, request: (ask) => ({ body: { ...study(ask), height_cm: 170 } }) },
  getTypes: { who: IMPORTERS, project: true, request: () => ({ body: SCOPE }) },
  setType: { who: IMPORTERS, project: true, request: (ask) => ({ body: { ...study(ask), study_type: 'Scan', code: null } }) },
  getStudyStatus: { who: READERS, project: true, request: (ask) => ({ body: study(ask) }) },
  getAllStatus: { who: READERS, project: true, request: () => ({ body: SCOPE }) },
  filesGet: { who: [...READERS, 'Prisma study review'], project: true, begins: 'team review', request: (ask) => ({ body: id(ask) }) },
  filesSetColours: { who: LABELLERS, project: true, request: (ask) => ({ body: { ...id(ask), filename: FIRST_FILE, colours: null } }) },
  filesUpdate: { who: SAVERS, names: 'self', project: true, request: (ask) => ({ body: { ...id(ask), editor: ask.named, images: [] } }) },
  analysisGet: { who: READERS, project: true, request: (ask) => ({ body: id(ask) }) },
  commentsCreate: {
    who: COMMENTERS,
    project: true,
    request: ({ studyId }) => ({
      body: { comment: { content: '', type: 'selection', study_id: studyId, image_filename: FIRST_FILE }, db_name: PROJECT.db_name },
    }),
  },
  commentsGet: { who: READERS, project: true, request: ({ studyId }) => ({ body: { study_id: studyId, db_name: PROJECT.db_name } }) },
  commentsRemove: {
    who: COMMENTERS,
    names: 'self',
    project: true,
    request: ({ named }) => ({ body: { text: 'nothing', user: named, db_name: PROJECT.db_name } }),
  },
  commentsRemoveType: {
    who: COMMENTERS,
    names: 'self',
    project: true,
    request: ({ named, studyId }) => ({
      body: { image_filename: FIRST_FILE, study_id: studyId, types: ['score'], user: named, db_name: PROJECT.db_name },
    }),
  },
  commentsResolve: {
    who: COMMENTERS,
    project: true,
    request: ({ studyId }) => ({ body: { id: 'comment-0', study_id: studyId, resolved: true, db_name: PROJECT.db_name } }),
  },
  commentsRestore: {
    who: COMMENTERS,
    names: 'self',
    project: true,
    request: ({ named, studyId }) => ({ body: { id: 'comment-0', study_id: studyId, user: named, db_name: PROJECT.db_name } }),
  },
  scoresGetAll: {
    who: READERS,
    project: true,
    request: () => ({ body: { db_name: PROJECT.db_name } }),
  },
  statisticsGet: {
    who: [...READERS, 'Prisma data manager'],
    project: true,
    request: () => ({ body: { db_name: PROJECT.db_name } }),
  },
  statisticsUpdate: { who: [...READERS, 'Prisma data manager'], project: true, request: () => ({ body: { db_name: PROJECT.db_name } }) },
  agreementReaders: { who: COMPARERS, project: true, request: () => ({ body: { db_name: PROJECT.db_name } }) },
  agreementCompare: {
    who: COMPARERS,
    project: true,
    request: ({ caller, role }) => ({
      body: { id: `${comparisonOf(caller)}-${role.replaceAll(' ', '-')}`, db_name: PROJECT.db_name, readers: READER_PAIR },
    }),
  },
  agreementGet: { who: COMPARERS, project: true, begins: 'comparison', request: ({ caller }) => ({ body: { id: comparisonOf(caller) } }) },
  analysisUpdate: {
    who: SAVERS,
    names: 'self',
    project: true,
    request: (ask) => ({
      body: { ...id(ask), images: [], missing_images: [], validated: false, editor: ask.named, project: PROJECT._id, study_state: 'Valid' },
    }),
  },
  reviewsGet: { who: ['Reviewer', 'Prisma study review'], project: true, begins: 'team review', request: (ask) => ({ body: id(ask) }) },
  reviewsCreate: {
    who: ['Reviewer'],
    names: 'self',
    project: true,
    begins: 'draft review',
    request: (ask) => ({ body: { ...review(ask), review: [], missing_images: [] } }),
  },
  reviewsValidate: {
    who: ['Reviewer'],
    names: 'self',
    project: true,
    begins: 'draft review',
    request: (ask) => ({ body: { ...review(ask), control: true } }),
  },
  reviewsUnvalidate: {
    who: ['Reviewer'],
    names: 'self',
    project: true,
    begins: 'finished review',
    request: (ask) => ({ body: review(ask) }),
  },
  // There is a review for the members among them: a stranger to the project is refused before it is looked for.
  reviewsValidatedToCheck: {
    who: ['Reviewer', 'Prisma study review'],
    project: true,
    begins: 'finished review',
    request: (ask) => ({ body: { ...review(ask), reviewer: emailOf('Reviewer') } }),
  },
  reviewsUpdateState: {
    who: ['Prisma study review'],
    project: true,
    begins: 'finished review',
    request: (ask) => ({ body: { ...review(ask), reviewer: emailOf('Reviewer'), new_state: 'Not valid' } }),
  },
  reviewsQueue: { who: ['Reviewer'], project: true, request: () => ({ body: { db_name: SCOPE.db_name } }) },
  reviewsGetConsensus: { who: ['Reviewer'], names: 'self', project: true, request: (ask) => ({ body: review(ask) }) },
  reviewsGetIssues: {
    who: ['Reviewer', ...SAVERS],
    project: true,
    request: (ask) => ({ body: { ...id(ask), editor: emailOf('Editor') } }),
  },
  reviewsCreateIssue: {
    who: ['Reviewer'],
    names: 'self',
    project: true,
    begins: 'draft review',
    request: (ask) => ({
      body: { ...review(ask), issue: { id: 'issue-00', image_filename: FIRST_FILE, reason: 'other', content: '', anchor: null } },
    }),
  },
  reviewsResolveIssue: {
    who: ['Reviewer', ...SAVERS],
    project: true,
    request: (ask) => ({ body: { ...id(ask), editor: emailOf('Editor'), issue: 'issue-00', resolved: true } }),
  },
  reviewsReplyIssue: {
    who: SAVERS,
    project: true,
    request: (ask) => ({ body: { ...id(ask), editor: emailOf('Editor'), issue: 'issue-00', content: 'Moved by one frame' } }),
  },
  reviewsRemoveIssue: {
    who: ['Reviewer'],
    names: 'self',
    project: true,
    request: (ask) => ({ body: { ...review(ask), issue: 'issue-00', removed: true } }),
  },
  analysisLastUpdate: { who: READERS, project: true, request: (ask) => ({ body: id(ask) }) },
  analysisGetSequences: { who: READERS, project: true, request: (ask) => ({ body: { ...id(ask), hashes: ['0'.repeat(64)] } }) },
  analysisVersions: { who: READERS, project: true, request: (ask) => ({ body: id(ask) }) },
  machineGet: { who: READERS, project: true, request: (ask) => ({ body: id(ask) }) },
  valuesGet: { who: READERS, project: true, request: () => ({ body: SCOPE }) },
  analysisGetVersion: { who: READERS, project: true, request: (ask) => ({ body: { ...id(ask), version: versionFor(ask) } }) },
  analysisRestore: {
    who: SAVERS,
    project: true,
    request: (ask) => ({ body: { ...id(ask), version: versionFor(ask), base_version: null, save_id: 'restored-1' } }),
  },
  getUrls: {
    who: [...READERS, 'Prisma study review', 'Prisma data manager'],
    project: true,
    // Images for roles that read studies, files of the project for the others.
    request: ({ studyId, role }) => ({
      body:
        role === 'Prisma study review'
          ? { bucket: PROJECT._id, object: `project_statistics/${PROJECT._id}/consensus_pending/study_images.json` }
          : role === 'Prisma data manager' || role === 'Data scientist'
            ? { bucket: PROJECT._id, object: `project_statistics/${PROJECT._id}/data_statistics.json` }
            : { bucket: '0', object: `US/${studyId.split('_')[0]}/20260102/` },
    }),
  },
  deleteTeamReview: {
    who: ['Prisma study review'],
    project: true,
    request: ({ studyId }) => ({ body: { patient: Number(studyId.split('_')[0]), date: '20260102' } }),
  },
  // Of a frame that was made a file of before: this table needs no decoder.
  createSnapshot: {
    who: SAVERS,
    project: true,
    request: ({ studyId }) => ({
      body: { filename: FIRST_FILE, frame: 1, patient: Number(studyId.split('_')[0]), study_date: '20260102', bucket: '0' },
    }),
  },
  // Each caller has a finished export; another person's does not exist for them (server/src/exports/exports.test.ts).
  getPresignedUrls: {
    who: JOB_READERS,
    project: true,
    request: ({ caller }) => ({ body: { bucket: 'exports', object: `exports/${jobOf(caller)}` } }),
  },
  analysisDownloadRaw: { who: EXPORTERS, project: true, request: (ask) => ({ body: id(ask) }) },
  jobsGet: { who: JOB_READERS, project: true, request: ({ caller }) => ({ body: { id: jobOf(caller) } }) },
  jobsCancel: { who: JOB_READERS, project: true, request: ({ caller }) => ({ body: { id: jobOf(caller) } }) },
  exportsGet: { who: JOB_READERS, project: true, request: ({ caller }) => ({ body: { id: jobOf(caller) } }) },
  exportsList: { who: EXPORTERS, project: true, request: () => ({ body: { project: PROJECT._id } }) },
  exportsPreview: {
    who: EXPORTERS,
    project: true,
    request: () => ({ body: { project: PROJECT._id, request: defaultExport('measurements') } }),
  },
  exportsSend: {
    who: EXPORTERS,
    project: true,
    request: ({ caller }) => ({ body: { id: `sending-of-${caller.replaceAll('@', '-')}`, export: jobOf(caller), pacs: PACS.name } }),
  },
  importsSources: { who: IMPORTERS, request: () => ({ body: {} }) },
  importsBrowse: { who: IMPORTERS, request: () => ({ body: { folder: 'none', path: '' } }) },
  importsSearch: {
    who: IMPORTERS,
    request: () => ({ body: { pacs: 'none', search: { patient: 'P', from: null, to: null, description: null, modality: null } } }),
  },
  importsBeginUpload: { who: SENDERS, request: () => ({ body: { id: 'a'.repeat(32), files: [{ name: 'a', size: 1 }] } }) },
  importsPutChunk: {
    who: SENDERS,
    request: () => ({
      id: `${'b'.repeat(32)}.0.0.${'c'.repeat(64)}`,
      body: Uint8Array.of(1),
      headers: { 'content-type': 'application/octet-stream' },
    }),
  },
  importsUploads: { who: SENDERS, request: () => ({ body: {} }) },
  importsDropUpload: { who: SENDERS, request: () => ({ body: { id: 'b'.repeat(32) } }) },
  importsCreate: {
    who: IMPORTERS,
    request: () => ({
      body: {
        id: 'import-created',
        order: {
          project: PROJECT._id,
          source: { kind: 'folder', folder: 'none', path: '' },
          data_type: null,
          patients: { kind: 'refuse' },
          mapping: [],
          into_demo: true,
        },
      },
    }),
  },
  predictionsCreate: {
    who: PREDICTORS,
    project: true,
    request: ({ caller }) => ({
      body: {
        id: `predictions-of-${caller.replaceAll('@', '-')}`,
        order: { project: PROJECT._id, model: 'unet', version: '1', upload: 'b'.repeat(32), exported: null, check: true },
      },
    }),
  },
  predictionsGet: {
    who: PREDICTORS,
    project: true,
    begins: 'predictions',
    request: ({ caller }) => ({ body: { id: predictionsOf(caller) } }),
  },
  importsList: { who: IMPORTERS, request: () => ({ body: {} }) },
  importsReport: { who: IMPORTERS, request: () => ({ body: { id: IMPORT, outcome: null, offset: 0, limit: 10 } }) },
  importsCancel: { who: IMPORTERS, request: () => ({ body: { id: IMPORT } }) },
  importsMasks: { who: IMPORTERS, request: () => ({ body: {} }) },
  importsMaskSample: { who: IMPORTERS, request: () => ({ body: { project: PROJECT._id, device: DEVICE, sample: 0 } }) },
  importsDecideMask: {
    who: IMPORTERS,
    request: () => ({
      body: { project: PROJECT._id, device: DEVICE, version: 0, decision: 'waiting', mask: { shown: [], hidden: [] } },
    }),
  },
  exportsCreate: { who: EXPORTERS, names: 'self', project: true, request: ({ named }) => ({ body: { ...segmentations, user: named } }) },
  exportsCreateMeasurements: {
    who: EXPORTERS,
    names: 'self',
    project: true,
    request: ({ named }) => ({ body: { ...MEASUREMENTS_REQUEST, user: named } }),
  },
  jobsRun: {
    who: EXPORTERS,
    names: 'self',
    project: true,
    request: ({ named }) => ({
      body: { user_id: named, workflow: 'iapexport', parameters: segmentations, output: 'exports/run-by-workflow' },
    }),
  },
  releasesCreate: {
    who: EXPORTERS,
    project: true,
    request: ({ caller }) => ({
      body: { project: PROJECT._id, id: `release-of-${caller.replaceAll('@', '-')}`, request: RELEASE_REQUEST },
    }),
  },
  releasesList: { who: JOB_READERS, project: true, request: () => ({ body: { project: PROJECT._id } }) },
  releasesGet: { who: JOB_READERS, begins: 'release', project: true, request: () => ({ body: { id: RELEASE } }) },
  releasesPreview: {
    who: EXPORTERS,
    project: true,
    request: () => ({ body: { project: PROJECT._id, name: 'released', selection: RELEASED } }),
  },
  releasesGetPresignedUrls: { who: JOB_READERS, begins: 'release', project: true, request: () => ({ body: { id: RELEASE } }) },
  webhooksList: { who: ADMINISTRATORS, request: () => ({ body: { project: PROJECT._id } }) },
  // Refused by its address: this table configures no host.
  webhooksCreate: { who: ADMINISTRATORS, request: () => ({ body: { project: PROJECT._id, fields: PAUSED } }) },
  webhooksChange: { who: ADMINISTRATORS, begins: 'webhook', request: () => ({ body: { id: WEBHOOK, fields: PAUSED } }) },
  webhooksRemove: { who: ADMINISTRATORS, begins: 'webhook', request: () => ({ body: { id: WEBHOOK } }) },
  webhooksDeliveries: { who: ADMINISTRATORS, begins: 'webhook', request: () => ({ body: { id: WEBHOOK } }) },
  webhooksRedeliver: { who: ADMINISTRATORS, begins: 'webhook', request: () => ({ body: { id: DELIVERY } }) },
  webhooksTest: { who: ADMINISTRATORS, begins: 'webhook', request: () => ({ body: { id: WEBHOOK } }) },
};
