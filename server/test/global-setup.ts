import { type TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext { postgresUrl: string | null }
}

const PLACEHOLDER = '__database__';

/** One PostgreSQL server for all test files. */
export default function setup(project: TestProject): () => void {
  const server = startPostgres();
  if (server === null) process.stdout.write('SKIPPED: no PostgreSQL is installed (apt-get install postgresql), so records are tested on SQLite only\n');
  project.provide('postgresUrl', server?.url(PLACEHOLDER) ?? null);
  return () => server?.stop();
}
