import type { Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { inTransaction } from './in-transaction.ts';

/**
 * Images made from a frame of another one, outcomes of team reviews that were taken back, issues of reviews, and the reviews
 * that a consensus is made of.
 */
export const createSnapshotsAndTeamReviews = (dialect: Dialect) => {
  const integer = dialect === 'postgres' ? 'bigint' : 'integer';
  return {
    up: (database: Kysely<unknown>): Promise<void> =>
      inTransaction(database, async (db) => {
        const person = (table: string, column: string) =>
          db.schema
            .alterTable(table)
            .addColumn(column, integer, (c) => c.references('user_account.id'))
            .execute();
        await db.schema.alterTable('image_file').addColumn('snapshot_of', 'text').execute();
        await db.schema.alterTable('image_file').addColumn('snapshot_frame', integer).execute();
        await person('image_file', 'snapshot_by');
        await db.schema.alterTable('image_file').addColumn('snapshot_private', integer).execute();
        await person('review', 'outcome_hidden_by');
        await db.schema.alterTable('review').addColumn('outcome_hidden_at', integer).execute();
        await db.schema.alterTable('review').addColumn('consensus_of', 'text').execute();
        await db.schema
          .createTable('review_issue')
          .addColumn('study_id', integer, (c) => c.notNull().references('study.id'))
          .addColumn('id', 'text', (c) => c.notNull())
          .addColumn('editor_id', integer, (c) => c.notNull().references('user_account.id'))
          .addColumn('blind', integer, (c) => c.notNull())
          .addColumn('reviewer_id', integer, (c) => c.notNull().references('user_account.id'))
          .addColumn('instance_id', 'text', (c) => c.notNull())
          .addColumn('reason', 'text', (c) => c.notNull())
          .addColumn('content', 'text', (c) => c.notNull())
          .addColumn('anchor', 'text')
          .addColumn('created_at', integer, (c) => c.notNull())
          .addColumn('resolved_by', integer, (c) => c.references('user_account.id'))
          .addColumn('resolved_at', integer)
          .addColumn('deleted_at', integer)
          .addPrimaryKeyConstraint('review_issue_key', ['study_id', 'id'])
          .execute();
        await db.schema
          .createIndex('review_issue_review')
          .on('review_issue')
          .columns(['study_id', 'editor_id', 'blind', 'reviewer_id'])
          .execute();
      }),
  };
};
