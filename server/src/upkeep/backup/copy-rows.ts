import { DatabaseSync } from '@photostructure/sqlite';
import { type Kysely, sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { type Database, DATABASE_TABLES } from '../../db/schema.ts';
import { BATCH, batchesOf } from './sqlite-rows.ts';

type Row = Record<string, unknown>;
type Table = (typeof DATABASE_TABLES)[number];

/** Numbers of rows are never used twice, also not after a restore: the last one given out in each numbered table. */
type LastNumbers = ReadonlyMap<string, number>;

async function insertAll(to: Kysely<Database>, table: Table, rows: Row[]): Promise<void> {
  if (rows.length === 0) return;
  await to.insertInto(table).values(rows).execute();
}

const NUMBERED = new Set<Table>([
  'user_account',
  'project',
  'role_grant',
  'patient',
  'study',
  'image_file',
  'analysis_version',
  'review_version',
  'audit_chain',
  'audit_entry',
]);

/**
 * Copies the records of PostgreSQL, as they are at one moment, into a database with the same tables. The transaction reads a
 * snapshot, so that no other request waits for it and nothing half-written is seen.
 */
export async function copyFromPostgres(from: Db, to: Db, signal: AbortSignal): Promise<void> {
  const numbers = await from.query
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (query) => {
      await sql`set transaction read only`.execute(query);
      for (const table of DATABASE_TABLES) {
        const order = NUMBERED.has(table) ? sql` order by id` : sql``;
        await sql`declare copied no scroll cursor for select * from ${sql.table(table)}${order}`.execute(query);
        for (;;) {
          const { rows } = await sql<Row>`fetch forward ${sql.lit(BATCH)} from copied`.execute(query);
          if (rows.length === 0) break;
          signal.throwIfAborted();
          await insertAll(to.query, table, rows);
        }
        await sql`close copied`.execute(query);
      }
      const last = new Map<string, number>();
      for (const table of NUMBERED) {
        const { rows } = await sql<{ last_value: number; is_called: boolean }>`
          select last_value, is_called from ${sql.table(`${table}_id_seq`)}`.execute(query);
        if (rows[0]?.is_called === true) last.set(table, rows[0].last_value);
      }
      return last;
    });
  await setSqliteNumbers(to.query, numbers);
}

async function setSqliteNumbers(query: Kysely<Database>, numbers: LastNumbers): Promise<void> {
  for (const [table, number] of numbers) {
    await sql`delete from sqlite_sequence where name = ${table}`.execute(query);
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${number})`.execute(query);
  }
}

/** Copies the records of a SQLite file without writers into PostgreSQL: all of them or none. */
export async function copyToPostgres(file: string, to: Db): Promise<void> {
  const from = new DatabaseSync(file, { readOnly: true });
  try {
    await to.query.transaction().execute(async (query) => {
      for (const table of DATABASE_TABLES)
        for (const rows of batchesOf<Row>(from, `"${table}".*`, `"${table}"`, `"${table}"`)) await insertAll(query, table, rows);
      const numbers = from.prepare('select name, seq from sqlite_sequence').all() as Array<{ name: string; seq: number }>;
      for (const { name, seq } of numbers) {
        if (seq > 0 && NUMBERED.has(name as Table)) await sql`select setval(${`${name}_id_seq`}, ${seq})`.execute(query);
      }
    });
  } finally {
    from.close();
  }
}
