import { BYTES, type Call } from '@echometry/contract/calls/call.ts';
import { CALLS, type CallName } from '@echometry/contract/calls/registry.ts';
import { ROLE_NAMES, type RoleName } from '@echometry/contract/records/role.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { addSnapshots } from '../../test/snapshots.ts';
import { emailOf, PROJECT, SCOPE, World } from '../../test/world.ts';
import { storeReview } from '../db/reviews.ts';
import { endSession, findSession, startSession } from '../db/sessions.ts';
import { findUser } from '../db/users.ts';
import { defaultExport } from '@echometry/contract/rules/export-request.ts';
import { SHIPPED_SETS } from '../shipped-config.ts';
import { filenameOf } from '../services/import/import-file.ts';

/** What a request may name: the caller, another person, or nobody at all. */
type Subject = 'own' | 'other';
/** 'expired': role and sign-in have ended by time; 'sign-in expired': a token without a role has; 'role expired': the sign-in goes on. */
const TOKENS = [
  'none',
  'unknown',
  'expired',
  'sign-in expired',
  'role expired',
  'revoked',
  'sign-in revoked',
  'unscoped',
  'scoped',
] as const;
type TokenState = (typeof TOKENS)[number];
interface Cell {
  role: RoleName;
  subject: Subject;
  member: boolean;
  token: TokenState;
}
/** Who asks, whom the request names, and what there is to ask for. */
interface Ask {
  caller: string;
  named: string;
  role: RoleName;
  studyId: string;
  versions: { shared: number; blind: number };
}

