import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { databases } from '../../test/databases.ts';
import { freshBucket, hasS3 } from '../../test/s3.ts';
import { temporaryFolder } from '../../test/temporary.ts';
import { backUp } from '../upkeep/backup/back-up.ts';
import { restoreBackup } from '../upkeep/backup/restore.ts';
import { verifyBackup } from '../upkeep/backup/verify.ts';
import type { DatabaseLocation } from '../db/connect.ts';
import type { BucketSettings } from '../objects/bucket-settings.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

const folderIn = async (): Promise<string> => path.join(await temporaryFolder('bucket'), 'workspace');
const job = () => ({ signal: new AbortController().signal, now: () => 1000 });
const databaseIn = (location: DatabaseLocation) => (location.kind === 'postgres' ? { database: location } : {});
const open = (folder: string, location: DatabaseLocation, bucket: BucketSettings | null): Promise<Workspace> =>
  openWorkspace({ folder, kindIfNew: 'real', bucket, ...databaseIn(location) });

async function store(workspace: Workspace, text: string): Promise<string> {
  const key = await workspace.objects.put(Buffer.from(text));
  await workspace.db.query
    .insertInto('stored_object')
    .values({ sha256: key, size_bytes: text.length, media_type: 'application/dicom', deid_profile: null, created_at: 1 })
    .execute();
  return key;
}

describe.runIf(hasS3()).each(databases())('a workspace with its objects in a bucket on $name', ({ fresh }) => {
  it('finds them again at the next start, and names their place in its mark', async () => {
    const [folder, location, bucket] = [await folderIn(), await fresh(), await freshBucket()];
    const made = await open(folder, location, bucket);
    const key = await store(made, 'an image');
    await made.close();
    const again = await open(folder, location, bucket);
    try {
      expect((await buffer(again.objects.read(key))).toString()).toBe('an image');
    } finally {
      await again.close();
    }
    const mark = JSON.parse(await readFile(path.join(folder, 'workspace.json'), 'utf8')) as object;
    expect(mark).toMatchObject({ format: 3, objects: { bucket: bucket.bucket, prefix: bucket.prefix } });
  });

  it('is refused with another store, by name, and nothing is changed', async () => {
    const [folder, location, bucket] = [await folderIn(), await fresh(), await freshBucket()];
    await (await open(folder, location, bucket)).close();
    await expect(open(folder, location, null)).rejects.toThrow(/are in the bucket .*Nothing was changed\. Name it with object_store/);
    await expect(open(folder, location, await freshBucket())).rejects.toThrow(/but object_store names .*Nothing was changed/);
    await expect(open(folder, location, { ...bucket, prefix: 'other/' })).rejects.toThrow(/but object_store names/);
    await expect(open(folder, location, { ...bucket, secretAccessKey: 'wrong' })).rejects.toThrow(
      /refused GET .*403 SignatureDoesNotMatch.*Nothing was changed/,
    );
    await expect(open(folder, location, { ...bucket, endpoint: 'http://127.0.0.1:9' })).rejects.toThrow(/cannot be reached: ECONNREFUSED/);
    const [inFolder, other] = [await folderIn(), await fresh()];
    await (await open(inFolder, other, null)).close();
    await expect(open(inFolder, other, bucket)).rejects.toThrow(
      /are in its own folder, but object_store names the bucket .*move-objects --to bucket/,
    );
    await (await open(folder, location, bucket)).close();
  });

  it('never shares a bucket and prefix with another workspace', async () => {
    const bucket = await freshBucket();
    await (await open(await folderIn(), await fresh(), bucket)).close();
    await expect(open(await folderIn(), await fresh(), bucket)).rejects.toThrow(/holds the objects of another workspace/);
    await (await open(await folderIn(), await fresh(), { ...bucket, prefix: 'second/' })).close();
  });

  it('is backed up, verified, and restored into a folder and into another bucket', async () => {
    const made = await open(await folderIn(), await fresh(), await freshBucket());
    const key = await store(made, 'an image');
    const backup = path.join(await temporaryFolder('backup'), 'first');
    try {
      expect((await backUp(made, backup, job())).left_out).toEqual([]);
    } finally {
      await made.close();
    }
    expect((await verifyBackup(backup)).faults).toEqual([]);
    for (const bucket of [null, await freshBucket()]) {
      const [folder, location] = [await folderIn(), await fresh()];
      const database = location.kind === 'postgres' ? location : null;
      await restoreBackup({ backup, folder, database, bucket, now: () => 1000 });
      const restored = await open(folder, location, bucket);
      try {
        expect(restored.place.kind).toBe(bucket === null ? 'folder' : 'bucket');
        expect((await buffer(restored.objects.read(key))).toString()).toBe('an image');
      } finally {
        await restored.close();
      }
    }
  });

  it('is restored with the settings that are in its folder already', async () => {
    const made = await open(await folderIn(), await fresh(), null);
    await writeFile(path.join(made.folder, 'config.json'), '{"exports_kept_days": 3}');
    const backup = path.join(await temporaryFolder('backup'), 'first');
    await backUp(made, backup, job());
    await made.close();
    const folder = await folderIn();
    await mkdir(folder);
    await writeFile(path.join(folder, 'config.json'), '{"exports_kept_days": 5}');
    await restoreBackup({ backup, folder, database: null, now: () => 1000 });
    expect(await readFile(path.join(folder, 'config.json'), 'utf8')).toBe('{"exports_kept_days": 5}');
  });
});
