import { createHash } from 'node:crypto';
import path from 'node:path';
import { BEARER, type Call, TOKEN_HEADER } from '@echometry/contract/calls/call.ts';
import { type CallName, CALLS } from '@echometry/contract/calls/registry.ts';
import { MAX_TOKENS, type NewToken } from '@echometry/contract/records/personal-token.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Ask, JOB_READERS, jobOf, ROWS } from '../../test/call-rows.ts';
import { databases } from '../../test/databases.ts';
import { addSnapshots } from '../../test/snapshots.ts';
import { temporaryFolder } from '../../test/temporary.ts';
import { emailOf, NOON, PROJECT, SCOPE, World } from '../../test/world.ts';
import { faultsOfAudit } from '../db/audit-check.ts';
import { addMember, createProject } from '../db/projects.ts';
import { DATABASE_TABLES } from '../db/schema.ts';
import { grantRole } from '../db/users.ts';
import { makeLog } from '../http/operations/log.ts';
import { TOKEN_CALLS_PER_MINUTE } from '../limits.ts';
import { LIMIT_PARTS } from '../http/call-limits.ts';
import { dropWhatEnded } from '../upkeep/upkeep.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const EDITOR = emailOf('Editor');
const OTHER_PROJECT = { ...PROJECT, _id: 'beta', db_name: 'beta_db', name_to_show: 'Beta' };
const names = Object.keys(CALLS) as CallName[];
const callOf = (name: CallName): Call => CALLS[name];

/** Tables that a reading call may write: the last use, the act in the audit, and counts of calls. */
const OF_CALLING = new Set<string>(['personal_token', 'session', 'user_account', 'audit_chain', 'audit_entry', 'call_count']);

/** Calls that name no project: their responses depend on the token or its owner instead. */
const WITHOUT_PROJECT: readonly CallName[] = [
  'session',
  'usersGet',
  'configGet',
  'countWork',
  'inboxGet',
  'patientsGetInstitutionIdFromList',
  // An upload is its person's until an order names the project.
  'importsBeginUpload',
  'importsPutChunk',
  'importsDropUpload',
  'importsUploads',
];

