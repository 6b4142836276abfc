import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect as KyselyDialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Db } from './connect.ts';
import type { Dialect } from './dialect.ts';
import type { Database } from './schema.ts';

/**
 * Queries of a thread, run by the thread that has the database. A thread never opens SQLite itself: ending a thread in which its
 * native code is loaded ends the process.
 */
export interface RemoteQuery {
  sql: string;
  parameters: readonly unknown[];
  isSelect: boolean;
}

export type RunRemote = (query: RemoteQuery) => Promise<unknown[]>;

const refused = (): never => {
  throw new Error('A thread of jobs begins no transactions and streams no rows');
};

function remoteDriver(run: RunRemote): Driver {
  const connection: DatabaseConnection = {
    executeQuery: async <R>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<R>> => {
      const rows = await run({ sql, parameters, isSelect: SelectQueryNode.is(query) });
      // The query defines its rows.
      return { rows: rows as R[] };
    },
    streamQuery: refused,
  };
  return {
    init: async () => undefined,
    acquireConnection: async () => connection,
    beginTransaction: async () => refused(),
    commitTransaction: async () => refused(),
    rollbackTransaction: async () => refused(),
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
  };
}

const dialectOf = (dialect: Dialect, run: RunRemote): KyselyDialect => ({
  createDriver: () => remoteDriver(run),
  createAdapter: () => (dialect === 'postgres' ? new PostgresAdapter() : new SqliteAdapter()),
  createQueryCompiler: () => (dialect === 'postgres' ? new PostgresQueryCompiler() : new SqliteQueryCompiler()),
  createIntrospector: (db) => (dialect === 'postgres' ? new PostgresIntrospector(db) : new SqliteIntrospector(db)),
});

/** The database as a thread sees it. */
export function remoteDb(dialect: Dialect, run: RunRemote): Db {
  const query = new Kysely<Database>({ dialect: dialectOf(dialect, run) });
  // They belong to the program that holds the database.
  return { query, dialect, connections: () => null, close: () => query.destroy() };
}

/** Runs a query of a thread: reads next to those of calls, and never within a transaction. */
export async function runRemote({ query }: Pick<Db, 'query'>, { sql, parameters, isSelect }: RemoteQuery): Promise<unknown[]> {
  const raw = CompiledQuery.raw(sql, [...parameters]);
  return (await query.executeQuery(isSelect ? { ...raw, query: SelectQueryNode.create() } : raw)).rows;
}
