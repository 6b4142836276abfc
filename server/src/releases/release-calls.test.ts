/** Calls that make and download a release: each request counts once, and leaves an act. */
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { ReleaseRequest } from '@echometry/contract/records/release.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { RELEASE_REQUEST } from '../../test/release-request.ts';
import { emailOf, PROJECT, World } from '../../test/world.ts';
import { findProject } from '../db/projects.ts';
import { insertRelease } from '../db/releases.ts';
import { findAccount } from '../db/users.ts';
import { RELEASE_KIND } from './release-kind.ts';

const ROLE = 'Data scientist';
const MEMBER = emailOf(ROLE);
const AT = 1_795_000_000_000;

describe.each(databases())('calls of releases, on $name', ({ seeded }) => {
  let world: World;
  let token: string;
  beforeAll(async () => {
    world = await World.make(await seeded());
    token = await world.tokenOf(MEMBER, ROLE);
  });
  afterAll(() => world.close());

  const ask = (request: ReleaseRequest) =>
    world.call(CALLS.releasesCreate, { token, body: { project: PROJECT._id, id: 'release-asked', request } });
  const actsOf = (subject: string) =>
    world.db.query
      .selectFrom('audit_entry')
      .select(['act', 'role', 'detail', 'actor_email'])
      .where('subject', '=', subject)
      .orderBy('id')
      .execute();
  const jobs = () => world.db.query.selectFrom('job').select('id').where('kind', '=', RELEASE_KIND).execute();

  it('make one release of a request that is sent twice, and refuse its id for another one', async () => {
    const first = await ask(RELEASE_REQUEST);
    expect(first.answer).toMatchObject({ accepted: true, job: { id: 'release-asked', status: 'queued' } });
    expect((await ask(RELEASE_REQUEST)).answer).toEqual(first.answer);
    expect(await ask({ ...RELEASE_REQUEST, publisher: 'Another Hospital' })).toMatchObject({ status: 400, error: { field: 'id' } });
    expect(await jobs()).toEqual([{ id: 'release-asked' }]);
  });

  it('leave one act when a release is queued, with its request', async () => {
    const [act, ...further] = await actsOf('release-asked');
    expect(further).toEqual([]);
    expect(act).toMatchObject({ act: 'release-queued', role: ROLE, actor_email: MEMBER });
    expect(JSON.parse(act!.detail)).toEqual({
      project: PROJECT._id,
      name: 'ventricles',
      licence: 'CC-BY-4.0',
      ...RELEASE_REQUEST.selection,
    });
  });

  it('leave an act when the address of an archive is given out', async () => {
    const { query } = world.db;
    const [home, member] = [(await findProject(query, { key: PROJECT._id }))!, (await findAccount(query, MEMBER))!];
    const counts = { studies: 1, works: 1, images: 1, values: 1, left_out: 0, files: 1, engine_version: '1', product_version: '1' };
    const contents = { ...counts, manifest_sha256: 'a'.repeat(64) };
    const stored = { id: 'release-stored', version: 3, made_at: AT, request: RELEASE_REQUEST, contents, size_bytes: 12, differences: null };
    await query.transaction().execute((inside) => insertRelease(inside, home.id, member.id, { ...stored, sha256: 'b'.repeat(64) }, []));
    const body = { id: 'release-stored' };
    expect(await actsOf('release-stored')).toEqual([]);
    expect((await world.call(CALLS.releasesGetPresignedUrls, { token, body })).status).toBe(200);
    const [act, ...further] = await actsOf('release-stored');
    expect(further).toEqual([]);
    expect(act).toMatchObject({ act: 'release-download', role: ROLE, actor_email: MEMBER });
    expect(JSON.parse(act!.detail)).toEqual({ project: PROJECT._id, name: 'ventricles', version: 3, size_bytes: 12 });
  });
});