describe.each(databases())('personal access tokens on $name', ({ seeded }) => {
  let world: World;
  let versions: Ask['versions'];
  let otherProject = 0;
  beforeAll(async () => {
    world = await World.make(await seeded());
    const save = async (role: RoleName) => {
      const { answer } = await world.call(CALLS.analysisUpdate, {
        token: await world.tokenOf(emailOf(role), role),
        body: world.save(emailOf(role), []),
      });
      return answer.conflict === false ? answer.version : 0;
    };
    await addSnapshots(world, { of: '2.25.1.1', frame: 1 });
    for (const email of JOB_READERS.map(emailOf)) await world.records.addFinishedExport(email, jobOf(email));
    versions = { shared: await save('Editor'), blind: await save('Ground-truth generator') };
    otherProject = await createProject(world.db.query, OTHER_PROJECT);
    for (const { id } of await world.db.query.selectFrom('user_account').select('id').execute())
      await addMember(world.db.query, otherProject, id);
  });
  afterAll(() => world.close());
  // A person has a limited number of tokens.
  afterEach(async () => {
    await world.db.query.deleteFrom('personal_token').execute();
  });

  const make = async (email: string, role: RoleName, more: Partial<NewToken> = {}) => {
    const token = await world.tokenOf(email, role);
    const body = { name: 'A program', role, projects: null, write: false, days: 30, ...more };
    return world.call(CALLS.tokensCreate, { token, body });
  };
  const bearer = (secret: string) => ({ authorization: BEARER + secret });
  /** The headers of a new token. */
  const headersOf = async (email: string, role: RoleName, more: Partial<NewToken> = {}) =>
    bearer((await make(email, role, more)).answer.token);
  const statusOf = async (headers: Record<string, string>) => (await world.call(CALLS.getAllStatus, { headers, body: SCOPE })).status;
  const actsAbout = async (id: string) =>
    (await world.db.query.selectFrom('audit_entry').selectAll().where('subject', '=', id).orderBy('id').execute()).map(
      ({ act, actor_email, detail }) => [act, actor_email, JSON.parse(detail) as unknown],
    );
  const rowsOf = async (isCounted: (table: string) => boolean) => {
    const all: Record<string, unknown> = {};
    for (const table of DATABASE_TABLES) if (isCounted(table)) all[table] = await world.db.query.selectFrom(table).selectAll().execute();
    return JSON.stringify(all);
  };
  /** A role that may make the call. */
  const roleFor = (name: CallName): RoleName => {
    const { who } = ROWS[name];
    if (typeof who === 'string' || typeof who === 'number') return 'Editor';
    return who.find((role) => role === 'Editor') ?? who[0]!;
  };
  const askOf = (role: RoleName): Ask => ({ caller: emailOf(role), named: emailOf(role), role, studyId: world.studyId, versions });
  const prepare = (name: CallName, role: RoleName) => world.records.begin(ROWS[name], askOf(role));

  it('are 256 random bits with a prefix that scanners know, shown once and stored as their SHA-256 only', async () => {
    const made = await make(EDITOR, 'Editor', { name: '  Nightly numbers ' });
    const secret = made.answer.token;
    expect(secret).toMatch(/^echo_pat_[\w-]{43}$/);
    expect(Buffer.from(secret.slice('echo_pat_'.length), 'base64url')).toHaveLength(32);
    expect(made.answer.made).toMatchObject({ name: 'Nightly numbers', role: 'Editor', projects: null, write: false, last_used_at: null });
    expect(made.answer.made.expires_at).toBe(world.now + 30 * DAY_MS);
    const listed = await world.call(CALLS.tokensList, { token: await world.tokenOf(EDITOR, 'Editor'), body: {} });
    expect(listed.answer.tokens).toContainEqual(made.answer.made);
    expect(JSON.stringify(listed.answer)).not.toContain(secret);
    expect((await make(EDITOR, 'Editor')).answer.token).not.toBe(secret);
    const stored = await rowsOf(() => true);
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(secret.slice('echo_pat_'.length));
    expect(stored).toContain(createHash('sha256').update(secret).digest('hex'));
  });

  it('act as their owner in their role, and their last use is listed', async () => {
    const { answer } = await make(EDITOR, 'Editor');
    const session = await world.call(CALLS.session, { headers: bearer(answer.token) });
    expect(session.answer).toMatchObject({ user: { email: EDITOR }, scope: 'role', role: 'Editor', expires_at: world.now + 30 * DAY_MS });
    const analysis = await world.call(CALLS.analysisGet, { headers: bearer(answer.token), body: { id: world.studyId, ...SCOPE } });
    expect(analysis.answer.analysis?.editor).toBe(EDITOR);
    const listed = await world.call(CALLS.tokensList, { token: await world.tokenOf(EDITOR, 'Editor'), body: {} });
    expect(listed.answer.tokens.find(({ id }) => id === answer.made.id)?.last_used_at).toBe(world.now);
  });

  it('may write only when they were made to', async () => {
    const body = { study_id: world.studyId, data_type: 'adult' as const, ...SCOPE };
    const reading = await world.call(CALLS.setDataType, { headers: await headersOf(EDITOR, 'Editor'), body });
    expect(reading).toMatchObject({ status: 403, error: { message: 'This token may only read. Make a token that may write' } });
    const writing = await world.call(CALLS.setDataType, { headers: await headersOf(EDITOR, 'Editor', { write: true }), body });
    expect(writing.status).toBe(200);
  });

  it.each(names.filter((name) => callOf(name).access.need !== 'anyone'))(
    '%s: a token that reads makes it only where nothing changes, and none makes a call that is not opened to tokens',
    async (name) => {
      const role = roleFor(name);
      const { byToken } = callOf(name);
      await prepare(name, role);
      const asked = ROWS[name].request(askOf(role));
      const reading = await headersOf(emailOf(role), role);
      if (byToken === 'read') {
        // The first reader brings lists up to date.
        await world.call(CALLS[name], { token: await world.tokenOf(emailOf(role), role), ...asked });
        const before = await rowsOf((table) => !OF_CALLING.has(table));
        expect((await world.call(CALLS[name], { ...asked, headers: { ...asked.headers, ...reading } })).status).toBe(200);
        expect(await rowsOf((table) => !OF_CALLING.has(table))).toBe(before);
        return;
      }
      const refused = { status: 403, error: { code: 'forbidden' } };
      expect(await world.call(CALLS[name], { ...asked, headers: { ...asked.headers, ...reading } })).toMatchObject(refused);
      const writing = await headersOf(emailOf(role), role, { write: true });
      const reply = await world.call(CALLS[name], { ...asked, headers: { ...asked.headers, ...writing } });
      if (byToken === undefined) expect(reply).toMatchObject(refused);
      else expect(reply.status).toBe(200);
    },
  );

  it('never reach accounts, roles, sign-ins, tokens or what belongs to the whole workspace', () => {
    const open = names.filter((name) => callOf(name).byToken !== undefined);
    const administered = open.filter((name) => callOf(name).service === 'admin');
    expect(administered.sort()).toEqual(['configGet', 'projectsGet', 'usersGet']);
    expect(open.filter((name) => callOf(name).service === 'auth')).toEqual(['session']);
    expect(open.filter((name) => callOf(name).path.startsWith('imports/'))).toEqual([
      'importsBeginUpload',
      'importsDropUpload',
      'importsUploads',
      'importsPutChunk',
    ]);
  });

  it.each(names.filter((name) => callOf(name).byToken !== undefined && !WITHOUT_PROJECT.includes(name)))(
    '%s: a token of another project is refused where its owner may',
    async (name) => {
      const role = roleFor(name);
      await prepare(name, role);
      const asked = ROWS[name].request(askOf(role));
      const elsewhere = await headersOf(emailOf(role), role, { write: true, projects: [OTHER_PROJECT._id] });
      expect(await world.call(CALLS[name], { ...asked, headers: { ...asked.headers, ...elsewhere } })).toMatchObject({
        status: 403,
        error: { message: 'This token may not be used in this project' },
      });
    },
  );

  it('see nothing of other projects in calls that name none', async () => {
    const elsewhere = await headersOf(EDITOR, 'Editor', { projects: [OTHER_PROJECT._id] });
    const user = await world.call(CALLS.usersGet, { headers: elsewhere, id: EDITOR });
    expect(user.answer.projects.map(({ _id }) => _id)).toEqual(['beta']);
    const work = await world.call(CALLS.countWork, { headers: elsewhere, body: {} });
    expect(work.answer.projects.map(({ project }) => project)).toEqual(['beta']);
    const codes = { body: { patient_list: [Number(world.studyId.split('_')[0])], get_all_ids: true } };
    expect((await world.call(CALLS.patientsGetInstitutionIdFromList, { headers: elsewhere, ...codes })).answer.institution_id).toBe('');
    const everywhere = await headersOf(EDITOR, 'Editor');
    expect((await world.call(CALLS.patientsGetInstitutionIdFromList, { headers: everywhere, ...codes })).answer.institution_id).toBe('P-1');
    const config = { platform: 'IAP' as const, config: 'echo_image_types' as const };
    expect((await world.call(CALLS.configGet, { headers: elsewhere, body: config })).status).toBe(200);
    expect((await world.call(CALLS.configGet, { headers: elsewhere, body: { ...config, db_name: PROJECT.db_name } })).status).toBe(403);
  });

  it('of an Admin name no other person', async () => {
    const headers = await headersOf(emailOf('Admin'), 'Admin', { write: true });
    expect((await world.call(CALLS.usersGet, { headers, id: EDITOR })).status).toBe(403);
    expect((await world.call(CALLS.usersGet, { headers, id: emailOf('Admin') })).status).toBe(200);
  });

  it('are made only for roles and projects of the person, and for 365 days at most', async () => {
    expect(await make(EDITOR, 'Editor', { role: 'Admin' })).toMatchObject({ status: 403, error: { message: 'This role is not yours' } });
    expect((await make(EDITOR, 'Editor', { projects: ['nowhere'] })).status).toBe(403);
    expect((await make(EDITOR, 'Editor', { projects: ['elsewhere'] })).status).toBe(403);
    expect((await make(EDITOR, 'Editor', { projects: [] })).status).toBe(400);
    expect(await make(EDITOR, 'Editor', { days: 366 })).toMatchObject({ status: 400, error: { field: 'days' } });
    expect((await make(EDITOR, 'Editor', { days: 0 })).status).toBe(400);
    expect((await make(EDITOR, 'Editor', { name: '   ' })).status).toBe(400);
    expect((await make(EDITOR, 'Editor', { days: 365 })).status).toBe(200);
  });

  it('are limited in number', async () => {
    for (let n = 0; n < MAX_TOKENS; n += 1) expect((await make(EDITOR, 'Editor')).status).toBe(200);
    expect(await make(EDITOR, 'Editor')).toMatchObject({ status: 409, error: { code: 'wrong-state' } });
    expect((await make(emailOf('Viewer'), 'Viewer')).status).toBe(200);
  });

  it('end at their time, to the millisecond', async () => {
    const headers = await headersOf(EDITOR, 'Editor', { days: 1 });
    world.now = NOON + DAY_MS - 1;
    expect(await statusOf(headers)).toBe(200);
    world.now = NOON + DAY_MS;
    expect(await statusOf(headers)).toBe(401);
    world.now = NOON;
  });

  it('are revoked by their owner: every server refuses them at once, and what they signed', async () => {
    const { answer } = await make(EDITOR, 'Editor');
    const headers = bearer(answer.token);
    const object = `US/${world.studyId.split('_')[0]}/20260102/`;
    const urls = await world.call(CALLS.getUrls, { headers, body: { bucket: '0', object } });
    const { url } = urls.answer.find(({ kind }) => kind === 'dicom')!;
    expect((await world.app.inject({ url })).statusCode).toBe(200);
    const stranger = await world.tokenOf('editor2@test', 'Editor');
    expect((await world.call(CALLS.tokensRevoke, { token: stranger, body: { id: answer.made.id } })).answer).toEqual({ revoked: false });
    expect(await statusOf(headers)).toBe(200);
    const token = await world.tokenOf(EDITOR, 'Editor');
    expect((await world.call(CALLS.tokensRevoke, { token, body: { id: answer.made.id } })).answer).toEqual({ revoked: true });
    // Calls alternate between the servers of the workspace.
    expect([await statusOf(headers), await statusOf(headers)]).toEqual([401, 401]);
    expect((await world.app.inject({ url })).statusCode).toBe(403);
    expect((await world.call(CALLS.tokensRevoke, { token, body: { id: answer.made.id } })).answer).toEqual({ revoked: false });
    expect((await world.call(CALLS.tokensList, { token, body: {} })).answer.tokens.map(({ id }) => id)).not.toContain(answer.made.id);
  });

  it('are listed and revoked by an Admin', async () => {
    const { answer } = await make(EDITOR, 'Editor');
    const token = await world.tokenOf(emailOf('Admin'), 'Admin');
    const listed = await world.call(CALLS.peopleTokens, { token, body: { email: EDITOR } });
    expect(listed.answer.tokens).toContainEqual(answer.made);
    const change = { act: 'revoke-token' as const, email: EDITOR, token: answer.made.id };
    const revoke = () => world.call(CALLS.peopleChange, { token, body: { change, accepted: [] } });
    expect((await revoke()).answer).toMatchObject({ outcome: 'done' });
    expect(await statusOf(bearer(answer.token))).toBe(401);
    expect((await revoke()).answer).toMatchObject({ outcome: 'refused', message: 'This token is revoked already.' });
    expect(await actsAbout(answer.made.id)).toContainEqual(['token-revoked', emailOf('Admin'), { owner: EDITOR }]);
  });

  it('are refused when their owner leaves the project, loses the role or is disabled, and stay revoked after that', async () => {
    const email = 'leaves@test';
    const userId = await world.addPerson(email, ['Editor']);
    const headers = await headersOf(email, 'Editor');
    const { query } = world.db;
    expect(await statusOf(headers)).toBe(200);
    await query.deleteFrom('project_member').where('user_id', '=', userId).execute();
    expect(await statusOf(headers)).toBe(403);
    await query.deleteFrom('role_grant').where('user_id', '=', userId).execute();
    expect(await statusOf(headers)).toBe(401);
    await grantRole(query, userId, 'Editor');
    expect((await world.call(CALLS.session, { headers })).status).toBe(200);
    const token = await world.tokenOf(emailOf('Admin'), 'Admin');
    const change = (act: 'disable' | 'enable', accepted: unknown[] = []) =>
      world.call(CALLS.peopleChange, { token, body: { change: { act, email }, accepted } });
    const asked = await change('disable');
    if (asked.answer.outcome !== 'asks') throw new Error('not asked');
    expect(asked.answer.effects).toContainEqual({ what: 'tokens-end', count: 1, names: [] });
    expect((await world.call(CALLS.session, { headers })).status).toBe(200);
    expect((await change('disable', asked.answer.effects)).answer.outcome).toBe('done');
    expect((await world.call(CALLS.session, { headers })).status).toBe(401);
    await change('enable');
    expect((await world.call(CALLS.session, { headers })).status).toBe(401);
  });

  it('are taken from the header Authorization only, and nothing else is', async () => {
    const { answer } = await make(EDITOR, 'Editor');
    const ask = async (headers: Record<string, string>) => (await world.call(CALLS.session, { headers })).status;
    expect(await ask(bearer(answer.token))).toBe(200);
    expect(await ask({ [TOKEN_HEADER]: answer.token })).toBe(401);
    expect(await ask({ authorization: answer.token })).toBe(401);
    expect(await ask({ authorization: `Basic ${answer.token}` })).toBe(401);
    expect(await ask(bearer(await world.tokenOf(EDITOR, 'Editor')))).toBe(401);
    expect(await ask(bearer(`${answer.token}x`))).toBe(401);
    expect(await ask(bearer('echo_pat_'))).toBe(401);
    expect(await ask(bearer(''))).toBe(401);
  });

  it('leave acts in the audit: made, first used, revoked, and the first attempt after that', async () => {
    const { answer } = await make(EDITOR, 'Editor', { name: 'For the audit', projects: [PROJECT._id], write: true });
    const headers = bearer(answer.token);
    for (let n = 0; n < 3; n += 1) await statusOf(headers);
    const token = await world.tokenOf(EDITOR, 'Editor');
    await world.call(CALLS.tokensRevoke, { token, body: { id: answer.made.id } });
    for (let n = 0; n < 3; n += 1) await statusOf(headers);
    expect(await actsAbout(answer.made.id)).toEqual([
      ['token-made', EDITOR, { name: 'For the audit', role: 'Editor', projects: 'alpha', write: true, days: 30 }],
      ['token-first-used', EDITOR, {}],
      ['token-revoked', EDITOR, {}],
      ['token-refused', EDITOR, { reason: 'revoked' }],
    ]);
    expect(await faultsOfAudit(world.db.query)).toEqual([]);
  });

  it('are forgotten 90 days after their end', async () => {
    const { answer } = await make(EDITOR, 'Editor', { days: 1 });
    const isKept = async () =>
      (await world.db.query.selectFrom('personal_token').select('id').where('id', '=', answer.made.id).executeTakeFirst()) !== undefined;
    await dropWhatEnded(world, NOON + 91 * DAY_MS - 1);
    expect(await isKept()).toBe(true);
    await dropWhatEnded(world, NOON + 91 * DAY_MS);
    expect(await isKept()).toBe(false);
  });
});

