import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { inTransaction } from './in-transaction.ts';

/** Reviews of an editor's work. A validation becomes a finished review of its version. */
export const createReviews = (dialect: Dialect) => {
  const integer = dialect === 'postgres' ? 'bigint' : 'integer';
  const required = (c: ColumnDefinitionBuilder) => c.notNull();
  const to = (target: string) => (c: ColumnDefinitionBuilder) => c.notNull().references(target);
  const perhaps = (target: string) => (c: ColumnDefinitionBuilder) => c.references(target);

  return {
    up: (database: Kysely<unknown>): Promise<void> =>
      inTransaction(database, async (db) => {
        await db.schema
          .createTable('review')
          .addColumn('study_id', integer, to('study.id'))
          .addColumn('editor_id', integer, to('user_account.id'))
          .addColumn('blind', integer, required)
          .addColumn('reviewer_id', integer, to('user_account.id'))
          .addColumn('state', 'text', required)
          .addColumn('base_version', integer, to('analysis_version.id'))
          .addColumn('finished_version', integer, perhaps('analysis_version.id'))
          .addColumn('control', 'text')
          .addColumn('outcome_state', 'text')
          .addColumn('outcome_by', integer, perhaps('user_account.id'))
          .addColumn('outcome_at', integer)
          .addColumn('created_at', integer, required)
          .addColumn('updated_at', integer, required)
          .addColumn('finished_at', integer)
          .addPrimaryKeyConstraint('review_key', ['study_id', 'editor_id', 'blind', 'reviewer_id'] as never)
          .execute();
        await sql`insert into review (study_id, editor_id, blind, reviewer_id, state, base_version, finished_version, control,
            created_at, updated_at, finished_at)
          select v.study_id, v.editor_id, a.blind, v.reviewer_id, 'finished', v.version_id, v.version_id, v.control,
            v.validated_at, v.validated_at, v.validated_at
          from validation v inner join analysis_version a on a.id = v.version_id`.execute(db);
        await db.schema.dropTable('validation').execute();
      }),
  };
};
