import type { Kysely } from 'kysely';
import { inTransaction } from './in-transaction.ts';

/** Indexes on the versions of a study, and every column that names a version: removing one asks each of them. */
const INDEXES = [
  ['analysis_version_parent', 'analysis_version', ['parent_id']],
  ['review_version_study', 'review_version', ['study_id', 'id']],
  ['review_version_parent', 'review_version', ['parent_id']],
  ['review_version_base', 'review_version', ['base_version']],
  ['analysis_head_version', 'analysis_head', ['version_id']],
  ['review_base', 'review', ['base_version']],
  ['review_finished', 'review', ['finished_version']],
  ['review_newest', 'review', ['version_id']],
  ['audit_entry_study', 'audit_entry', ['study_id']],
] as const;

/** Versions are kept by a policy (docs/why/storage.md#which-versions-are-kept), which has to find what names them. */
export const createKeptVersions = () => ({
  up: (database: Kysely<unknown>): Promise<void> =>
    inTransaction(database, async (db) => {
      for (const [name, table, columns] of INDEXES)
        await db.schema
          .createIndex(name)
          .on(table)
          .columns([...columns])
          .execute();
    }),
});
