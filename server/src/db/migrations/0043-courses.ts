import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { inTransaction } from './in-transaction.ts';

/** Tolerances of gold cases, and courses of them with feedback for their readers. Earlier cases have no tolerances. */
export const createCourses = (dialect: Dialect) => {
  const integer = dialect === 'postgres' ? 'bigint' : 'integer';
  const required = (c: ColumnDefinitionBuilder) => c.notNull();
  return {
    up: (database: Kysely<unknown>): Promise<void> =>
      inTransaction(database, async (db) => {
        await db.schema.alterTable('gold_case').addColumn('tolerances', 'text').execute();
        await db.schema
          .createTable('course')
          .addColumn('id', 'text', (c) => c.primaryKey())
          .addColumn('project_id', integer, (c) => c.notNull().references('project.id'))
          .addColumn('name', 'text', required)
          .addColumn('due_on', 'text')
          .addColumn('made_by', integer, (c) => c.notNull().references('user_account.id'))
          .addColumn('made_at', integer, required)
          .execute();
        await db.schema.createIndex('course_project').on('course').column('project_id').execute();
        await db.schema
          .createTable('course_case')
          .addColumn('course_id', 'text', (c) => c.notNull().references('course.id'))
          .addColumn('reader_id', integer, (c) => c.notNull().references('user_account.id'))
          .addColumn('position', 'integer', required)
          .addColumn('study_id', integer, (c) => c.notNull().references('study.id').onDelete('cascade'))
          .addColumn('gold_id', 'text', (c) => c.notNull().references('gold_case.id').onDelete('cascade'))
          .addColumn('assignment_id', 'text', (c) => c.notNull().references('assignment.id').onDelete('cascade'))
          .addColumn('feedback_at', integer)
          .addColumn('feedback_version', integer)
          .addColumn('feedback', 'text')
          .addPrimaryKeyConstraint('course_case_once', ['course_id', 'reader_id', 'position'])
          .execute();
        await db.schema.createIndex('course_case_reader').on('course_case').columns(['reader_id', 'study_id']).execute();
        await db.schema.createIndex('course_case_study').on('course_case').column('study_id').execute();
      }),
  };
};
