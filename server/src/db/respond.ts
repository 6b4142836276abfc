import { sql } from 'kysely';
import type { Db } from './connect.ts';

/** Least memory that PostgreSQL takes for a sort, and rows that do not fit in it: about 200 kB of them go to a file. */
const SORT_MEMORY = '64kB';
const SORTED_ROWS = 4000;

/**
 * Reaches the database. PostgreSQL writes a temporary file next to its tables meanwhile, which leaves nothing behind and needs as
 * much room as a few saves. SQLite is in the folder of the workspace, where others write.
 * @throws disk_full (53100) without room, and when the database is away
 */
export async function respond(db: Pick<Db, 'query' | 'dialect'>): Promise<void> {
  if (db.dialect === 'sqlite') {
    await sql`select 1`.execute(db.query);
    return;
  }
  await db.query.transaction().execute(async (trx) => {
    await sql`set local work_mem = ${sql.lit(SORT_MEMORY)}`.execute(trx);
    await sql`set local temp_tablespaces = ''`.execute(trx);
    const rows = sql`select md5(n::text) as text from generate_series(1, ${sql.lit(SORTED_ROWS)}) n order by text offset 0`;
    await sql`select count(*) from (${rows}) sorted`.execute(trx);
  });
}
