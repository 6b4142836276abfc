import path from 'node:path';
import { afterAll } from 'vitest';
import type { DatabaseLocation } from '../src/db/connect.ts';
import { freshDatabase, hasPostgres, startPostgres, type TestPostgres } from './postgres.ts';
import { temporaryFolder } from './temporary.ts';

export interface TestDatabase {
  name: string;
  fresh: () => Promise<DatabaseLocation>;
}

let server: TestPostgres | null = null;

/** Engines every repository test runs on. A server that no script started lives as long as the test file. */
export function databases(): TestDatabase[] {
  const sqlite: TestDatabase = {
    name: 'SQLite',
    fresh: async () => ({ kind: 'sqlite', file: path.join(await temporaryFolder('test'), 'records.sqlite') }),
  };
  if (!hasPostgres()) {
    process.stdout.write('SKIPPED: no PostgreSQL is installed (apt-get install postgresql), so records are tested on SQLite only\n');
    return [sqlite];
  }
  afterAll(() => {
    server?.stop();
    server = null;
  });
  const postgres: TestDatabase = {
    name: 'PostgreSQL',
    fresh: async () => {
      server ??= startPostgres();
      return { kind: 'postgres', url: await freshDatabase(server.url), poolSize: 4 };
    },
  };
  return [sqlite, postgres];
}
