import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { type DatabaseLocation } from '../src/db/connect.ts';
import { freshDatabase } from './postgres.ts';

export interface TestDatabase { name: string; fresh: () => Promise<DatabaseLocation> }

const PLACEHOLDER = '__database__';

/** Engines every repository test runs on. */
export function databases(): TestDatabase[] {
  const url = inject('postgresUrl');
  const sqlite: TestDatabase = {
    name: 'SQLite',
    fresh: async () => ({ kind: 'sqlite', file: path.join(await mkdtemp(path.join(tmpdir(), 'echometry-test-')), 'records.sqlite') }),
  };
  if (url === null) return [sqlite];
  const postgres: TestDatabase = {
    name: 'PostgreSQL',
    fresh: async () => ({ kind: 'postgres', url: await freshDatabase((database) => url.replace(PLACEHOLDER, database)), poolSize: 4 }),
  };
  return [sqlite, postgres];
}
