import { Kysely } from 'kysely';
import pg from 'pg';
import type { Dialect } from './dialect.ts';
import { postgresDialect } from './postgres-driver.ts';
import { sqliteDialect } from './sqlite-driver.ts';
import { openSqlite } from './sqlite.ts';
import type { Database } from './schema.ts';
import { complain } from '../console.ts';

/** Where records are kept: a file by default, a PostgreSQL server by configuration. */
export type DatabaseLocation = { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string; poolSize?: number };

/** A connection that knows which engine it speaks to; queries differ in row locks only. */
export interface Db {
  readonly query: Kysely<Database>;
  readonly dialect: Dialect;
  /** Connections of this process; null where records are a file. */
  connections(): { used: number; idle: number; waiting: number } | null;
  close(): Promise<void>;
}

const INT8_OID = 20;
/** Connections of one server process; more only wait for the same two cores. */
const DEFAULT_POOL_SIZE = 8;

/** Ids and times fit a double exactly; PostgreSQL's driver would return them as text. */
const withNumbers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => (oid === INT8_OID ? Number : pg.types.getTypeParser(oid, format)),
};

function openPool(location: { url: string; poolSize?: number }): pg.Pool {
  const max = location.poolSize ?? DEFAULT_POOL_SIZE;
  const pool = new pg.Pool({ connectionString: location.url, max, types: withNumbers, pipeline: true });
  // Compiling a query takes longer than running ours; the planner would do it for queries that count a large list. A connection
  // on which this fails is lost, which the next query reports.
  pool.on('connect', (client) => void client.query('set jit = off').catch(() => undefined));
  // A connection that breaks while it is idle is replaced at the next query; unheard, it would end the process.
  pool.on('error', (error) => complain(`PostgreSQL connection lost: ${error.message}\n`));
  // A connection that breaks between two queries of a transaction has no listener of the pool: the next query fails and reports
  // it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

export function connect(location: DatabaseLocation): Db {
  if (location.kind === 'sqlite') {
    const query = new Kysely<Database>({ dialect: sqliteDialect(openSqlite(location.file)) });
    return { query, dialect: 'sqlite', connections: () => null, close: () => query.destroy() };
  }
  const pool = openPool(location);
  const query = new Kysely<Database>({ dialect: postgresDialect(pool) });
  const connections = () => ({ used: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount });
  return { query, dialect: 'postgres', connections, close: () => query.destroy() };
}
