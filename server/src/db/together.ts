import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import { PostgresConnection } from './postgres-driver.ts';
import type { Database } from './schema.ts';

type RowsOf<Statements extends readonly Compilable[]> = {
  -readonly [Place in keyof Statements]: Statements[Place] extends Compilable<infer Row> ? Row[] : never;
};

/**
 * Rows of statements that do not need one another's, run in their order on one connection. PostgreSQL gets them at once and keeps
 * them prepared: they are few, or have few texts. Outside of a transaction they are reads, as a single one may fail.
 */
export async function together<const Statements extends readonly Compilable[]>(
  query: Kysely<Database>,
  ...statements: Statements
): Promise<RowsOf<Statements>> {
  const compiled: CompiledQuery[] = statements.map((statement) => statement.compile());
  const rows = await query.getExecutor().provideConnection(async (connection) => {
    if (connection instanceof PostgresConnection) return (await connection.executeTogether(compiled)).map((result) => result.rows);
    const found: unknown[][] = [];
    for (const one of compiled) found.push((await connection.executeQuery(one)).rows);
    return found;
  });
  // Each statement defines its rows.
  return rows as RowsOf<Statements>;
}
