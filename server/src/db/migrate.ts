import { type Migration, Migrator } from 'kysely';
import { type Db } from './connect.ts';
import { createRecords } from './migrations/0001-records.ts';
import { createAccounts } from './migrations/0002-accounts.ts';
import { createSaves } from './migrations/0003-saves.ts';
import { countFrames } from './migrations/0004-frames-available.ts';
import { createManifests } from './migrations/0005-manifests.ts';
import { keepWithoutHead } from './migrations/0006-without-head.ts';
import { createComments } from './migrations/0007-comments.ts';
import { createWorkLines } from './migrations/0008-work-lines.ts';
import { createReviews } from './migrations/0009-reviews.ts';
import { createAuditAndJobs } from './migrations/0010-audit-and-jobs.ts';
import { createReviewVersions } from './migrations/0011-review-versions.ts';
import { leaseJobs } from './migrations/0012-job-leases.ts';
import { createSnapshotsAndTeamReviews } from './migrations/0013-snapshots-and-team-reviews.ts';
import { createProjectStatistics } from './migrations/0014-project-statistics.ts';

/** All of them by name, in order. */
export function migrationsOf(db: Db): Record<string, Migration> {
  return {
    '0001-records': createRecords(db.dialect),
    '0002-accounts': createAccounts(db.dialect),
    '0003-saves': createSaves(),
    '0004-frames-available': countFrames(),
    '0005-manifests': createManifests(db.dialect),
    '0006-without-head': keepWithoutHead(db.dialect),
    '0007-comments': createComments(db.dialect),
    '0008-work-lines': createWorkLines(db.dialect),
    '0009-reviews': createReviews(db.dialect),
    '0010-audit-and-jobs': createAuditAndJobs(db.dialect),
    '0011-review-versions': createReviewVersions(db.dialect),
    '0012-job-leases': leaseJobs(db.dialect),
    '0013-snapshots-and-team-reviews': createSnapshotsAndTeamReviews(db.dialect),
    '0014-project-statistics': createProjectStatistics(db.dialect),
  };
}

/** Brings the tables to the newest numbered migration; a database from the future is refused by name. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db: db.query, provider: { getMigrations: async () => migrationsOf(db) } });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const failed = results?.find((r) => r.status === 'Error')?.migrationName;
  throw new Error(
    failed === undefined
      ? `The database does not fit this version: ${error instanceof Error ? error.message : 'no reason was given'}`
      : `Migration ${failed} failed`,
    {
      cause: error,
    },
  );
}
