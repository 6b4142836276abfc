import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { inTransaction } from './in-transaction.ts';

/** Structured reports of machines. One whose study has not been imported waits for it. */
export const createMachineReports = (dialect: Dialect) => {
  const integer = dialect === 'postgres' ? 'bigint' : 'integer';
  const blob = dialect === 'postgres' ? sql`bytea` : sql`blob`;
  const required = (c: ColumnDefinitionBuilder) => c.notNull();
  return {
    up: (database: Kysely<unknown>): Promise<void> =>
      inTransaction(database, async (db) => {
        await db.schema
          .createTable('machine_report')
          .addColumn('project_id', integer, (c) => c.notNull().references('project.id'))
          .addColumn('instance_id', 'text', required)
          .addColumn('study_id', integer, (c) => c.references('study.id').onDelete('cascade'))
          .addColumn('study_instance_uid', 'text', required)
          .addColumn('patient_key', 'text', required)
          .addColumn('spelled_patient_key', 'text')
          .addColumn('image_instance_id', 'text')
          .addColumn('content', blob, required)
          .addColumn('content_sha256', 'text', required)
          .addColumn('imported_at', integer, required)
          .addPrimaryKeyConstraint('machine_report_key', ['project_id', 'instance_id'])
          .execute();
        await db.schema.createIndex('machine_report_study').on('machine_report').column('study_id').execute();
      }),
  };
};
