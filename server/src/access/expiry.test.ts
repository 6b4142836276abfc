import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { emailOf, PROJECT, World } from '../../test/world.ts';

/** Absolute life of a sign-in and life of a signed address at most, in ms (docs/specification.md#platform-6). */
const SIGN_IN_MS = 7 * 24 * 60 * 60 * 1000;
const ADDRESS_MS = 10 * 60 * 1000;

/** Every kind of signed address, and the roles that get it. */
const ADDRESSES: readonly [kind: string, role: RoleName, object: (studyId: string) => { bucket: string; object: string }][] = [
  ...(['dicom', 'small_icon', 'big_icon', 'listing'] as const).map(
    (kind) =>
      [kind, 'Viewer', (studyId: string) => ({ bucket: '0', object: `US/${studyId.split('_')[0]}/20260102/` })] as [
        string,
        RoleName,
        (studyId: string) => { bucket: string; object: string },
      ],
  ),
  [
    'json',
    'Prisma study review',
    () => ({ bucket: PROJECT._id, object: `project_statistics/${PROJECT._id}/consensus_pending/study_images.json` }),
  ],
];

describe.each(databases())('what ends by time on $name', ({ seeded }) => {
  let world: World;
  beforeAll(async () => {
    world = await World.make(await seeded());
  });
  afterAll(() => world.close());

  const read = async (url: string): Promise<number> => (await world.app.inject({ url, headers: { host: '127.0.0.1:8080' } })).statusCode;

  it('a sign-in and every role taken in it, however late, to the millisecond', async () => {
    const { token: signIn } = (await world.call(CALLS.demoSignIn, { body: { email: emailOf('Editor') } })).answer;
    const begun = world.now;
    world.now = begun + SIGN_IN_MS / 2;
    const { token: role } = (await world.call(CALLS.actAs, { token: signIn, body: { role: 'Editor' } })).answer;
    const statuses = async () => [
      (await world.call(CALLS.session, { token: signIn })).status,
      (await world.call(CALLS.session, { token: role })).status,
      (await world.call(CALLS.actAs, { token: signIn, body: { role: 'Editor' } })).status,
      (await world.call(CALLS.projectsGet, { token: role, id: PROJECT._id })).status,
    ];
    // The sign-in was used in between: an idle one ends earlier.
    world.now = begun + SIGN_IN_MS - 1;
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    world.now = begun + SIGN_IN_MS;
    expect(await statuses()).toEqual([401, 401, 401, 401]);
    world.now = begun;
  });

  it.each(ADDRESSES)(
    'an address of %s for a %s: before its end it opens, after it and after that of the sign-in it does not',
    async (kind, role, object) => {
      const begun = world.now;
      const { token: signIn } = (await world.call(CALLS.demoSignIn, { body: { email: emailOf(role) } })).answer;
      const { token } = (await world.call(CALLS.actAs, { token: signIn, body: { role } })).answer;
      const addressOf = async () =>
        (await world.call(CALLS.getUrls, { token, body: object(world.studyId) })).answer.find((one) => one.kind === kind)!;
      const { url, expires_at } = await addressOf();
      expect(expires_at - begun).toBeLessThanOrEqual(ADDRESS_MS);
      world.now = expires_at - 1;
      expect(await read(url)).toBe(200);
      world.now = expires_at;
      expect(await read(url)).toBe(403);
      // Signed just before the sign-in ends, an address ends with it.
      world.now = begun + SIGN_IN_MS - 1;
      const late = await addressOf();
      expect(late.expires_at).toBeGreaterThan(begun + SIGN_IN_MS);
      expect(await read(late.url)).toBe(200);
      world.now = begun + SIGN_IN_MS;
      expect(await read(late.url)).toBe(403);
      world.now = begun;
    },
  );
});
