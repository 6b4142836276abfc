/**
 * Rows of a SQLite file without writers, batch by batch. Each batch is a query that ends: an iterator of the driver does not keep
 * its statement, which is collected while rows are still asked for.
 */
import type { DatabaseSync } from '@photostructure/sqlite';

/** Rows read at once; documents in them are up to a few hundred kB each. */
export const BATCH = 100;

export type Records = InstanceType<typeof DatabaseSync>;

/** Name of the row number next to its columns, and a number below all of them. */
const NUMBER = 'sqlite_row_number';
const BEFORE_ALL = -1;

type Numbered<Row> = Row & { [NUMBER]: number };

/**
 * @param columns of `from`, as SQL
 * @param from a table, or tables joined; `alias` names the one whose numbers order the rows
 */
export function* batchesOf<Row extends object>(db: Records, columns: string, from: string, alias: string): Generator<Row[]> {
  const next = db.prepare(
    `select ${alias}.rowid as ${NUMBER}, ${columns} from ${from} where ${alias}.rowid > ? order by ${alias}.rowid limit ${BATCH}`,
  );
  let last = BEFORE_ALL;
  for (;;) {
    const rows = next.all(last) as Numbered<Row>[];
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end[NUMBER];
    yield rows.map(({ [NUMBER]: _number, ...row }) => row as unknown as Row);
  }
}
