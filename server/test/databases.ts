import path from 'node:path';
import type { DatabaseLocation } from '../src/db/connect.ts';
import { freshDatabase, hasPostgres } from './postgres.ts';
import { temporaryFolder } from './temporary.ts';
import type { WorldLocation } from './world.ts';
import { seededPostgres, seededSqlite } from './world-template.ts';

const POOL_SIZE = 4;

export interface TestDatabase {
  name: string;
  /** A new database without tables. */
  fresh: () => Promise<DatabaseLocation>;
  /** A new database with the records of a test world. */
  seeded: () => Promise<WorldLocation>;
}

/** Engines every repository test runs on. */
export function databases(): TestDatabase[] {
  const sqlite: TestDatabase = {
    name: 'SQLite',
    fresh: async () => ({ kind: 'sqlite', file: path.join(await temporaryFolder('test'), 'records.sqlite') }),
    seeded: seededSqlite,
  };
  const postgres: TestDatabase = {
    name: 'PostgreSQL',
    fresh: async () => ({ kind: 'postgres', url: await freshDatabase(), poolSize: POOL_SIZE }),
    seeded: () => seededPostgres(POOL_SIZE),
  };
  return hasPostgres() ? [sqlite, postgres] : [sqlite];
}