describe.each(databases())('calls of a token on $name', ({ seeded }) => {
  it('are limited together, and neither another token nor the page of the person is', async () => {
    const world = await World.make(await seeded());
    const token = await world.tokenOf(EDITOR, 'Editor');
    const body = { name: 'Fast', role: 'Editor' as const, projects: null, write: false, days: 1 };
    const [fast, other] = [
      (await world.call(CALLS.tokensCreate, { token, body })).answer.token,
      (await world.call(CALLS.tokensCreate, { token, body })).answer.token,
    ];
    let through = 0;
    let refused = null;
    // Two minutes' worth at most, as the minute may end in between.
    while (refused === null && through < 2 * TOKEN_CALLS_PER_MINUTE + LIMIT_PARTS) {
      const url = through % 2 === 0 ? '/auth/session' : '/api/admin/projects/get/alpha';
      const reply = await world.app.inject({ url, headers: { host: '127.0.0.1:8080', authorization: BEARER + fast } });
      if (reply.statusCode === 429) refused = reply;
      else through += 1;
    }
    expect(through).toBeGreaterThanOrEqual(TOKEN_CALLS_PER_MINUTE);
    expect(refused?.json()).toMatchObject({ code: 'too-many-requests' });
    const wait = Number(refused?.headers['retry-after']);
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(60);
    expect((await world.call(CALLS.session, { headers: { authorization: BEARER + other } })).status).toBe(200);
    expect((await world.call(CALLS.session, { token })).status).toBe(200);
    await world.close();
  });
});

