import { setImmediate } from 'node:timers/promises';
import type { Release } from '@echometry/contract/records/release.ts';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from './schema.ts';

type Query = Kysely<Database>;

/** Versions that one work of a release was read from. */
export interface ReleasedWork {
  studyId: number;
  analysisVersion: number;
  reviewVersion: number | null;
}

/** Rows of release_work that go into one statement. */
const ROWS_AT_ONCE = 500;

/** A release as calls return it, and the number of its project. */
interface StoredRelease {
  release: Release;
  projectId: number;
}

const stored = (query: Query) =>
  query
    .selectFrom('release')
    .innerJoin('project', 'project.id', 'release.project_id')
    .innerJoin('user_account', 'user_account.id', 'release.made_by')
    .selectAll('release')
    .select(['project.key', 'user_account.email']);

type Row = Awaited<ReturnType<ReturnType<typeof stored>['execute']>>[number];

// The JSON was checked when it was stored, and no code changes it.
const releaseOf = (row: Row): StoredRelease => ({
  release: {
    id: row.id,
    project: row.key,
    version: row.version,
    made_at: row.made_at,
    made_by: row.email,
    request: JSON.parse(row.request) as Release['request'],
    contents: JSON.parse(row.contents) as Release['contents'],
    size_bytes: row.size_bytes,
    sha256: row.object_sha256,
    differences: row.differences === null ? null : (JSON.parse(row.differences) as Release['differences']),
  },
  projectId: row.project_id,
});

/** Releases of a project, the newest first. Each may have hundreds of differences, so other requests are handled between them. */
export async function releasesOf(
  query: Query,
  projectId: number,
  { from, limit }: { from: number; limit: number },
): Promise<StoredRelease[]> {
  const rows = await stored(query)
    .where('release.project_id', '=', projectId)
    .orderBy('made_at', 'desc')
    .orderBy('release.id')
    .limit(limit)
    .offset(from)
    .execute();
  const releases: StoredRelease[] = [];
  for (const row of rows) {
    releases.push(releaseOf(row));
    await setImmediate();
  }
  return releases;
}

export async function findRelease(query: Query, id: string): Promise<StoredRelease | null> {
  const row = await stored(query).where('release.id', '=', id).executeTakeFirst();
  return row === undefined ? null : releaseOf(row);
}

/** The newest version of a name in a project; null where there is none. */
export async function newestVersion(query: Query, projectId: number, name: string): Promise<{ version: number; sha256: string } | null> {
  const row = await query
    .selectFrom('release')
    .select(['version', 'object_sha256 as sha256'])
    .where('project_id', '=', projectId)
    .where('name', '=', name)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Stores a release with its archive and the versions it was made from. A version that was given out meanwhile makes it fail. */
export async function insertRelease(
  query: Transaction<Database>,
  projectId: number,
  madeBy: number,
  release: Omit<Release, 'project' | 'made_by'>,
  works: readonly ReleasedWork[],
): Promise<void> {
  const { id, version, made_at, request, contents, size_bytes, sha256, differences } = release;
  await query
    .insertInto('stored_object')
    .values({ sha256, size_bytes, media_type: 'application/zip', deid_profile: null, created_at: made_at })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute();
  await query
    .insertInto('release')
    .values({
      id,
      project_id: projectId,
      name: request.name,
      version,
      request: JSON.stringify(request),
      made_by: madeBy,
      made_at,
      object_sha256: sha256,
      size_bytes,
      contents: JSON.stringify(contents),
      differences: differences === null ? null : JSON.stringify(differences),
    })
    .execute();
  for (let from = 0; from < works.length; from += ROWS_AT_ONCE)
    await query
      .insertInto('release_work')
      .values(
        works.slice(from, from + ROWS_AT_ONCE).map(({ studyId, analysisVersion, reviewVersion }) => ({
          release_id: id,
          study_id: studyId,
          analysis_version: analysisVersion,
          review_version: reviewVersion,
        })),
      )
      .execute();
}
