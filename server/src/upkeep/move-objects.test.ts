import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { describe, expect, it, vi } from 'vitest';
import { databases } from '../../test/databases.ts';
import { foreignClient, freshBucket, hasS3 } from '../../test/s3.ts';
import { Proxy } from '../../test/proxy.ts';
import { ADMIN, ended, environment } from '../../test/server-process.ts';
import { temporaryFolder } from '../../test/temporary.ts';
import type { BucketSettings } from '../objects/bucket-settings.ts';
import { objectPath } from '../objects/store.ts';
import { openWorkspace, type Workspace } from '../workspace/workspace.ts';
import type { DatabaseLocation } from '../db/connect.ts';
import { performMaintenance } from './perform.ts';
import type { MoveRequest } from './request.ts';

const OBJECTS = 16;
const move = (to: MoveRequest['to'], bucket: BucketSettings | null, leave_damaged = false): MoveRequest => ({
  command: 'maintain',
  action: 'move-objects',
  to,
  bucket,
  leave_damaged,
});

describe.runIf(hasS3()).each(databases())('objects of a workspace on $name', ({ fresh }) => {
  let folder: string;
  let location: DatabaseLocation;
  let keys: string[];

  const open = (bucket: BucketSettings | null, moving = false): Promise<Workspace> =>
    openWorkspace({ folder, kindIfNew: 'real', bucket, moving, ...(location.kind === 'postgres' ? { database: location } : {}) });

  /** Does work on the opened workspace, as the command line does where no server runs. */
  async function perform(request: MoveRequest, options: { alone?: boolean; bucket?: BucketSettings | null; stopAfter?: number } = {}) {
    const workspace = await open(options.bucket === undefined ? request.bucket : options.bucket, true);
    const stop = new AbortController();
    try {
      return await performMaintenance(workspace, request, {
        signal: stop.signal,
        now: () => 1000,
        versionsKeptDays: 30,
        alone: options.alone ?? true,
        onProgress: ({ done }) => {
          if (done === options.stopAfter) stop.abort();
        },
      });
    } finally {
      await workspace.close();
    }
  }

  async function made(): Promise<BucketSettings> {
    folder = path.join(await temporaryFolder('moved'), 'workspace');
    location = await fresh();
    const workspace = await open(null);
    keys = [];
    for (let n = 0; n < OBJECTS; n += 1) {
      const bytes = randomBytes(10_000 + n);
      const key = await workspace.objects.put(bytes);
      keys.push(key);
      await workspace.db.query
        .insertInto('stored_object')
        .values({ sha256: key, size_bytes: bytes.length, media_type: 'application/dicom', deid_profile: null, created_at: 1 })
        .execute();
    }
    await workspace.close();
    return freshBucket();
  }

  const inFolder = (key: string): string => objectPath(path.join(folder, 'objects'), key);
  /** Reads an object of the bucket with a separate client; null where there is none. */
  async function inBucket(bucket: BucketSettings, key: string): Promise<string | null> {
    const response = await foreignClient().fetch(`${bucket.endpoint}/${bucket.bucket}/${objectPath(bucket.prefix, key)}`);
    return response.ok
      ? createHash('sha256')
          .update(Buffer.from(await response.arrayBuffer()))
          .digest('hex')
      : null;
  }
  const presentIn = async (bucket: BucketSettings): Promise<number> => {
    let count = 0;
    for (const key of keys) if ((await inBucket(bucket, key)) === key) count += 1;
    return count;
  };
  const hashInFolder = async (key: string): Promise<string | null> =>
    readFile(inFolder(key)).then(
      (bytes) => createHash('sha256').update(bytes).digest('hex'),
      () => null,
    );

  it('move to a bucket and back, hash by hash, and leave their source only on command', async () => {
    const bucket = await made();
    const there = await perform(move('bucket', bucket));
    expect([there.failed, there.data]).toEqual([undefined, expect.objectContaining({ moved: OBJECTS, copied: OBJECTS, switched: true })]);
    expect(await presentIn(bucket)).toBe(OBJECTS);
    expect(await Promise.all(keys.map(hashInFolder))).toEqual(keys);
    await expect(open(null)).rejects.toThrow(/The objects of .* are in the bucket .*Nothing was changed/);
    expect((await perform(move(null, bucket))).data).toEqual({ removed: OBJECTS, kept: 0 });
    expect([await presentIn(bucket), await Promise.all(keys.map(hashInFolder))]).toEqual([OBJECTS, keys.map(() => null)]);
    const back = await perform(move('folder', bucket));
    expect(back.data).toMatchObject({ moved: OBJECTS, copied: OBJECTS, switched: true });
    expect([await presentIn(bucket), await Promise.all(keys.map(hashInFolder))]).toEqual([OBJECTS, keys]);
    await perform(move(null, bucket));
    expect(await presentIn(bucket)).toBe(0);
    const workspace = await open(null);
    try {
      for (const key of keys) expect(await workspace.objects.isSound(key)).toBe(true);
      const acts = await workspace.db.query.selectFrom('audit_entry').select('act').orderBy('id').execute();
      expect(acts.map(({ act }) => act)).toEqual(['objects-moved', 'moved-objects-removed', 'objects-moved', 'moved-objects-removed']);
    } finally {
      await workspace.close();
    }
  });

  it('whose move was stopped continue where it ended, and nothing has changed until it is complete', async () => {
    const bucket = await made();
    const stopped = await perform(move('bucket', bucket), { stopAfter: 4 });
    expect([stopped.failed, stopped.lines[0]]).toEqual([true, expect.stringMatching(/^Cancelled\. .*Repeat the command to continue/)]);
    const first = await presentIn(bucket);
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(OBJECTS);
    await (await open(null)).close();
    const rest = await perform(move('bucket', bucket));
    expect(rest.data).toMatchObject({ moved: OBJECTS, copied: OBJECTS - first, switched: true });
  });

  it('whose move was killed continue where it ended', async () => {
    const bucket = await made();
    const { prefix, bucket: name, accessKeyId, secretAccessKey } = bucket;
    let objectsSent = 0;
    const slow = await Proxy.before([bucket.endpoint], null, ({ method }) => method === 'PUT' && ++objectsSent > OBJECTS / 2);
    const command = spawn(process.execPath, [ADMIN, 'move-objects', '--to', 'bucket'], {
      stdio: 'ignore',
      env: {
        ...environment(folder),
        ECHOMETRY_OBJECT_STORE: JSON.stringify({ endpoint: slow.url, bucket: name, prefix }),
        ECHOMETRY_S3_ACCESS_KEY_ID: accessKeyId,
        ECHOMETRY_S3_SECRET_ACCESS_KEY: secretAccessKey,
        ...(location.kind === 'postgres' ? { ECHOMETRY_DATABASE_URL: location.url } : {}),
      },
    });
    await vi.waitFor(async () => expect(await presentIn(bucket)).toBeGreaterThan(1), { timeout: 20_000, interval: 20 });
    command.kill('SIGKILL');
    await ended(command);
    slow.close();
    const before = await presentIn(bucket);
    expect(before).toBeLessThan(OBJECTS);
    const rest = await perform(move('bucket', bucket));
    expect(rest.data).toMatchObject({ moved: OBJECTS, switched: true });
    expect((rest.data as { copied: number }).copied).toBeLessThanOrEqual(OBJECTS - before + 4);
    expect([await presentIn(bucket), await Promise.all(keys.map(hashInFolder))]).toEqual([OBJECTS, keys]);
  });

  it('are copied while people work, and change their home only without other users', async () => {
    const bucket = await made();
    const copied = await perform(move('bucket', bucket), { alone: false });
    expect(copied.data).toMatchObject({ moved: OBJECTS, switched: false });
    expect(copied.lines[0]).toMatch(/Stop it and give the same command once more/);
    await (await open(null)).close();
    expect((await perform(move('bucket', bucket))).data).toMatchObject({ copied: 0, switched: true });
  });

  it('that are damaged keep the workspace where it is, by name, unless they are left behind', async () => {
    const bucket = await made();
    await writeFile(inFolder(keys[3]!), 'other bytes');
    const refused = await perform(move('bucket', bucket));
    expect([refused.failed, refused.lines[0]]).toEqual([true, `NOT MOVED, damaged or missing: ${keys[3]}`]);
    await (await open(null)).close();
    expect((await perform(move('bucket', bucket, true))).data).toMatchObject({ moved: OBJECTS - 1, switched: true });
    const kept = await perform(move(null, bucket));
    expect([kept.failed, kept.data]).toEqual([true, { removed: 0, missing: [keys[3]] }]);
    expect(await hashInFolder(keys[0]!)).toBe(keys[0]);
  });

  it('never go to the bucket of another workspace', async () => {
    const bucket = await made();
    await perform(move('bucket', bucket));
    await made();
    await expect(perform(move('bucket', bucket))).rejects.toThrow(/holds the objects of another workspace/);
  });
});