it('a token is in no line of the most verbose log, and its public name is', async () => {
  const lines: string[] = [];
  const world = await World.make(
    { kind: 'sqlite', file: path.join(await temporaryFolder('token-log'), 'records.sqlite') },
    { log: makeLog('json', { write: (line) => void lines.push(line) }) },
  );
  const body = { name: 'Secret name', role: 'Editor' as const, projects: null, write: false, days: 1 };
  const { token: secret, made } = (await world.call(CALLS.tokensCreate, { token: await world.tokenOf(EDITOR, 'Editor'), body })).answer;
  const headers = { authorization: BEARER + secret };
  await world.call(CALLS.getAllStatus, { headers, body: SCOPE });
  await world.call(CALLS.setDataType, { headers, body: {} });
  await world.call(CALLS.session, { headers: { authorization: `${BEARER}${secret}x` } });
  // Something that fails inside, with the token in the request, is logged.
  await world.db.query.schema.alterTable('study').renameTo('study_gone').execute();
  expect((await world.call(CALLS.getAllStatus, { headers, body: SCOPE })).status).toBe(500);
  await world.db.query.schema.alterTable('study_gone').renameTo('study').execute();
  const log = lines.join('');
  expect(log).toContain(`"token":"${made.id}"`);
  expect(log).toContain('call failed');
  expect(log).not.toContain(secret.slice('echo_pat_'.length));
  expect(log).not.toContain('Secret name');
  await world.close();
});
