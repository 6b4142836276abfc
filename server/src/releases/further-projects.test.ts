/** Releases of several projects: each has its own configuration, and only members of all of them can open it. */
import type { BodyOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { Release, ReleaseRequest } from '@echometry/contract/records/release.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { RELEASE_REQUEST } from '../../test/release-request.ts';
import { archiveOfRelease, makeRelease, recompute, unpack } from '../../test/released.ts';
import { TracedStudy } from '../../test/traced-study.ts';
import { emailOf, PROJECT, World } from '../../test/world.ts';
import { addConfigVersion, chooseConfigVersion, currentConfigSet } from '../db/config-sets.ts';
import { addMember, createProject, findProject, removeMember } from '../db/projects.ts';
import { insertRelease } from '../db/releases.ts';
import { insertWebhook } from '../db/webhooks.ts';
import { LISTED_RELEASES } from './limits.ts';
import { findAccount } from '../db/users.ts';

const PREPARING_MS = 900_000;
const AT = 1_795_000_000_000;
const [HOME, FURTHER] = ['demo-cycles-adult', 'demo-readers-adult'];
const BOTH: ReleaseRequest = { ...RELEASE_REQUEST, further_projects: [FURTHER] };

interface Value {
  study_id: string;
  image_type: string;
  measurement: string;
  formula: string | null;
}
type Definitions = { image_type: string; measurements: { name: string; formula?: string }[] }[];

describe('a release of two projects', () => {
  let study: TracedStudy;
  let release: Release;
  let files: Map<string, Buffer>;
  const textOf = (name: string): string => files.get(name)!.toString('utf8');

  beforeAll(async () => {
    study = await TracedStudy.makeAll(['C01', 'R01']);
    const { query } = study.workspace.db;
    const [{ id: projectId }, by] = [(await findProject(query, { key: FURTHER }))!, (await findAccount(query, 'data@demo'))!];
    // The further project measures the same volume by another formula.
    const { data } = (await currentConfigSet(query, 'echo_measurements', projectId))!;
    const simpson = (data as Definitions).map(({ measurements, ...rest }) => ({
      ...rest,
      measurements: measurements.map((one) => (one.name === 'LV EDV' && one.formula ? { ...one, formula: 'simpson' } : one)),
    }));
    const version = await addConfigVersion(query, { name: 'echo_measurements', data: simpson }, { userId: by.id, now: AT });
    await chooseConfigVersion(query, { name: 'echo_measurements', projectId, version, chosenBy: by.id, chosenAt: AT });
    await makeRelease(study.workspace, { id: 'release-of-one', request: RELEASE_REQUEST, at: AT, project: HOME });
    const events = ['release-made' as const];
    for (const [index, key] of [HOME, FURTHER].entries()) {
      const fields = { name: key, url: 'https://hooks.example.org/in', events, active: true };
      const hook = { id: `hook-of-project-${index}`, projectId: (await findProject(query, { key }))!.id, fields };
      await insertWebhook(query, { ...hook, sealedSecret: Buffer.alloc(1), now: AT });
    }
    release = await makeRelease(study.workspace, { id: 'release-of-two', request: BOTH, at: AT, project: HOME });
    files = await archiveOfRelease(study.workspace, release);
  }, PREPARING_MS);
  afterAll(() => study.close());

  it('measures the work of each by its own configuration, and computes all values again', { timeout: PREPARING_MS }, async () => {
    const values = textOf('values.ndjson')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Value)
      .filter(({ measurement, image_type }) => measurement === 'LV EDV' && image_type === '4-chamber 2D');
    const works = JSON.parse(textOf('works.json')) as { study_id: string; record: string }[];
    const projectOf = new Map(
      works.map(({ study_id, record }) => [
        study_id,
        (JSON.parse(textOf(`records/${record}.json`)) as { study: { project: string } }).study.project,
      ]),
    );
    const formulas = (key: string) => new Set(values.filter((one) => projectOf.get(one.study_id) === key).map(({ formula }) => formula));
    expect(formulas(HOME)).toEqual(new Set(['area_length']));
    expect(formulas(FURTHER)).toEqual(new Set(['simpson']));
    const total = release.contents.values;
    expect((await recompute(await unpack(files))).lines.at(-1)).toBe(`${total} of ${total} values equal, bit for bit`);
  });

  it('names both projects, and its differences to the version before are the studies of the further one', () => {
    expect(textOf('README.md')).toContain(`- projects: Demo cycles adult (${HOME}), Demo readers adult (${FURTHER})`);
    const manifest = JSON.parse(textOf('manifest.json')) as { project: string; projects: { project: string; configuration: string }[] };
    expect(manifest.project).toBe(HOME);
    expect(manifest.projects.map(({ project, configuration }) => [project, configuration])).toEqual([
      [HOME, 'configuration/'],
      [FURTHER, 'configuration/2/'],
    ]);
    expect(release.version).toBe(2);
    expect(release.differences).toMatchObject({ to: 1, studies_removed: { total: 0 } });
    expect(release.differences!.studies_added.total).toBeGreaterThan(0);
  });

  it('is announced to the webhooks of each of its projects', async () => {
    const sent = await study.workspace.db.query
      .selectFrom('webhook_delivery')
      .select(['webhook_id', 'body'])
      .orderBy('webhook_id')
      .execute();
    const bodies = sent.map(({ webhook_id, body }) => ({ webhook_id, ...(JSON.parse(body) as object) }));
    const event = { event: 'release-made', release: 'release-of-two', version: 2, state: 'finished' };
    const delivered = { delivery: expect.any(String) as string, time: new Date(AT).toISOString() };
    expect(bodies).toEqual([
      { webhook_id: 'hook-of-project-0', project: HOME, ...event, ...delivered },
      { webhook_id: 'hook-of-project-1', project: FURTHER, ...event, ...delivered },
    ]);
  });
});

