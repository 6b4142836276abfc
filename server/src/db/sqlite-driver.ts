import type { DatabaseSync } from '@photostructure/sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { breathe } from './breathe.ts';

type Handle = InstanceType<typeof DatabaseSync>;
type Statement = ReturnType<Handle['prepare']>;
type Values = Parameters<Statement['all']>;

/** Statements each handle keeps prepared; the product has fewer texts than this. */
const STATEMENTS_KEPT = 256;

/** A handle with its prepared statements, the least recently used dropped first. */
class Prepared {
  readonly #statements = new Map<string, { statement: Statement; answersRows: boolean }>();
  constructor(readonly handle: Handle) {}

  run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const { statement, answersRows } = this.#statement(sql);
    if (answersRows) return { rows: statement.all(...(parameters as Values)) as R[] };
    const { changes, lastInsertRowid } = statement.run(...(parameters as Values));
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #statement(sql: string): { statement: Statement; answersRows: boolean } {
    const known = this.#statements.get(sql);
    this.#statements.delete(sql);
    const statement = known?.statement ?? this.handle.prepare(sql);
    const kept = known ?? { statement, answersRows: statement.columns().length > 0 };
    this.#statements.set(sql, kept);
    if (this.#statements.size > STATEMENTS_KEPT) this.#statements.delete(this.#statements.keys().next().value ?? sql);
    return kept;
  }
}

class SqliteConnection implements DatabaseConnection {
  /** True from the begin of a transaction to its end: then everything runs on the writer. */
  inTransaction = false;
  constructor(private readonly driver: SqliteDriver) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    await breathe();
    return this.driver.execute<R>(query, this.inTransaction);
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows of SQLite are not streamed: no query returns more than fits in memory');
  }
}

/**
 * SQLite for kysely over two handles. Reads outside of transactions have a separate handle and never wait for a running
 * transaction, which spans awaits; they see what was committed. Transactions and single writes take turns on the other. A file
 * has one writing process (workspace lock), so it waits for no other.
 */
export class SqliteDriver implements Driver {
  readonly #writer: Prepared;
  readonly #reader: Prepared;
  /** Ends with the current write. */
  #turn: Promise<void> = Promise.resolve();
  #release: (() => void) | null = null;

  constructor(writer: Handle, reader: Handle) {
    this.#writer = new Prepared(writer);
    this.#reader = new Prepared(reader);
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this);
  }
  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#turn;
    this.#reader.handle.close();
    // A copy of only the file then holds everything; after a kill the log next to it is needed too.
    this.#writer.handle.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    this.#writer.handle.close();
  }

  async execute<R>(query: CompiledQuery, inTransaction: boolean): Promise<QueryResult<R>> {
    if (inTransaction) return this.#writer.run(query);
    if (SelectQueryNode.is(query.query)) return this.#reader.run(query);
    const done = await this.#myTurn();
    try {
      return this.#writer.run(query);
    } finally {
      done();
    }
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    const done = await this.#myTurn();
    try {
      // IMMEDIATE takes the write lock at once: a transaction that begins by reading cannot fail to get it later.
      this.#writer.handle.exec('BEGIN IMMEDIATE');
    } catch (error) {
      done();
      throw error;
    }
    this.#release = done;
    connection.inTransaction = true;
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    this.#writer.handle.exec('COMMIT');
    this.#end(connection);
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    try {
      // A full disk rolls back automatically; to do it again would hide why.
      if (this.#writer.handle.isTransaction) this.#writer.handle.exec('ROLLBACK');
    } finally {
      this.#end(connection);
    }
  }

  #end(connection: SqliteConnection): void {
    connection.inTransaction = false;
    const release = this.#release;
    this.#release = null;
    release?.();
  }

  /** Waits until no other write runs; the result passes the turn on. */
  async #myTurn(): Promise<() => void> {
    const before = this.#turn;
    let done = (): void => undefined;
    this.#turn = new Promise((resolve) => {
      done = resolve;
    });
    await before;
    return done;
  }
}

/**
 * SQLite changes tables within transactions as well as rows. Left to its default, kysely would commit a migration first and
 * note it afterwards: a process killed in between would never start again.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** The dialect of kysely over such a driver. */
export const sqliteDialect = (driver: SqliteDriver): Dialect => ({
  createDriver: () => driver,
  createAdapter: () => new TransactionalAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});
