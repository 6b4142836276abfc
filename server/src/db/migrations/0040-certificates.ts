import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { inTransaction } from './in-transaction.ts';

/** Who reads which image type as gold cases do, and until when. */
export const createCertificates = (dialect: Dialect) => {
  const integer = dialect === 'postgres' ? 'bigint' : 'integer';
  const required = (c: ColumnDefinitionBuilder) => c.notNull();
  return {
    up: (database: Kysely<unknown>): Promise<void> =>
      inTransaction(database, async (db) => {
        await db.schema
          .createTable('certificate')
          .addColumn('id', 'text', (c) => c.primaryKey())
          .addColumn('project_id', integer, (c) => c.notNull().references('project.id'))
          .addColumn('reader_id', integer, (c) => c.notNull().references('user_account.id'))
          .addColumn('blind', 'integer', required)
          .addColumn('image_type', 'text', required)
          .addColumn('figures', 'text', required)
          .addColumn('issued_by', integer, (c) => c.notNull().references('user_account.id'))
          .addColumn('issued_at', integer, required)
          .addColumn('expires_on', 'text', required)
          .addColumn('ended_at', integer)
          .execute();
        await db.schema
          .createIndex('certificate_once')
          .unique()
          .on('certificate')
          .columns(['project_id', 'reader_id', 'blind', 'image_type'])
          .where(sql`ended_at`, 'is', null)
          .execute();
      }),
  };
};
