import { createHash } from 'node:crypto';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  SelectQueryNode,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { breathe } from './breathe.ts';

/** Commands whose count of rows kysely reads. */
const COUNTED = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

function resultOf<R>({ command, rowCount, rows }: pg.QueryResult): QueryResult<R> {
  // The query defines its rows.
  const found = (rows ?? []) as R[];
  return COUNTED.has(command) ? { rows: found, numAffectedRows: BigInt(rowCount ?? 0) } : { rows: found };
}

/** Longest name that keeps statements of several servers behind one pooler apart; PostgreSQL takes 63 characters. */
const NAME_LENGTH = 32;

/** Statements with more values are lists, and each length would be a separate statement. */
const MOST_VALUES = 48;
/** Statements that a connection keeps prepared, at most. */
const MOST_NAMES = 128;

const names = new Map<string, string>();

/**
 * Name of a statement that each connection prepares once. A query that selects all columns of a table gets none: a migration
 * would change its result while servers of the previous version continue.
 */
function nameOf({ sql, parameters }: CompiledQuery): string | undefined {
  const known = names.get(sql);
  if (known !== undefined || names.size >= MOST_NAMES || parameters.length > MOST_VALUES || sql.includes('*')) return known;
  const name = createHash('sha256').update(sql).digest('hex').slice(0, NAME_LENGTH);
  names.set(sql, name);
  return name;
}

/** The socket of a client, which its type leaves out. */
interface Wire {
  connection: { stream: { cork(): void; uncork(): void } };
}

/**
 * A connection that sends statements without waiting for those before (docs/why/storage.md#statements-sent-together).
 * The server runs them in their order. A transaction begins with the first statement of it.
 */
export class PostgresConnection implements DatabaseConnection {
  #begin: string | null = null;
  readonly #client: pg.PoolClient;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  /** Sends `begin` with the next statement. */
  beginLater(begin: string): void {
    this.#begin = begin;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const [result] = await this.#send([query], () => this.#client.query(query.sql, [...query.parameters]));
    return resultOf(result!);
  }

  /** Runs statements one after another, each prepared once for this connection; fails as the first that failed. */
  async executeTogether(queries: readonly CompiledQuery[]): Promise<QueryResult<unknown>[]> {
    const results = await this.#send(queries, (query) => {
      const name = nameOf(query);
      return this.#client.query({ text: query.sql, values: [...query.parameters], ...(name === undefined ? {} : { name }) });
    });
    return results.map((result) => resultOf(result));
  }

  async #send(queries: readonly CompiledQuery[], send: (query: CompiledQuery) => Promise<pg.QueryResult>): Promise<pg.QueryResult[]> {
    await breathe();
    const begin = this.#begin;
    this.#begin = null;
    // A write may not follow a `begin` that failed: it would be kept at once.
    const isRead = queries[0] !== undefined && SelectQueryNode.is(queries[0].query);
    if (begin !== null && !isRead) await this.#client.query(begin);
    const settled = await Promise.allSettled(
      this.#atOnce(() => [...(begin !== null && isRead ? [this.#client.query(begin)] : []), ...queries.map(send)]),
    );
    const failed = settled.find((one) => one.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])).slice(-queries.length);
  }

  /** Sends in one piece what `work` sends. */
  #atOnce<T>(work: () => T): T {
    const { stream } = (this.#client as unknown as Wire).connection;
    stream.cork();
    try {
      return work();
    } finally {
      stream.uncork();
    }
  }

  /** Ends a transaction; nothing is sent where none began. */
  async end(how: 'commit' | 'rollback'): Promise<void> {
    const isBegun = this.#begin === null;
    this.#begin = null;
    if (isBegun) await this.#client.query(how);
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows of PostgreSQL are not streamed: no query returns more than fits in memory');
  }

  release(): void {
    this.#client.release();
  }
}

const beginOf = ({ isolationLevel, accessMode }: TransactionSettings): string =>
  [
    'begin',
    ...(isolationLevel === undefined ? [] : [`isolation level ${isolationLevel}`]),
    ...(accessMode === undefined ? [] : [accessMode]),
  ].join(' ');

class PostgresDriver implements Driver {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<PostgresConnection> {
    return new PostgresConnection(await this.#pool.connect());
  }
  async beginTransaction(connection: PostgresConnection, settings: TransactionSettings): Promise<void> {
    connection.beginLater(beginOf(settings));
  }
  async commitTransaction(connection: PostgresConnection): Promise<void> {
    await connection.end('commit');
  }
  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await connection.end('rollback');
  }
  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release();
  }
  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

/** The dialect of kysely over a pool whose clients pipeline. */
export const postgresDialect = (pool: pg.Pool): Dialect => ({
  createDriver: () => new PostgresDriver(pool),
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});
