import { createHash, randomBytes } from 'node:crypto';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { challengeOf } from '@echometry/contract/rules/sign-in.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { emailOf, NOON, World } from '../../test/world.ts';
import { findUser } from '../db/users.ts';
import { issueLoginCode } from './one-time-codes.ts';

it('a challenge equals the example of RFC 7636, appendix B', async () => {
  expect(await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
});

describe.each(databases())('the one-time code on $name', ({ seeded }) => {
  let world: World;
  beforeAll(async () => {
    world = await World.make(await seeded());
  });
  afterAll(() => world.close());

  const begin = async (email = emailOf('Editor')) => {
    const verifier = randomBytes(32).toString('base64url');
    const user = await findUser(world.db.query, email);
    const code = await issueLoginCode(world.db.query, {
      userId: user!.id,
      challenge: createHash('sha256').update(verifier).digest('base64url'),
      now: world.now,
    });
    return { code, verifier };
  };
  const exchange = (body: { code: string; verifier: string }) => world.call(CALLS.exchange, { body });

  it('becomes a sign-in token that only reads roles and chooses one', async () => {
    const { answer } = await exchange(await begin());
    expect(answer.session).toMatchObject({
      scope: 'sign-in',
      role: null,
      user: { email: emailOf('Editor') },
      expires_at: NOON + 7 * 86_400_000,
    });
    expect((await world.call(CALLS.configGet, { token: answer.token, body: { platform: 'IAP', config: 'echo_caliper' } })).status).toBe(
      403,
    );
    expect((await world.call(CALLS.actAs, { token: answer.token, body: { role: 'Editor' } })).status).toBe(200);
  });
  it('is taken once', async () => {
    const body = await begin();
    expect((await exchange(body)).status).toBe(200);
    expect((await exchange(body)).status).toBe(401);
  });
  it('is refused with the verifier of another sign-in, and used up by the try', async () => {
    const [mine, theirs] = [await begin(), await begin(emailOf('Viewer'))];
    expect((await exchange({ code: theirs.code, verifier: mine.verifier })).status).toBe(401);
    expect((await exchange(theirs)).status).toBe(401);
  });
  it('lives 60 s', async () => {
    const [early, late] = [await begin(), await begin()];
    world.now = NOON + 59_999;
    expect((await exchange(early)).status).toBe(200);
    world.now = NOON + 60_000;
    expect((await exchange(late)).status).toBe(401);
    world.now = NOON;
  });
  it('is not a token itself, and is nowhere in the clear', async () => {
    const { code } = await begin();
    expect((await world.call(CALLS.session, { token: code })).status).toBe(401);
    const rows = await world.db.query.selectFrom('login_code').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(code);
  });
  it('of a person who was disabled meanwhile is refused', async () => {
    const body = await begin(emailOf('Reviewer'));
    await world.db.query.updateTable('user_account').set({ active: 0 }).where('email', '=', emailOf('Reviewer')).execute();
    expect((await exchange(body)).status).toBe(401);
  });
});
