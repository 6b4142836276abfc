import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { inTransaction } from './in-transaction.ts';

/** Tokens with which programs make calls for a person, in one role. */
export const createPersonalTokens = (dialect: Dialect) => {
  const integer = dialect === 'postgres' ? 'bigint' : 'integer';
  const required = (c: ColumnDefinitionBuilder) => c.notNull();
  return {
    up: (database: Kysely<unknown>): Promise<void> =>
      inTransaction(database, async (db) => {
        await db.schema
          .createTable('personal_token')
          .addColumn('token_hash', 'text', (c) => c.primaryKey())
          .addColumn('id', 'text', (c) => c.notNull().unique())
          .addColumn('user_id', integer, (c) => c.notNull().references('user_account.id'))
          .addColumn('name', 'text', required)
          .addColumn('role', 'text', required)
          .addColumn('projects', 'text')
          .addColumn('may_write', 'integer', required)
          .addColumn('created_at', integer, required)
          .addColumn('expires_at', integer, required)
          .addColumn('revoked_at', integer)
          .addColumn('last_used_at', integer)
          .addColumn('refused_at', integer)
          .execute();
        await db.schema.createIndex('personal_token_user').on('personal_token').column('user_id').execute();
      }),
  };
};
