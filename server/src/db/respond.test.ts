import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { dropDatabases, freshDatabase, hasPostgres, databaseName, onServer } from '../../test/postgres.ts';
import { connect, type Db } from './connect.ts';
import { respond } from './respond.ts';
import { isStorageFull } from './storage-full.ts';

const DISK_MIB = 32;
const TABLESPACE = 'small_disk';
/** Of random text, which PostgreSQL does not compress much. */
const BLOCKS = 8;

const { stdout } = spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' });
const disk = mkdtempSync(path.join(os.tmpdir(), 'small-disk-'));
const isMounted =
  hasPostgres() && spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m,uid=${stdout.trim()},mode=700`, 'tmpfs', disk]).status === 0;
if (hasPostgres() && !isMounted) process.stdout.write('SKIPPED: this account may not mount a small disk for PostgreSQL\n');

afterAll(async () => {
  if (isMounted) {
    await dropDatabases();
    await onServer(async (client) => void (await client.query(`DROP TABLESPACE IF EXISTS ${TABLESPACE}`)));
    spawnSync('umount', ['-l', disk]);
  }
  rmSync(disk, { recursive: true, force: true });
});

const refusalOf = (db: Db): Promise<unknown> =>
  respond(db).then(
    () => null,
    (error: unknown) => error,
  );

/** Fills a table until nothing more fits. */
async function fill(db: Db): Promise<unknown> {
  await sql`create table filling (content text)`.execute(db.query);
  for (let size = 1 << BLOCKS; ;) {
    try {
      await sql`insert into filling select md5(random()::text) from generate_series(1, ${sql.lit(size * 64)})`.execute(db.query);
    } catch (error) {
      if (size === 1) return error;
      size >>= 1;
    }
  }
}

describe.runIf(isMounted)('PostgreSQL on a small disk', () => {
  it('responds until the disk is full, then reports it, and responds again once there is room', { timeout: 120_000 }, async () => {
    await onServer(async (client) => void (await client.query(`CREATE TABLESPACE ${TABLESPACE} LOCATION '${disk}'`)));
    const url = await freshDatabase();
    await onServer(async (client) => void (await client.query(`ALTER DATABASE ${databaseName(url)} SET TABLESPACE ${TABLESPACE}`)));
    const db = connect({ kind: 'postgres', url, poolSize: 1 });
    try {
      expect(await refusalOf(db)).toBe(null);
      expect(isStorageFull(await fill(db))).toBe(true);
      // Reading still works, so a plain query would not notice.
      expect((await sql<{ n: number }>`select 1 as n`.execute(db.query)).rows).toEqual([{ n: 1 }]);
      expect(isStorageFull(await refusalOf(db))).toBe(true);
      await sql`drop table filling`.execute(db.query);
      expect(await refusalOf(db)).toBe(null);
    } finally {
      await db.close();
    }
  });
});
