import { statSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { Migrator, sql } from 'kysely';
import pg from 'pg';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { connect, type DatabaseLocation, type Db } from '../../src/db/connect.ts';
import { migrationsOf } from '../../src/db/migrate.ts';
import { DATABASE_TABLES } from '../../src/db/schema.ts';
import { databaseName, dropDatabases, freshDatabase } from '../../test/postgres.ts';
import { emailOf, SCOPE } from '../../test/world.ts';
import { pause } from '../pause.ts';
import { Person } from '../person.ts';
import { killed, spawnServer, startOn } from '../server.ts';
import type { Site } from '../site.ts';
import { ended } from '../../test/server-process.ts';

/** The version that the older databases of the rounds were made by. */
const OLDER = '0010-audit-and-jobs';
/** Rows that every start ends or stores again, or that contain the place of the workspace. */
const NOT_COMPARED = new Set<string>([
  'session',
  'one_time_link',
  'login_flow',
  'login_code',
  'study_open',
  'workspace_meta',
  'config_set',
]);

/** Longest time from the first changed table to the kill, and to see one change at all, in ms. */
const WITHIN_MS = 150;
const LOOKED_FOR_MS = 5000;

type Row = Record<string, unknown>;
const text = (row: Row, columns: readonly string[]): string =>
  JSON.stringify(columns.map((name) => (row[name] instanceof Uint8Array ? Buffer.from(row[name]).toString('base64') : row[name])));

/** Columns of the tables that a database has. */
async function columnsOf({ query }: Db): Promise<Map<string, string[]>> {
  const tables = await query.introspection.getTables();
  return new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name).sort()]));
}

/** Content of the rows of the older tables, as sorted texts. */
async function contentOf(db: Db, columns: ReadonlyMap<string, readonly string[]>): Promise<Map<string, string[]>> {
  const content = new Map<string, string[]>();
  for (const table of DATABASE_TABLES) {
    const names = columns.get(table);
    if (names === undefined || NOT_COMPARED.has(table)) continue;
    const rows = (await db.query.selectFrom(table).selectAll().execute()) as Row[];
    content.set(table, rows.map((row) => text(row, names)).sort());
  }
  return content;
}

async function copyRows(from: Db, to: Db, columns: ReadonlyMap<string, readonly string[]>): Promise<void> {
  for (const table of DATABASE_TABLES) {
    const names = columns.get(table);
    if (names === undefined) continue;
    const rows = (await from.query.selectFrom(table).selectAll().execute()) as Row[];
    for (const row of rows)
      await to.query
        .insertInto(table)
        .values(Object.fromEntries(names.filter((name) => name in row).map((name) => [name, row[name]])))
        .execute();
    if (to.dialect === 'postgres' && names.includes('id') && rows.some(({ id }) => typeof id === 'number'))
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(to.query);
  }
}

/** A new place for a database of the same engine; `like` makes it a copy of another. */
async function another(location: DatabaseLocation, folder: string, like = false): Promise<DatabaseLocation> {
  if (location.kind === 'sqlite') {
    const file = path.join(folder, 'records.sqlite');
    for (const end of ['', '-wal', '-shm']) await rm(file + end, { force: true });
    if (like) await cp(location.file, file);
    return { kind: 'sqlite', file };
  }
  return { kind: 'postgres', url: await freshDatabase(like ? location.url : undefined) };
}

/** Waits until the tables of a database change; a start that has nothing to change is waited for no longer than that takes. */
async function migrating(location: DatabaseLocation): Promise<void> {
  const end = Date.now() + LOOKED_FOR_MS;
  if (location.kind === 'sqlite') {
    while (Date.now() < end && (statSync(`${location.file}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0) await pause(1);
    return;
  }
  const client = new pg.Client({ connectionString: location.url });
  await client.connect();
  const locks = `select 1 from pg_locks where mode = 'AccessExclusiveLock' and database = (select oid from pg_database where datname = current_database())`;
  while (Date.now() < end && (await client.query(locks)).rows.length === 0) await pause(1);
  await client.end();
}

/** Databases of an older version with rows in them, to be brought forward amid kills. */
export class Upgrades {
  private constructor(
    private readonly site: Site,
    private readonly older: DatabaseLocation,
    private readonly columns: ReadonlyMap<string, readonly string[]>,
    private readonly content: ReadonlyMap<string, readonly string[]>,
  ) {}

  /** @param site a workspace of today, whose rows the older database gets; no server runs on it */
  static async of(site: Site, location: DatabaseLocation): Promise<Upgrades> {
    const today = connect(location);
    const older = await another(location, site.incoming);
    const before = connect(older);
    try {
      const migrator = new Migrator({ db: before.query, provider: { getMigrations: async () => migrationsOf(before) } });
      const { error } = await migrator.migrateTo(OLDER);
      if (error !== undefined) throw new Error('The older database was not made', { cause: error });
      const columns = await columnsOf(before);
      await copyRows(today, before, columns);
      const upgrades = new Upgrades(site, older, columns, await contentOf(today, columns));
      return upgrades;
    } finally {
      await before.close();
      await today.close();
    }
  }

  async #copy(): Promise<{ site: Site; location: DatabaseLocation }> {
    const location = await another(this.older, this.site.folder, true);
    return { site: { ...this.site, env: location.kind === 'postgres' ? { ECHOMETRY_DATABASE_URL: location.url } : {} }, location };
  }

  /**
   * Kills a server amid its upgrade, up to three times, and starts it once more: what is wrong then, whether a kill met the
   * upgrade before its end, and how long the last start took, in ms.
   */
  async round(random: () => number): Promise<{ faults: string[]; met: boolean; recoveryMs: number }> {
    const { site, location } = await this.#copy();
    try {
      return await this.#upgraded(site, location, random);
    } finally {
      if (location.kind === 'postgres') await dropDatabases([databaseName(location.url)]);
    }
  }

  async #upgraded(
    site: Site,
    location: DatabaseLocation,
    random: () => number,
  ): Promise<{ faults: string[]; met: boolean; recoveryMs: number }> {
    let met = false;
    for (let kills = 1 + Math.floor(random() * 3); kills > 0; kills -= 1) {
      const child = spawnServer(site);
      let isReady = false;
      child.stdout!.once('data', () => {
        isReady = true;
      });
      await Promise.race([ended(child), migrating(location)]);
      await pause(random() * WITHIN_MS);
      met ||= !isReady;
      await killed(child);
    }
    const begun = performance.now();
    try {
      const { child, url, readyMs } = await startOn(site);
      const editor = await new Person(emailOf('Editor'), 'Editor').signIn(url);
      const { analysis } = await editor.ask(CALLS.analysisGet, { id: site.drawn[0]!.studyId, ...SCOPE });
      await killed(child);
      return {
        faults: [...(analysis === null ? ['LOST: an analysis after an upgrade'] : []), ...(await this.#compare(location))],
        met,
        recoveryMs: readyMs,
      };
    } catch (error) {
      return { faults: [`After a kill amid an upgrade: ${String(error)}`], met, recoveryMs: performance.now() - begun };
    }
  }

  async #compare(location: DatabaseLocation): Promise<string[]> {
    const db = connect(location);
    try {
      const now = await contentOf(db, this.columns);
      return [...this.content]
        .filter(([table, rows]) => now.get(table)?.join() !== rows.join())
        .map(([table]) => `LOST: rows of ${table} differ after an upgrade`);
    } finally {
      await db.close();
    }
  }
}
