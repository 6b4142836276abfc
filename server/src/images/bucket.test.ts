import { CALLS } from '@echometry/contract/calls/registry.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { freshBucket, hasS3 } from '../../test/s3.ts';
import { emailOf, World } from '../../test/world.ts';
import type { BucketSettings } from '../objects/bucket-settings.ts';
import { bucketStore } from '../objects/bucket-store.ts';
import { checksIn } from '../objects/checks.ts';

const IMAGE = 'object 1 of a study';
const [engine] = databases();

describe.runIf(hasS3())('files of a workspace in a bucket', () => {
  let worlds: Record<BucketSettings['access'], World>;
  const make = async (access: BucketSettings['access']): Promise<World> => {
    const bucket = await freshBucket({ access });
    return World.make(await engine!.seeded(), { objects: (db) => bucketStore(bucket, { checks: checksIn(db), shared: false }) });
  };
  beforeAll(async () => {
    worlds = { proxied: await make('proxied'), presigned: await make('presigned') };
  });
  afterAll(async () => {
    for (const world of Object.values(worlds)) await world.close();
  });

  async function address(world: World): Promise<string> {
    world.now = Date.now();
    const token = await world.tokenOf(emailOf('Editor'), 'Editor');
    const { answer } = await world.call(CALLS.getUrls, {
      token,
      body: { bucket: '0', object: `US/${world.studyId.split('_')[0]}/20260102/` },
    });
    return answer.find(({ kind }) => kind === 'dicom')!.url;
  }
  const read = (world: World, url: string, headers: Record<string, string> = {}) =>
    world.app.inject({ url, remoteAddress: '127.0.0.1', headers: { host: '127.0.0.1:8080', ...headers } });

  it('are passed on by the server, whole and in ranges', async () => {
    const world = worlds.proxied;
    const url = await address(world);
    expect((await read(world, url)).body).toBe(IMAGE);
    const piece = await read(world, url, { range: 'bytes=7-9' });
    expect([piece.statusCode, piece.body, piece.headers['content-range']]).toEqual([206, '1 o', `bytes 7-9/${IMAGE.length}`]);
  });

  it('are read from the bucket by an address that our own leads to, with the range that was asked for', async () => {
    const world = worlds.presigned;
    const answer = await read(world, await address(world));
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([302, 'private, no-cache']);
    const piece = await fetch(answer.headers.location!, { headers: { range: 'bytes=7-9' } });
    expect([piece.status, await piece.text(), piece.headers.get('content-type')]).toEqual([206, '1 o', 'application/dicom']);
    const seconds = Number(new URL(answer.headers.location!).searchParams.get('X-Amz-Expires'));
    expect(seconds).toBe(600);
  });

  it('lead nowhere once the sign-in or the membership has ended, and when the address was forged', async () => {
    const world = worlds.presigned;
    const url = await address(world);
    expect((await read(world, url.replace(/sig=[^&]{4}/, 'sig=AAAA'))).statusCode).toBe(403);
    const token = await world.tokenOf(emailOf('Editor'), 'Editor');
    await world.call(CALLS.signOut, { token });
    world.tokens.clear();
    expect((await read(world, url)).statusCode).toBe(403);
  });

  it('report in words that the bucket is away, and are there again when it is', async () => {
    const bucket = await freshBucket();
    const world = await World.make(await engine!.seeded(), {
      objects: (db) => bucketStore(bucket, { checks: checksIn(db), shared: false }),
    });
    try {
      const url = await address(world);
      const unreachable = { ...bucket, endpoint: 'http://127.0.0.1:9' };
      const away = await world.servedWith(bucketStore(unreachable, { checks: checksIn(world.db), shared: false }));
      const refused = await away.inject({ url, headers: { host: '127.0.0.1:8080' } });
      expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
        503,
        '5',
        { code: 'store-unavailable', message: expect.stringMatching(/Saved work is safe\. Try again in a minute/) as string },
      ]);
      await away.close();
      expect((await read(world, url)).body).toBe(IMAGE);
    } finally {
      await world.close();
    }
  });
});
