/** Accounts of machines: they have no sign-in, and an Admin makes their tokens. */
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { BEARER } from '@echometry/contract/calls/call.ts';
import type { NewToken } from '@echometry/contract/records/personal-token.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { beginning, LoginBrowser } from '../../test/login-browser.ts';
import { emailOf, PROJECT, SCOPE, World } from '../../test/world.ts';
import { anAdministrator, hasAdministrator } from '../db/accounts.ts';

const MACHINE = 'nightly@machines.example.org';

describe.each(databases())('a machine on $name', ({ seeded }) => {
  let world: World;
  let admin: string;
  beforeAll(async () => {
    world = await World.make(await seeded());
    admin = await world.tokenOf(emailOf('Admin'), 'Admin');
  });
  afterAll(() => world.close());

  const change = async (wanted: Record<string, unknown>) =>
    (await world.call(CALLS.peopleChange, { token: admin, body: { change: wanted, accepted: [] } })).answer;
  const add = (email: string, role: RoleName) =>
    change({
      act: 'add-machine',
      email,
      name: ' Nightly export ',
      grants: { roles: [{ role, project: null, reviews_to: [] }], projects: [PROJECT._id], is_test: false },
    });
  const makeToken = (email: string, more: Partial<NewToken> = {}) =>
    world.call(CALLS.peopleMakeToken, {
      token: admin,
      body: { email, token: { name: 'Nightly', role: 'Viewer', projects: null, write: false, days: 30, ...more } },
    });
  const acts = async () =>
    (await world.db.query.selectFrom('audit_entry').selectAll().orderBy('id').execute()).map(({ act, actor_email, detail }) => [
      act,
      actor_email,
      JSON.parse(detail) as unknown,
    ]);

  it('is added with roles and projects, is listed as one, and has tokens that an Admin makes and revokes', async () => {
    expect(await add(MACHINE, 'Viewer')).toMatchObject({ outcome: 'done', link: null });
    const { people } = (await world.call(CALLS.peopleList, { token: admin, body: {} })).answer;
    expect(people.find(({ email }) => email === MACHINE)).toMatchObject({
      name: 'Nightly export',
      user_type: 'machine',
      second_factor: 'none',
      roles: [{ role: 'Viewer', project: null }],
      projects: [{ project: PROJECT._id }],
    });
    const { answer } = await makeToken(MACHINE, { projects: [PROJECT._id] });
    if (answer.outcome !== 'made') throw new Error(answer.message);
    const headers = { authorization: BEARER + answer.token };
    expect((await world.call(CALLS.session, { headers })).answer.user).toMatchObject({ email: MACHINE, user_type: 'machine' });
    expect((await world.call(CALLS.getAllStatus, { headers, body: SCOPE })).status).toBe(200);
    // It may do what any token may: it neither makes tokens nor administers.
    expect((await world.call(CALLS.tokensCreate, { headers, body: { ...answer.made } })).status).toBe(403);
    expect((await acts()).filter(([act]) => act === 'machine-added' || act === 'token-made')).toEqual([
      ['machine-added', emailOf('Admin'), { name: ' Nightly export ', roles: 'Viewer', projects: PROJECT._id, is_test: false }],
      ['token-made', emailOf('Admin'), { name: 'Nightly', role: 'Viewer', projects: PROJECT._id, write: false, days: 30, owner: MACHINE }],
    ]);
    expect(await change({ act: 'revoke-token', email: MACHINE, token: answer.made.id })).toMatchObject({ outcome: 'done' });
    expect((await world.call(CALLS.session, { headers })).status).toBe(401);
  });

  it('has only roles and projects that were given to it, and a person has no token that an Admin made', async () => {
    expect((await makeToken(MACHINE, { role: 'Editor' })).error).toMatchObject({
      code: 'forbidden',
      message: `${MACHINE} does not have this role`,
    });
    expect((await makeToken(MACHINE, { projects: ['elsewhere'] })).error.code).toBe('forbidden');
    expect((await makeToken(emailOf('Viewer'))).answer).toEqual({
      outcome: 'refused',
      message: `${emailOf('Viewer')} is not a machine. People make their own tokens in Settings.`,
    });
    expect(await change({ act: 'disable', email: MACHINE })).toMatchObject({ outcome: 'done' });
    expect((await makeToken(MACHINE)).answer).toMatchObject({ outcome: 'refused', message: `${MACHINE} is disabled. Enable it first.` });
    await change({ act: 'enable', email: MACHINE });
  });

  it('cannot sign in: with a password, by a link, or in a demo', async () => {
    for (const act of ['reset-password', 'reset-totp', 'revoke-sessions'])
      expect(await change({ act, email: MACHINE })).toEqual({ outcome: 'refused', message: `${MACHINE} is a machine: it has no sign-in.` });
    const grants = { roles: [], projects: [], is_test: false };
    expect(await change({ act: 'invite', email: MACHINE, grants })).toMatchObject({ outcome: 'refused' });
    expect((await world.call(CALLS.demoUsers)).answer.users.map(({ email }) => email)).not.toContain(MACHINE);
    expect((await world.call(CALLS.demoSignIn, { body: { email: MACHINE } })).error.code).toBe('not-found');
    const browser = new LoginBrowser(world.app, '192.0.2.77');
    await browser.open(beginning().address);
    await browser.submit({ email: MACHINE, password: 'plum engine violet' });
    const [known, title] = [browser.page.body, browser.page.title];
    const other = new LoginBrowser(world.app, '192.0.2.78');
    await other.open(beginning().address);
    await other.submit({ email: 'nobody@machines.example.org', password: 'plum engine violet' });
    // The same response as for an address without an account.
    expect(title).toBe(other.page.title);
    expect(known).toContain('password');
  });

  it('never administers the workspace', async () => {
    const refused = {
      outcome: 'refused',
      message: 'A machine cannot have the role Admin: only people who sign in administer the workspace.',
    };
    expect(await add('boss@machines.example.org', 'Admin')).toEqual(refused);
    expect(await change({ act: 'grant', email: MACHINE, role: 'Admin', project: null, reviews_to: [] })).toEqual(refused);
    // Even with a grant that was written past the rules, it does not administer.
    const { id } = await world.db.query.selectFrom('user_account').select('id').where('email', '=', MACHINE).executeTakeFirstOrThrow();
    await world.db.query.insertInto('role_grant').values({ user_id: id, project_id: null, role: 'Admin', reviews_to: '[]' }).execute();
    await world.db.query.updateTable('user_account').set({ active: 0 }).where('id', '!=', id).execute();
    expect([await hasAdministrator(world.db.query), await anAdministrator(world.db.query)]).toEqual([false, null]);
  });
});
