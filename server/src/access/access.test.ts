import { BYTES, type Call } from '@echometry/contract/calls/call.ts';
import { CALLS, type CallName } from '@echometry/contract/calls/registry.ts';
import { ROLE_NAMES, type RoleName } from '@echometry/contract/records/role.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { addSnapshots } from '../../test/snapshots.ts';
import { type Ask, DEVICE, IMPORT, JOB_READERS, jobOf, type Row, ROWS } from '../../test/call-rows.ts';
import { emailOf, PROJECT, SCOPE, World } from '../../test/world.ts';
import { endSession, hashOfToken, startSession } from '../db/sessions.ts';
import { findUser } from '../db/users.ts';

/** Person in a request: the caller, another person, or nobody. */
type Subject = 'own' | 'other';
/**
 * 'expired': role and sign-in have ended by time; 'sign-in expired': a token without a role has; 'role expired': the sign-in continues.
 */
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
/** Expected status of a cell. */
function expected(row: Row, cell: Cell): number {
  if (typeof row.who === 'number') return row.who;
  if (cell.token !== 'unscoped' && cell.token !== 'scoped') return 401;
  const role = cell.token === 'unscoped' ? null : cell.role;
  if (row.who !== 'signed-in' && (role === null || !row.who.includes(role))) return 403;
  if (row.names !== undefined && cell.subject === 'other' && !(row.names === 'self or Admin' && role === 'Admin')) return 403;
  return row.project === true && !cell.member ? 403 : 200;
}

/** Whether a token of this state is valid. */
const isInForce = ({ token }: Cell): boolean => token === 'unscoped' || token === 'scoped';

/**
 * Every cell of a call; what it does not depend on is requested once. Tokens that are not in force are tested for the cells in which a
 * valid token gets 200: accepting one by mistake would show there.
 */
function cellsOf(row: Row): Cell[] {
  const roles = typeof row.who === 'number' ? (['Editor'] as const) : ROLE_NAMES;
  const subjects: readonly Subject[] = row.names === undefined ? ['own'] : ['own', 'other'];
  const members = typeof row.who === 'number' ? [true] : [true, false];
  return roles
    .flatMap((role) =>
      subjects.flatMap((subject) => members.flatMap((member) => TOKENS.map((token) => ({ role, subject, member, token })))),
    )
    .filter((cell) => typeof row.who === 'number' || isInForce(cell) || expected(row, { ...cell, token: 'scoped' }) === 200);
}

const STRANGER = 'stranger-to-all@test';
const names = Object.keys(CALLS) as CallName[];
const posts = names.filter((name) => CALLS[name].method === 'POST' && CALLS[name].body !== BYTES);

describe.each(databases())('who may call what on $name', ({ seeded }) => {
  let world: World;
  let versions: Ask['versions'];
  beforeAll(async () => {
    world = await World.make(await seeded());
    await world.addPerson(STRANGER, ROLE_NAMES, { member: false, reviewsTo: [emailOf('Editor')] });
    const save = async (role: RoleName) => {
      const { answer } = await world.call(CALLS.analysisUpdate, {
        token: await world.tokenOf(emailOf(role), role),
        body: world.save(emailOf(role), []),
      });
      return answer.conflict === false ? answer.version : 0;
    };
    await addSnapshots(world, { of: '2.25.1.1', frame: 1 });
    await world.records.addImport(emailOf('Admin'), IMPORT);
    await world.records.addDevice(DEVICE);
    for (const email of [...JOB_READERS.map(emailOf), STRANGER]) await world.records.addFinishedExport(email, jobOf(email));
    versions = { shared: await save('Editor'), blind: await save('Ground-truth generator') };
  });
  afterAll(() => world.close());

  const askOf = (cell: Cell): Ask => {
    const caller = cell.member ? emailOf(cell.role) : STRANGER;
    const other = cell.role === 'Viewer' ? emailOf('Editor') : emailOf('Viewer');
    return { caller, named: cell.subject === 'own' ? caller : other, role: cell.role, studyId: world.studyId, versions };
  };

  const ids = new Map<string, number>();
  const idOf = async (email: string): Promise<number> => {
    const known = ids.get(email) ?? (await findUser(world.db.query, email))?.id;
    if (known === undefined) throw new Error('nobody of this name');
    ids.set(email, known);
    return known;
  };

  /** A token in the given state, made for one cell: what a call does to its session touches no other. */
  const tokenFor = async (cell: Cell): Promise<string | undefined> => {
    if (cell.token === 'none') return undefined;
    if (cell.token === 'unknown') return 'x'.repeat(43);
    const { query } = world.db;
    const ends = (isPast: boolean): number => (isPast ? world.now : world.now + 1000);
    const times = { userId: await idOf(askOf(cell).caller), createdAt: world.now };
    const expiresAt = ends(cell.token === 'expired' || cell.token === 'sign-in expired');
    const signIn = await startSession(query, { ...times, expiresAt, role: null, signInHash: null });
    if (cell.token === 'unscoped' || cell.token === 'sign-in expired') return signIn;
    const signInHash = hashOfToken(signIn);
    const token = await startSession(query, {
      ...times,
      expiresAt: ends(cell.token.endsWith('expired')),
      role: cell.role,
      signInHash,
    });
    if (cell.token === 'revoked') await endSession(query, { signInHash, tokenHash: hashOfToken(token) }, world.now);
    if (cell.token === 'sign-in revoked') await endSession(query, { signInHash: null, tokenHash: signInHash }, world.now);
    return token;
  };

  it.each(names)('%s: every role, for oneself and another, as member and stranger, with every kind of token', async (name) => {
    const row = ROWS[name];
    const wrong: unknown[] = [];
    for (const cell of cellsOf(row)) {
      await world.records.begin(row, askOf(cell));
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

  it('refuses a project of another cloud like a missing one', async () => {
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

  it('reads roles and membership on every call: removed ones are gone at once', async () => {
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
