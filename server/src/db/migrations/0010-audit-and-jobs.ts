import type { ColumnDefinitionBuilder, CreateTableBuilder, Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { inTransaction } from './in-transaction.ts';

/** Acts in a chain of hashes, and work that takes longer than a call. */
export const createAuditAndJobs = (dialect: Dialect) => {
  const integer = dialect === 'postgres' ? 'bigint' : 'integer';
  const serial = <T extends string>(table: CreateTableBuilder<T, never>) =>
    dialect === 'postgres'
      ? table.addColumn('id', 'bigserial', (c) => c.primaryKey())
      : table.addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement());
  const required = (c: ColumnDefinitionBuilder) => c.notNull();
  const perhaps = (target: string) => (c: ColumnDefinitionBuilder) => c.references(target);

  return {
    up: (database: Kysely<unknown>): Promise<void> =>
      inTransaction(database, async (db) => {
        await serial(db.schema.createTable('audit_chain'))
          .addColumn('continues', 'text')
          .addColumn('started_at', integer, required)
          .addColumn('last_hash', 'text', required)
          .addColumn('length', integer, required)
          .execute();
        await serial(db.schema.createTable('audit_entry'))
          .addColumn('chain_id', integer, (c) => c.notNull().references('audit_chain.id'))
          .addColumn('at', integer, required)
          .addColumn('actor_id', integer, perhaps('user_account.id'))
          .addColumn('role', 'text')
          .addColumn('act', 'text', required)
          .addColumn('study_id', integer, perhaps('study.id'))
          .addColumn('subject', 'text')
          .addColumn('detail', 'text', required)
          .addColumn('previous_hash', 'text', required)
          .addColumn('hash', 'text', required)
          .execute();
        await db.schema.createIndex('audit_entry_chain').on('audit_entry').columns(['chain_id', 'id']).execute();
        await db.schema
          .createTable('job')
          .addColumn('id', 'text', (c) => c.primaryKey())
          .addColumn('kind', 'text', required)
          .addColumn('owner_id', integer, (c) => c.notNull().references('user_account.id'))
          .addColumn('role', 'text', required)
          .addColumn('project_id', integer, perhaps('project.id'))
          .addColumn('request', 'text', required)
          .addColumn('state', 'text', required)
          .addColumn('done', integer, required)
          .addColumn('total', integer)
          .addColumn('failure', 'text')
          .addColumn('created_at', integer, required)
          .addColumn('started_at', integer)
          .addColumn('ended_at', integer)
          .execute();
        await db.schema.createIndex('job_owner').on('job').columns(['owner_id', 'created_at']).execute();
      }),
  };
};
