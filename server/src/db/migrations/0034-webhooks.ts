import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { inTransaction } from './in-transaction.ts';

/** Webhooks of projects, and what is to be delivered to them. */
export const createWebhooks = (dialect: Dialect) => {
  const integer = dialect === 'postgres' ? 'bigint' : 'integer';
  const blob = dialect === 'postgres' ? sql`bytea` : sql`blob`;
  const required = (c: ColumnDefinitionBuilder) => c.notNull();
  return {
    up: (database: Kysely<unknown>): Promise<void> =>
      inTransaction(database, async (db) => {
        await db.schema
          .createTable('webhook')
          .addColumn('id', 'text', (c) => c.primaryKey())
          .addColumn('project_id', integer, (c) => c.notNull().references('project.id'))
          .addColumn('name', 'text', required)
          .addColumn('url', 'text', required)
          .addColumn('events', 'text', required)
          .addColumn('active', 'integer', required)
          .addColumn('sealed_secret', blob, required)
          .addColumn('created_at', integer, required)
          .execute();
        await db.schema.createIndex('webhook_project').on('webhook').column('project_id').execute();
        await db.schema
          .createTable('webhook_delivery')
          .addColumn('id', 'text', (c) => c.primaryKey())
          .addColumn('webhook_id', 'text', (c) => c.notNull().references('webhook.id').onDelete('cascade'))
          .addColumn('event', 'text', required)
          .addColumn('subject', 'text', required)
          .addColumn('body', 'text', required)
          .addColumn('occurred_at', integer, required)
          .addColumn('state', 'text', required)
          .addColumn('attempts', 'integer', required)
          .addColumn('failures', 'integer', required)
          .addColumn('attempted_at', integer)
          .addColumn('status', 'integer')
          .addColumn('cause', 'text')
          .addColumn('next_at', integer, required)
          .addColumn('lease_holder', 'text')
          .addColumn('lease_until', integer, required)
          .execute();
        await db.schema.createIndex('webhook_delivery_due').on('webhook_delivery').columns(['state', 'next_at']).execute();
        await db.schema.createIndex('webhook_delivery_list').on('webhook_delivery').columns(['webhook_id', 'occurred_at']).execute();
      }),
  };
};
