/** Records of a test world, made once and copied for each test: making them takes longer than most tests. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { connect, type DatabaseLocation } from '../src/db/connect.ts';
import { migrate } from '../src/db/migrate.ts';
import { openFolderStore } from '../src/objects/store.ts';
import { freshDatabase, madeOnce } from './postgres.ts';
import { temporaryFolder } from './temporary.ts';
import { seedWorld, type WorldLocation } from './world.ts';

async function fill(location: DatabaseLocation): Promise<void> {
  const db = connect(location);
  try {
    await migrate(db);
    await seedWorld(db, await openFolderStore(await temporaryFolder('template-objects')));
  } finally {
    await db.close();
  }
}

const sqliteFile = async (): Promise<string> => path.join(await temporaryFolder('test'), 'records.sqlite');

async function makeSqlite(): Promise<Buffer> {
  const file = await sqliteFile();
  await fill({ kind: 'sqlite', file });
  return readFile(file);
}

let sqlite: Promise<Buffer> | null = null;

/** A copy in a new file. */
export async function seededSqlite(): Promise<WorldLocation> {
  sqlite ??= makeSqlite();
  const file = await sqliteFile();
  await writeFile(file, await sqlite);
  return { kind: 'sqlite', file, isSeeded: true };
}

/** A copy in a new database. */
export async function seededPostgres(poolSize: number): Promise<WorldLocation> {
  const original = await madeOnce((url) => fill({ kind: 'postgres', url, poolSize: 1 }));
  return { kind: 'postgres', url: await freshDatabase(original), poolSize, isSeeded: true };
}
