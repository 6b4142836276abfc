import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { inTransaction } from './in-transaction.ts';

/** Visible parts of pictures of a device, by project; no row names a patient. */
export const createDeviceMasks = (dialect: Dialect) => {
  const integer = dialect === 'postgres' ? 'bigint' : 'integer';
  const required = (c: ColumnDefinitionBuilder) => c.notNull();
  return {
    up: (database: Kysely<unknown>): Promise<void> =>
      inTransaction(database, async (db) => {
        await db.schema
          .createTable('device_mask')
          .addColumn('project_id', integer, (c) => c.notNull().references('project.id'))
          .addColumn('device_key', 'text', required)
          .addColumn('manufacturer', 'text')
          .addColumn('model', 'text')
          .addColumn('columns', integer, required)
          .addColumn('rows', integer, required)
          .addColumn('regions', 'text', required)
          .addColumn('state', 'text', required)
          .addColumn('mask', 'text', required)
          .addColumn('version', integer, required)
          .addColumn('seen_at', integer, required)
          .addColumn('decided_by', integer, (c) => c.references('user_account.id'))
          .addColumn('decided_at', integer)
          .addPrimaryKeyConstraint('device_mask_key', ['project_id', 'device_key'])
          .execute();
      }),
  };
};
