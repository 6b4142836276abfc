import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { emailOf, NOON, World } from '../../test/world.ts';
import { DEFAULT_CONFIG } from '../config.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const EDITOR = emailOf('Editor');

describe.each(databases())('sessions on $name', ({ seeded }) => {
  let world: World;
  beforeAll(async () => {
    world = await World.make(await seeded());
  });
  afterAll(() => world.close());
  const signIn = async () => (await world.call(CALLS.demoSignIn, { body: { email: EDITOR } })).answer.token;

  it('ends seven days after the sign-in, role tokens with it', async () => {
    const token = await signIn();
    world.now = NOON + 3 * DAY_MS;
    const role = (await world.call(CALLS.actAs, { token, body: { role: 'Editor' } })).answer;
    expect(role.session).toMatchObject({ scope: 'role', role: 'Editor', expires_at: NOON + 7 * DAY_MS });
    world.now = NOON + 7 * DAY_MS - 1;
    expect((await world.call(CALLS.session, { token: role.token })).status).toBe(200);
    world.now = NOON + 7 * DAY_MS;
    for (const t of [token, role.token]) expect((await world.call(CALLS.session, { token: t })).status).toBe(401);
    world.now = NOON;
  });

  it('signing out ends the sign-in and every role taken from it', async () => {
    const token = await signIn();
    const role = (await world.call(CALLS.actAs, { token, body: { role: 'Editor' } })).answer.token;
    const other = await signIn();
    expect((await world.call(CALLS.signOut, { token: role, body: {} })).answer).toEqual({ signed_out: true });
    for (const t of [token, role]) expect((await world.call(CALLS.session, { token: t })).status).toBe(401);
    expect((await world.call(CALLS.session, { token: other })).status).toBe(200);
  });

  it('keeps no token in the clear', async () => {
    const token = await signIn();
    const rows = await world.db.query.selectFrom('session').select('token_hash').execute();
    expect(rows.map((r) => r.token_hash)).not.toContain(token);
  });

  it('lets act_as wait for the terms, and refuses a role that is not held', async () => {
    const { query } = world.db;
    const token = await signIn();
    expect(await world.call(CALLS.actAs, { token, body: { role: 'Reviewer' } })).toMatchObject({
      status: 403,
      error: { message: 'This role is not yours' },
    });
    await query.deleteFrom('terms_acceptance').execute();
    expect(await world.call(CALLS.actAs, { token, body: { role: 'Editor' } })).toMatchObject({
      status: 403,
      error: { message: 'Accept the terms of use first' },
    });
    const accepted = await world.call(CALLS.acceptTerms, { token, body: { user: EDITOR, version: '20240627' } });
    expect(accepted.answer.accepted_terms_of_use).toEqual({ '20240627': NOON });
    expect((await world.call(CALLS.actAs, { token, body: { role: 'Editor' } })).status).toBe(200);
  });

  it('returns the user with roles, projects and accepted terms', async () => {
    const token = await signIn();
    const user = (await world.call(CALLS.usersGet, { token, id: EDITOR })).answer;
    expect(user).toMatchObject({ email: EDITOR, user_role: [{ role: 'Editor', redirect2page: 'studies' }], projects: [{ _id: 'alpha' }] });
  });

  it('opens linked applications only at the configured addresses', async () => {
    const linked = await World.make(await seeded(), {
      config: { ...DEFAULT_CONFIG, roleAddresses: { 'Explorer app': 'https://explorer.example/' } },
    });
    const pages = async (role: RoleName) =>
      (await linked.call(CALLS.usersGet, { token: await linked.tokenOf(emailOf(role)), id: emailOf(role) })).answer.user_role.map((r) => [
        r.new_tab,
        r.redirect2page,
        r.redirect_params,
      ]);
    expect(await pages('Explorer app')).toEqual([[true, 'https://explorer.example/', '']]);
    expect(await pages('Patient browser')).toEqual([[true, null, 'location=patients&params=']]);
    expect(await pages('Editor')).toEqual([[false, 'studies', '']]);
    await linked.close();
  });

  describe('one-click sign-in', () => {
    const attempt = (headers: Record<string, string>) => world.call(CALLS.demoSignIn, { body: { email: EDITOR }, headers });

    it.each([
      ['another Host', { host: 'echo.example:8080', origin: 'http://echo.example:8080' }],
      ['another Origin', { origin: 'http://127.0.0.1:9999' }],
      ['the Origin null', { origin: 'null' }],
      ['a Forwarded header', { forwarded: 'for=192.0.2.1' }],
      ...[
        'x-forwarded-for',
        'x-forwarded-host',
        'x-forwarded-anything',
        'x-forwarded',
        'forwarded-for',
        'x-original-forwarded-for',
        'x-original-host',
        'x-envoy-external-address',
        'x-azure-clientip',
        'client-ip',
        'cf-connecting-ip',
        'cf-ray',
        'true-client-ip',
        'via',
        'x-real-ip',
      ].map((name) => [`the header ${name}`, { [name]: '127.0.0.1' }] as [string, Record<string, string>]),
    ])('is refused with %s', async (_what, headers) => {
      expect((await attempt(headers)).status).toBe(403);
    });

    it('is refused from another machine', async () => {
      const response = await world.app.inject({
        method: 'POST',
        url: '/auth/demo/sign-in',
        remoteAddress: '192.0.2.7',
        headers: { host: 'localhost:8080', origin: 'http://localhost:8080' },
        payload: { email: EDITOR },
      });
      expect(response.statusCode).toBe(403);
    });

    it('is offered to localhost as to 127.0.0.1', async () => {
      expect((await attempt({ host: 'localhost:8080', origin: 'http://localhost:8080' })).status).toBe(200);
      expect((await world.call(CALLS.demoUsers)).answer.offered).toBe(true);
    });

    it('lists no one where it is not offered', async () => {
      expect((await world.call(CALLS.demoUsers, { headers: { 'sec-fetch-site': 'cross-site' } })).answer).toEqual({
        offered: false,
        users: [],
      });
    });
  });
});
