import path from 'node:path';
import type { DatabaseLocation } from '../src/db/connect.ts';
import { freshDatabase, hasPostgres } from './postgres.ts';
import { temporaryFolder } from './temporary.ts';

export interface TestDatabase {
  name: string;
  fresh: () => Promise<DatabaseLocation>;
}

/** Engines every repository test runs on. */
export function databases(): TestDatabase[] {
  const sqlite: TestDatabase = {
    name: 'SQLite',
    fresh: async () => ({ kind: 'sqlite', file: path.join(await temporaryFolder('test'), 'records.sqlite') }),
  };
  const postgres: TestDatabase = {
    name: 'PostgreSQL',
    fresh: async () => ({ kind: 'postgres', url: await freshDatabase(), poolSize: 4 }),
  };
  return hasPostgres() ? [sqlite, postgres] : [sqlite];
}
