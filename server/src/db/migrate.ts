import { type Migration, Migrator, sql } from 'kysely';
import type { Db } from './connect.ts';
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
import { createImports } from './migrations/0019-imports.ts';
import { createDeviceMasks } from './migrations/0023-device-masks.ts';
import { createKeptVersions } from './migrations/0024-kept-versions.ts';
import { createListTasks } from './migrations/0025-list-tasks.ts';
import { createCallCounts } from './migrations/0027-call-counts.ts';
import { addAuditIdentities } from './migrations/0028-audit-identities.ts';
import { addPlaced } from './migrations/0029-image-order.ts';
import { addColours } from './migrations/0030-colours.ts';
import { addFinishReasons } from './migrations/0031-finish-reasons.ts';
import { addStateSince } from './migrations/0032-state-since.ts';
import { createPersonalTokens } from './migrations/0033-personal-tokens.ts';
import { createWebhooks } from './migrations/0034-webhooks.ts';
import { addStated } from './migrations/0035-stated-values.ts';
import { createReleases } from './migrations/0036-releases.ts';
import { createMachineReports } from './migrations/0037-machine-reports.ts';
import { createCourses } from './migrations/0043-courses.ts';
import { createEffort } from './migrations/0042-effort.ts';
import { createReaderReports } from './migrations/0044-reader-reports.ts';
import { addIssueReplies } from './migrations/0046-issue-replies.ts';
import { indexInstances } from './migrations/0041-image-instances.ts';
import { createCertificates } from './migrations/0040-certificates.ts';
import { createGoldCases } from './migrations/0039-gold-cases.ts';
import { createAssignments } from './migrations/0038-assignments.ts';
import { createProjectStatistics } from './migrations/0014-project-statistics.ts';
import { createObjectChecks } from './migrations/0015-object-checks.ts';
import { createSharedState } from './migrations/0016-shared-state.ts';
import { Refusal } from '../errors.ts';
import { createAdministration } from './migrations/0017-administration.ts';
import { createConfigurationChoices } from './migrations/0018-configuration-choices.ts';
import { createLists } from './migrations/0020-lists.ts';
import { recordIdentities } from './audit-identities.ts';
import { widenWorkspaceRoles } from './workspace-roles.ts';
import { listAllStudies } from './listing.ts';

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
    '0015-object-checks': createObjectChecks(db.dialect),
    '0016-shared-state': createSharedState(db.dialect),
    '0017-administration': createAdministration(db.dialect),
    '0018-configuration-choices': createConfigurationChoices(db.dialect),
    '0019-imports': createImports(db.dialect),
    '0020-lists': createLists(db.dialect),
    '0023-device-masks': createDeviceMasks(db.dialect),
    '0024-kept-versions': createKeptVersions(),
    '0025-list-tasks': createListTasks(db.dialect),
    '0027-call-counts': createCallCounts(db.dialect),
    '0028-audit-identities': addAuditIdentities(),
    '0029-image-order': addPlaced(),
    '0030-colours': addColours(),
    '0031-finish-reasons': addFinishReasons(),
    '0032-state-since': addStateSince(db.dialect),
    '0033-personal-tokens': createPersonalTokens(db.dialect),
    '0034-webhooks': createWebhooks(db.dialect),
    '0035-stated-values': addStated(),
    '0036-releases': createReleases(db.dialect),
    '0037-machine-reports': createMachineReports(db.dialect),
    '0038-assignments': createAssignments(db.dialect),
    '0039-gold-cases': createGoldCases(db.dialect),
    '0040-certificates': createCertificates(db.dialect),
    '0041-image-instances': indexInstances(),
    '0042-effort': createEffort(db.dialect),
    '0043-courses': createCourses(db.dialect),
    '0044-reader-reports': createReaderReports(db.dialect),
    '0046-issue-replies': addIssueReplies(db.dialect),
  };
}

const APPLIED = 'kysely_migration';

/** Migrations of a newer version that were applied to a database. */
async function unknownMigrations(db: Db): Promise<string[]> {
  const tables = await db.query.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === APPLIED)) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(APPLIED)} order by name`.execute(db.query);
  const known = new Set(Object.keys(migrationsOf(db)));
  return rows.map(({ name }) => name).filter((name) => !known.has(name));
}

/**
 * Brings the tables to the newest numbered migration, forward only, and fills in what lists are read by; servers that start
 * at once do it one after the other.
 * @throws Refusal for a database that a newer version brought further
 */
export async function migrate(db: Db): Promise<void> {
  const newer = await unknownMigrations(db);
  if (newer.length > 0)
    throw new Refusal(
      `A newer Echometry brought this database to ${newer.at(-1)}, which this one does not know (it knows ${Object.keys(migrationsOf(db)).at(-1)}). Start the newer version; there is no way back but a backup.`,
    );
  const migrator = new Migrator({ db: db.query, provider: { getMigrations: async () => migrationsOf(db) } });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) {
    await recordIdentities(db);
    await widenWorkspaceRoles(db);
    return listAllStudies(db);
  }
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
