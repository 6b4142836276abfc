import { randomBytes } from 'node:crypto';
import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, hasPostgres } from '../../test/postgres.ts';
import { freshBucket, hasS3 } from '../../test/s3.ts';
import { temporaryFolder } from '../../test/temporary.ts';
import { backUp } from '../upkeep/backup/back-up.ts';
import { restoreBackup } from '../upkeep/backup/restore.ts';
import { connect } from '../db/connect.ts';
import { migrate, migrationsOf } from '../db/migrate.ts';
import type { BucketSettings } from '../objects/bucket-settings.ts';
import { type OpenOptions, openWorkspace, type Workspace } from './workspace.ts';

const folderIn = async (): Promise<string> => path.join(await temporaryFolder('replica'), 'own');

describe.runIf(hasS3() && hasPostgres())('servers that share a workspace', () => {
  let common: { database: { kind: 'postgres'; url: string; poolSize: number }; bucket: BucketSettings; keys: string };
  let made: string;
  const open = async (more: Partial<OpenOptions> = {}): Promise<Workspace> =>
    openWorkspace({ folder: await folderIn(), kindIfNew: 'real', replica: true, ...common, ...more });

  beforeAll(async () => {
    made = await folderIn();
    common = {
      database: { kind: 'postgres', url: await freshDatabase(), poolSize: 2 },
      bucket: await freshBucket(),
      keys: path.join(await temporaryFolder('keys'), 'keys'),
    };
  });

  it('are refused, by name, before the workspace was made', async () => {
    await expect(open()).rejects.toThrow(/holds no workspace that this version has opened.*--prepare/);
  });

  it('find it made by the first that prepares, and prepared by the next', async () => {
    const first = await open({ folder: made, prepare: true });
    expect(first.shared).toBe(false);
    await first.close();
    const next = await open({ prepare: true });
    expect([next.shared, next.mark.workspace_id]).toEqual([true, first.mark.workspace_id]);
    await next.close();
  });

  it('have separate folders and everything else in common', async () => {
    const [one, two] = [await open(), await open()];
    try {
      const key = await one.objects.put(Buffer.from('an image'));
      expect(await two.objects.isSound(key)).toBe(true);
      expect([Buffer.from(two.signingKey), two.mark]).toEqual([Buffer.from(one.signingKey), one.mark]);
      expect(two.folder).not.toBe(one.folder);
      // An object that an import removes at one server may be named at another meanwhile.
      await one.objects.remove(key);
      expect(await two.objects.size(key)).toBe(8);
    } finally {
      await one.close();
      await two.close();
    }
  });

  it('never run next to one that owns the workspace exclusively', async () => {
    const alone = await open({ folder: made, replica: false });
    await expect(open()).rejects.toThrow(/has exclusive use of the PostgreSQL database .*, without ECHOMETRY_REPLICAS/);
    await alone.close();
    const replica = await open();
    await expect(open({ folder: made, replica: false })).rejects.toThrow(/Another Echometry already uses the PostgreSQL database/);
    await replica.close();
  });

  it('start once the one before lets go, as after a kill that PostgreSQL has not seen yet', async () => {
    const alone = await open({ folder: made, replica: false });
    const next = open();
    await pause(1000);
    await alone.close();
    await (await next).close();
  });

  it('are refused with other keys, without PostgreSQL, and without a bucket', async () => {
    const other = path.join(await temporaryFolder('keys'), 'keys');
    await cp(common.keys, other, { recursive: true });
    await writeFile(path.join(other, 'deid.key'), randomBytes(32));
    await expect(open({ keys: other })).rejects.toThrow(/The keys in .* are not those of workspace .*ECHOMETRY_KEYS/);
    await expect(open({ keys: path.join(other, 'nowhere') })).rejects.toThrow(/signing\.key is missing/);
    const { database: _, ...files } = { ...common, folder: await folderIn(), kindIfNew: 'real' as const, replica: true };
    await expect(openWorkspace(files)).rejects.toThrow(/its records must be in PostgreSQL/);
    await expect(open({ bucket: null })).rejects.toThrow(/its objects must be in a bucket/);
    await expect(open({ bucket: await freshBucket() })).rejects.toThrow(/but object_store names/);
  });

  it('open a workspace that was restored once it is prepared in its folder', async () => {
    const source = await open({ folder: made, replica: false });
    const backup = path.join(await temporaryFolder('backup'), 'first');
    await backUp(source, backup, { signal: new AbortController().signal, now: () => 1000 });
    await source.close();
    const folder = await folderIn();
    const database = { ...common.database, url: await freshDatabase() };
    const bucket = await freshBucket();
    await restoreBackup({ backup, folder, database, bucket, now: () => 1000 });
    const elsewhere = { database, bucket, keys: path.join(folder, 'keys') };
    await expect(open(elsewhere)).rejects.toThrow(/--prepare/);
    await (await open({ ...elsewhere, folder, prepare: true })).close();
    const replica = await open(elsewhere);
    expect([replica.shared, replica.mark.objects]).toEqual([true, { bucket: bucket.bucket, prefix: bucket.prefix }]);
    await replica.close();
  });

  it('bring an empty database to this version once when they start together', async () => {
    const url = await freshDatabase();
    const connections = Array.from({ length: 3 }, () => connect({ kind: 'postgres', url, poolSize: 2 }));
    await Promise.all(connections.map(migrate));
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(connections[0]!.query);
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrationsOf(connections[0]!)));
    for (const db of connections) await db.close();
  });

  it('continue while a newer version brings the database further, and do not start again after that', async () => {
    const running = await open();
    try {
      await sql`alter table job add column of_the_next_version text`.execute(running.db.query);
      await sql`insert into kysely_migration (name, timestamp) values ('9999-of-the-next-version', '2030-01-01')`.execute(running.db.query);
      const key = await running.objects.put(Buffer.from('saved in between'));
      expect(await running.objects.wasSound(key)).toBe(true);
      expect(await running.db.query.selectFrom('job').selectAll().execute()).toEqual([]);
      await expect(open()).rejects.toThrow(/^A newer Echometry brought this database to 9999-of-the-next-version.*Start the newer version/);
    } finally {
      await running.close();
    }
  });
});