const STORED = {
  id: 'release-1234',
  version: 1,
  made_at: AT,
  request: { ...RELEASE_REQUEST, further_projects: ['other'] },
  contents: {
    studies: 1,
    works: 1,
    images: 1,
    values: 1,
    left_out: 0,
    files: 1,
    engine_version: '1',
    product_version: '1',
    manifest_sha256: 'a'.repeat(64),
  },
  size_bytes: 1,
  sha256: 'b'.repeat(64),
  differences: null,
};

describe.each(databases())('calls of a release of several projects, on $name', ({ seeded }) => {
  const OTHER = { ...PROJECT, _id: 'other', db_name: 'other_db' };
  const MEMBER = emailOf('Data scientist');
  let world: World;
  let token: string;
  let otherId: number;
  beforeAll(async () => {
    world = await World.make(await seeded());
    const { query } = world.db;
    otherId = await createProject(query, OTHER);
    const member = (await findAccount(query, MEMBER))!;
    await addMember(query, otherId, member.id);
    await world.addPerson('only-home@test', ['Data scientist']);
    token = await world.tokenOf(MEMBER, 'Data scientist');
    const home = (await findProject(query, { key: PROJECT._id }))!;
    await query.transaction().execute((inside) => insertRelease(inside, home.id, member.id, STORED, []));
  });
  afterAll(() => world.close());

  const create = (further_projects: string[], as = token) =>
    world.call(CALLS.releasesCreate, {
      token: as,
      body: { project: PROJECT._id, id: 'release-asked', request: { ...RELEASE_REQUEST, further_projects } } satisfies BodyOf<
        typeof CALLS.releasesCreate
      >,
    });
  const ids = async (as: string): Promise<string[]> => {
    const { answer } = await world.call(CALLS.releasesList, { token: as, body: { project: PROJECT._id } });
    return answer.releases.map(({ id }) => id);
  };

  it('make one of the projects of which the person is a member, and of no other', async () => {
    const stranger = await world.tokenOf('only-home@test', 'Data scientist');
    expect(await create([OTHER._id], stranger)).toMatchObject({ status: 403 });
    expect(await create(['elsewhere'])).toMatchObject({ status: 403 });
    expect(await create(['no-such-project'])).toMatchObject({ status: 403 });
    expect(await create([PROJECT._id])).toMatchObject({ status: 400, error: { field: 'further_projects' } });
    expect((await create([OTHER._id])).answer).toMatchObject({ accepted: true });
    const preview = { project: PROJECT._id, name: null, selection: RELEASE_REQUEST.selection, further_projects: [OTHER._id] };
    expect(await world.call(CALLS.releasesPreview, { token: stranger, body: preview })).toMatchObject({ status: 403 });
    expect(await world.call(CALLS.releasesPreview, { token, body: preview })).toMatchObject({ status: 200 });
  });

  it('list the newest that the person may open, and no more than a list has', async () => {
    const { query } = world.db;
    const home = (await findProject(query, { key: PROJECT._id }))!;
    const member = (await findAccount(query, MEMBER))!;
    const store = (release: Pick<Release, 'id' | 'version' | 'made_at' | 'request'>) =>
      query.transaction().execute((inside) => insertRelease(inside, home.id, member.id, { ...STORED, ...release }, []));
    for (let version = 2; version <= LISTED_RELEASES + 2; version += 1)
      await store({ id: `release-v${version}`, version, made_at: AT - version, request: STORED.request });
    await store({ id: 'release-of-home', version: LISTED_RELEASES + 3, made_at: 1, request: RELEASE_REQUEST });
    const listed = await ids(token);
    expect(listed).toHaveLength(LISTED_RELEASES);
    expect(listed.slice(0, 2)).toEqual(['release-1234', 'release-v2']);
    // Older than all that are closed to this person.
    expect(await ids(await world.tokenOf('only-home@test', 'Data scientist'))).toEqual(['release-of-home']);
    await query.deleteFrom('release').where('version', '>', 1).execute();
  });

  it('list and open it for members of all projects only', async () => {
    const stranger = await world.tokenOf('only-home@test', 'Data scientist');
    const open = (as: string) => world.call(CALLS.releasesGet, { token: as, body: { id: 'release-1234' } });
    const address = (as: string) => world.call(CALLS.releasesGetPresignedUrls, { token: as, body: { id: 'release-1234' } });
    expect(await ids(token)).toEqual(['release-1234']);
    expect(await ids(stranger)).toEqual([]);
    expect((await open(token)).status).toBe(200);
    expect((await open(stranger)).status).toBe(403);
    expect((await address(stranger)).status).toBe(403);
    expect((await address(token)).status).toBe(200);
    const member = (await findAccount(world.db.query, MEMBER))!;
    await removeMember(world.db.query, otherId, member.id);
    expect(await ids(token)).toEqual([]);
    expect((await address(token)).status).toBe(403);
  });
});