interface Row {
  /** Roles that may make the call, from docs/specification.md#platform-6 and docs/contracts.md#who-acts; 'signed-in': any token; a number: the status that everybody gets. */
  who: readonly RoleName[] | 'signed-in' | number;
  /** The request names a person: only oneself, or anybody for an Admin. */
  names?: 'self' | 'self or Admin';
  /** The call is about a project, and a stranger to it is refused. */
  project?: true;
  /** What has to be there before each request. */
  begins?: 'finished review' | 'draft review' | 'comparison';
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
/** An import that every test has. */
const IMPORT = 'import-of-somebody';
/** A device that waits for a mask. */
const DEVICE = 'd'.repeat(64);
const JOB_READERS: readonly RoleName[] = ['Data scientist', 'Admin'];
const COMPARERS: readonly RoleName[] = ['Reviewer', 'Data scientist'];
const READER = { reviewer: null, pass: 1 };
const READER_PAIR = [
  { ...READER, editor: emailOf('Editor'), blind: false },
  { ...READER, editor: emailOf('Ground-truth generator'), blind: true },
];
const comparisonOf = (caller: string): string => `comparison-of-${caller.replaceAll('@', '-')}`;
const jobOf = (caller: string): string => `job-of-${caller.replaceAll('@', '-')}`;
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
const measurements = {
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

/** One row for each call: the whole of who may do what. A call without a row does not compile. */
const ROWS: Readonly<Record<CallName, Row>> = {
  demoUsers: { who: 200, request: () => ({}) },
  demoSignIn: { who: 200, request: ({ named }) => ({ body: { email: named } }) },
  exchange: { who: 401, request: () => ({ body: { code: 'x'.repeat(43), verifier: 'x'.repeat(43) } }) },
  session: { who: 'signed-in', request: () => ({}) },
  signOut: { who: 'signed-in', request: () => ({ body: {} }) },
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
  // There is no run to be ended: this table reads nothing back.
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
  filesGet: { who: READERS, project: true, request: (ask) => ({ body: id(ask) }) },
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
  statisticsUpdate: { who: READERS, project: true, request: () => ({ body: { db_name: PROJECT.db_name } }) },
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
  reviewsGet: { who: ['Reviewer'], project: true, request: (ask) => ({ body: id(ask) }) },
  reviewsCreate: {
    who: ['Reviewer'],
    names: 'self',
    project: true,
    request: (ask) => ({ body: { ...review(ask), review: [], missing_images: [] } }),
  },
  reviewsValidate: { who: ['Reviewer'], names: 'self', project: true, request: (ask) => ({ body: { ...review(ask), control: true } }) },
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
  reviewsRemoveIssue: {
    who: ['Reviewer'],
    names: 'self',
    project: true,
    request: (ask) => ({ body: { ...review(ask), issue: 'issue-00', removed: true } }),
  },
  analysisLastUpdate: { who: READERS, project: true, request: (ask) => ({ body: id(ask) }) },
  analysisVersions: { who: READERS, project: true, request: (ask) => ({ body: id(ask) }) },
  analysisGetVersion: { who: READERS, project: true, request: (ask) => ({ body: { ...id(ask), version: versionFor(ask) } }) },
  analysisRestore: {
    who: SAVERS,
    project: true,
    request: (ask) => ({ body: { ...id(ask), version: versionFor(ask), base_version: null, save_id: 'restored-1' } }),
  },
  getUrls: {
    who: [...READERS, 'Prisma study review', 'Prisma data manager'],
    project: true,
    // Images for those who read studies, files of the project for the others.
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
  // Each caller has a finished export of their own; somebody else's is not there for them (server/src/routes/exports/exports.test.ts).
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
  importsSources: { who: IMPORTERS, request: () => ({ body: {} }) },
  importsBrowse: { who: IMPORTERS, request: () => ({ body: { folder: 'none', path: '' } }) },
  importsSearch: {
    who: IMPORTERS,
    request: () => ({ body: { pacs: 'none', search: { patient: 'P', from: null, to: null, description: null, modality: null } } }),
  },
  importsBeginUpload: { who: IMPORTERS, request: () => ({ body: { id: 'a'.repeat(32), files: [{ name: 'a', size: 1 }] } }) },
  importsPutChunk: {
    who: IMPORTERS,
    request: () => ({
      id: `${'b'.repeat(32)}.0.0.${'c'.repeat(64)}`,
      body: Uint8Array.of(1),
      headers: { 'content-type': 'application/octet-stream' },
    }),
  },
  importsDropUpload: { who: IMPORTERS, request: () => ({ body: { id: 'b'.repeat(32) } }) },
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
    request: ({ named }) => ({ body: { ...measurements, user: named } }),
  },
  jobsRun: {
    who: EXPORTERS,
    names: 'self',
    project: true,
    request: ({ named }) => ({
      body: { user_id: named, workflow: 'iapexport', parameters: segmentations, output: 'exports/run-by-workflow' },
    }),
  },
};

/** What a cell has to answer. */
function expected(row: Row, cell: Cell): number {
  if (typeof row.who === 'number') return row.who;
  if (cell.token !== 'unscoped' && cell.token !== 'scoped') return 401;
  const role = cell.token === 'unscoped' ? null : cell.role;
  if (row.who !== 'signed-in' && (role === null || !row.who.includes(role))) return 403;
  if (row.names !== undefined && cell.subject === 'other' && !(row.names === 'self or Admin' && role === 'Admin')) return 403;
  return row.project === true && !cell.member ? 403 : 200;
}

/** Every cell a call has; what it does not depend on is asked for once. */
function cellsOf(row: Row): Cell[] {
  const roles = typeof row.who === 'number' ? (['Editor'] as const) : ROLE_NAMES;
  const subjects: readonly Subject[] = row.names === undefined ? ['own'] : ['own', 'other'];
  const members = typeof row.who === 'number' ? [true] : [true, false];
  return roles.flatMap((role) =>
    subjects.flatMap((subject) => members.flatMap((member) => TOKENS.map((token) => ({ role, subject, member, token })))),
  );
}

const STRANGER = 'stranger-to-all@test';
const names = Object.keys(CALLS) as CallName[];
const posts = names.filter((name) => CALLS[name].method === 'POST' && CALLS[name].body !== BYTES);

describe.each(databases())('who may call what on $name', ({ fresh }) => {
  let world: World;
  let versions: Ask['versions'];
  beforeAll(async () => {
    world = await World.make(await fresh());
    await world.addPerson(STRANGER, ROLE_NAMES, { member: false, reviewsTo: [emailOf('Editor')] });
    const save = async (role: RoleName) => {
      const { answer } = await world.call(CALLS.analysisUpdate, {
        token: await world.tokenOf(emailOf(role), role),
        body: world.save(emailOf(role), []),
      });
      return answer.conflict === false ? answer.version : 0;
    };
    await addSnapshots(world, { of: '2.25.1.1', frame: 1 });
    await world.addImport(emailOf('Admin'), IMPORT);
    await world.addDevice(DEVICE);
    for (const email of [...JOB_READERS.map(emailOf), STRANGER]) await world.addFinishedExport(email, jobOf(email));
    versions = { shared: await save('Editor'), blind: await save('Ground-truth generator') };
  });
  afterAll(() => world.close());

  const beginReview = async (state: 'draft' | 'finished') => {
    const idOf = async (role: RoleName) => (await findUser(world.db.query, emailOf(role)))!.id;
    const key = { studyId: 1, editorId: await idOf('Editor'), blind: 0, reviewerId: await idOf('Reviewer') } as const;
    await storeReview(world.db.query, key, {
      state,
      base_version: versions.shared,
      version_id: null,
      study_state: null,
      finished_version: state === 'finished' ? versions.shared : null,
      finished_at: 1,
      updated_at: 1,
    });
  };

  const askOf = (cell: Cell): Ask => {
    const caller = cell.member ? emailOf(cell.role) : STRANGER;
    const other = cell.role === 'Viewer' ? emailOf('Editor') : emailOf('Viewer');
    return { caller, named: cell.subject === 'own' ? caller : other, role: cell.role, studyId: world.studyId, versions };
  };

  /** A token in the given state, made for one cell: what a call does to its session touches no other. */
  const tokenFor = async (cell: Cell): Promise<string | undefined> => {
    if (cell.token === 'none') return undefined;
    if (cell.token === 'unknown') return 'x'.repeat(43);
    const { query } = world.db;
    const user = await findUser(query, askOf(cell).caller);
    if (user === null) throw new Error('nobody of this name');
    const ends = (isPast: boolean): number => (isPast ? world.now : world.now + 1000);
    const times = { userId: user.id, createdAt: world.now };
    const expiresAt = ends(cell.token === 'expired' || cell.token === 'sign-in expired');
    const signIn = await startSession(query, { ...times, expiresAt, role: null, signInHash: null });
    if (cell.token === 'unscoped' || cell.token === 'sign-in expired') return signIn;
    const root = await findSession(query, signIn, world.now - 1);
    if (root === null) throw new Error('the sign-in is not there');
    const token = await startSession(query, {
      ...times,
      expiresAt: ends(cell.token.endsWith('expired')),
      role: cell.role,
      signInHash: root.tokenHash,
    });
    const session = await findSession(query, token, world.now - 1);
    if (cell.token === 'revoked' && session !== null) await endSession(query, session, world.now);
    if (cell.token === 'sign-in revoked') await endSession(query, root, world.now);
    return token;
  };

  it.each(names)('%s: every role, for oneself and another, as member and stranger, with every kind of token', async (name) => {
    const row = ROWS[name];
    const wrong: unknown[] = [];
    for (const cell of cellsOf(row)) {
      if (row.begins === 'draft review') await beginReview('draft');
      if (row.begins === 'finished review') await beginReview('finished');
      if (row.begins === 'comparison') await world.addComparison(askOf(cell).caller, comparisonOf(askOf(cell).caller), READER_PAIR);
      const token = await tokenFor(cell);
      const reply = await world.call(CALLS[name], { ...(token === undefined ? {} : { token }), ...row.request(askOf(cell)) });
      const code = { 401: 'unauthorized', 403: 'forbidden' }[reply.status];
      if (reply.status !== expected(row, cell) || (code !== undefined && reply.error.code !== code))
        wrong.push({ ...cell, expected: expected(row, cell), got: reply.status, said: reply.error });
    }
    expect(wrong).toEqual([]);
  });

  it('covers the contract: a row for each call, with the roles the contract names', () => {
    expect(Object.keys(ROWS).sort()).toEqual([...names].sort());
    for (const name of names) {
      const { access } = CALLS[name] as Call;
      const { who } = ROWS[name];
      const stated = access.need === 'anyone' ? 'number' : access.need === 'signed-in' ? 'signed-in' : [...access.roles].sort();
      expect([name, typeof who === 'number' ? 'number' : who === 'signed-in' ? who : [...who].sort()]).toEqual([name, stated]);
    }
  });

  it.each(posts)('%s refuses an unknown field by name', async (name) => {
    const { who } = ROWS[name];
    const role = typeof who === 'object' && !who.includes('Editor') ? who[0]! : 'Editor';
    const cell: Cell = { role, subject: 'own', member: true, token: 'scoped' };
    const right = ROWS[name].request(askOf(cell));
    const reply = await world.call(CALLS[name], {
      token: (await tokenFor(cell)) ?? '',
      ...right,
      body: { ...right.body, surprise: 1 },
    });
    expect(reply).toMatchObject({ status: 400, error: { code: 'unknown-field', field: 'surprise' } });
  });

  it('refuses a project of another cloud like one that does not exist', async () => {
    const token = await world.tokenOf(emailOf('Editor'), 'Editor');
    for (const key of ['elsewhere', 'nowhere']) {
      expect(await world.call(CALLS.projectsGet, { token, id: key })).toMatchObject({
        status: 403,
        error: { message: 'Not a member of this project' },
      });
    }
    const user = await world.call(CALLS.usersGet, { token, id: emailOf('Editor') });
    expect(user.answer.projects.map((p) => p._id)).toEqual([PROJECT._id]);
  });

  it('reads roles and membership on every call: what is taken away is gone at once', async () => {
    const { query } = world.db;
    const userId = await world.addPerson('leaving@test', ['Editor', 'Viewer']);
    const token = await world.tokenOf('leaving@test', 'Editor');
    const ask = () => world.call(CALLS.getAllStatus, { token, body: SCOPE });
    expect((await ask()).status).toBe(200);
    await query.deleteFrom('project_member').where('user_id', '=', userId).execute();
    expect((await ask()).status).toBe(403);
    await query.deleteFrom('role_grant').where('user_id', '=', userId).where('role', '=', 'Editor').execute();
    expect((await ask()).status).toBe(401);
    await query.updateTable('user_account').set({ active: 0 }).where('id', '=', userId).execute();
    expect((await world.call(CALLS.session, { token: await world.tokenOf('leaving@test', 'Viewer').catch(() => token) })).status).toBe(401);
  });
});
