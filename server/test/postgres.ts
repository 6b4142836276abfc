import { randomUUID } from 'node:crypto';
import pg from 'pg';

const GIVEN = process.env['ECHOMETRY_TEST_POSTGRES'] ?? '';

/** True when a server is named by ECHOMETRY_TEST_POSTGRES, as npm test does; it reports a skip where none is. */
export function hasPostgres(): boolean {
  if (GIVEN !== '') return true;
  process.stdout.write('SKIPPED: no PostgreSQL is named (ECHOMETRY_TEST_POSTGRES), so records are tested on SQLite only\n');
  return false;
}

/** Address of a database of the server that the environment names. */
function urlOf(database: string): string {
  const url = new URL(GIVEN);
  url.pathname = `/${database}`;
  return url.toString();
}

/** Does something in the server's own database, such as making others. */
export async function onServer(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf('postgres') });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Databases of the test file that runs: 8 MB each, of which a whole run makes more than a thousand. */
let made: string[] = [];

export const databaseName = (url: string): string => new URL(url).pathname.slice(1);

/** A new database: empty, or a copy of one without connections. */
export async function freshDatabase(original?: string): Promise<string> {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await onServer(async (client) => {
    await client.query(`CREATE DATABASE ${name}${original === undefined ? '' : ` TEMPLATE ${databaseName(original)}`}`);
  });
  made.push(name);
  return urlOf(name);
}

/** The database that all tests of a run copy, named after the run (vitest.config.ts). */
const madeForRun = (): string => `run_${(process.env['ECHOMETRY_TEST_RUN'] ?? randomUUID()).replaceAll('-', '')}`;
const ONLY_ONE = 0x7465_6d70;

let original: Promise<string> | null = null;

/** Makes a database that all tests of this run copy. Tests that run side by side make it once. @returns its address */
export function madeOnce(fill: (url: string) => Promise<void>): Promise<string> {
  original ??= makeForRun(fill);
  return original;
}

async function makeForRun(fill: (url: string) => Promise<void>): Promise<string> {
  const name = madeForRun();
  await onServer(async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [ONLY_ONE]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount !== 0) return;
    // It has another name until it is complete, so that no test copies half of it.
    const begun = `${name}_begun`;
    await client.query(`DROP DATABASE IF EXISTS ${begun} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${begun}`);
    await fill(urlOf(begun));
    await client.query(`ALTER DATABASE ${begun} RENAME TO ${name}`);
  });
  return urlOf(name);
}

/** Removes what was made for the run (the teardown of vitest). */
export async function dropMadeForRun(): Promise<void> {
  if (GIVEN !== '') await onServer(async (client) => void (await client.query(`DROP DATABASE IF EXISTS ${madeForRun()} WITH (FORCE)`)));
}

/** Removes databases: without names all that the test file made (tidy-up.ts). */
export async function dropDatabases(names: readonly string[] = made): Promise<void> {
  if (names.length === 0) return;
  made = made.filter((name) => !names.includes(name));
  await onServer(async (client) => {
    for (const name of names) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
}
