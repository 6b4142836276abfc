/** Queries of the keeping of versions; the policy is server/src/upkeep/pruning/policy.ts. */
import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

type Query = Kysely<Database>;

export type VersionTable = 'analysis_version' | 'review_version';

/** A version of an analysis, without its document. */
export const analysisRows = (query: Query, studyId: number) =>
  query
    .selectFrom('analysis_version')
    .select(['id', 'editor_id', 'author_id', 'blind', 'pass', 'parent_id', 'created_at', 'without_head', 'restored_from'])
    .where('study_id', '=', studyId)
    .orderBy('id')
    .execute();

/** A version of a review, without its document. */
export const reviewRows = (query: Query, studyId: number) =>
  query
    .selectFrom('review_version')
    .select(['id', 'editor_id', 'blind', 'reviewer_id', 'parent_id', 'base_version', 'created_at', 'without_head'])
    .where('study_id', '=', studyId)
    .orderBy('id')
    .execute();

/** Versions of one study that a row or an act names. */
export interface NamedVersions {
  analyses: Set<number>;
  reviews: Set<number>;
}

/** Acts whose subject is the version of a review, and whose detail names the version of the editor. */
const ACTS_OF_VERSIONS = ['review-checkpoint', 'review-finished'] as const;

/** Versions that heads, reviews, consensus, gold cases, courses, releases and acts of the audit name. */
export async function namedVersions(query: Query, studyId: number): Promise<NamedVersions> {
  const heads = await query.selectFrom('analysis_head').select('version_id').where('study_id', '=', studyId).execute();
  const reviews = await query
    .selectFrom('review')
    .select(['base_version', 'finished_version', 'version_id', 'consensus_of'])
    .where('study_id', '=', studyId)
    .execute();
  const acts = await query
    .selectFrom('audit_entry')
    .select(['subject', 'detail'])
    .where('study_id', '=', studyId)
    .where('act', 'in', ACTS_OF_VERSIONS)
    .execute();
  const released = await query
    .selectFrom('release_work')
    .select(['analysis_version', 'review_version'])
    .where('study_id', '=', studyId)
    .execute();
  const gold = await query
    .selectFrom('gold_case')
    .select(['base_version', 'version_id', 'consensus_of'])
    .where('study_id', '=', studyId)
    .execute();
  const courses = await query.selectFrom('course_case').select('feedback_version').where('study_id', '=', studyId).execute();
  const consensus = [...reviews, ...gold].flatMap(({ consensus_of }) =>
    consensus_of === null ? [] : (JSON.parse(consensus_of) as number[]),
  );
  const details = acts.map(({ detail }) => JSON.parse(detail) as { base_version?: number });
  const numbers = (all: ReadonlyArray<number | null | undefined>): number[] => all.filter((id) => id != null);
  return {
    // A review that is the copy of its base is named in a consensus by the number of its base.
    analyses: new Set([
      ...heads.map(({ version_id }) => version_id),
      ...numbers(reviews.flatMap(({ base_version, finished_version }) => [base_version, finished_version])),
      ...numbers(details.map(({ base_version }) => base_version)),
      ...consensus,
      ...released.map(({ analysis_version }) => analysis_version),
      ...gold.map(({ base_version }) => base_version),
      ...numbers(courses.map(({ feedback_version }) => feedback_version)),
    ]),
    reviews: new Set([
      ...numbers(reviews.map(({ version_id }) => version_id)),
      ...acts.map(({ subject }) => Number(subject)),
      ...consensus,
      ...numbers(released.map(({ review_version }) => review_version)),
      ...numbers(gold.map(({ version_id }) => version_id)),
    ]),
  };
}

/** When jobs of a kind that did not fail were asked for and ended; null while one waits or runs. */
export const timesOfJobs = (query: Query, kind: string, projectId: number): Promise<{ created_at: number; ended_at: number | null }[]> =>
  query
    .selectFrom('job')
    .select(['created_at', 'ended_at'])
    .where('kind', '=', kind)
    .where('project_id', '=', projectId)
    .where('state', 'in', ['queued', 'running', 'finished'])
    .execute();

/** Documents of versions, packed, some at a time. */
export async function* packedVersions(query: Query, table: VersionTable, ids: readonly number[], atOnce: number) {
  for (let from = 0; from < ids.length; from += atOnce)
    yield* await query
      .selectFrom(`${table} as version` as 'analysis_version as version')
      .select(['version.id', 'version.format', 'version.document', 'version.sha256'])
      .where('version.id', 'in', ids.slice(from, from + atOnce))
      .execute();
}

function* inParts<T>(all: readonly T[], atOnce: number): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += atOnce) yield all.slice(from, from + atOnce);
}

/** Rows of one statement. */
const ROWS_AT_ONCE = 500;

/** Bytes of documents of versions. */
export async function bytesOfVersions(query: Query, table: VersionTable, ids: readonly number[]): Promise<number> {
  let bytes = 0;
  for (const part of inParts(ids, ROWS_AT_ONCE)) {
    const row = await query
      .selectFrom(`${table} as version` as 'analysis_version as version')
      .select((e) => e.fn.sum<number | null>(e.fn('length', ['version.document'])).as('bytes'))
      .where('version.id', 'in', part)
      .executeTakeFirstOrThrow();
    bytes += Number(row.bytes ?? 0);
  }
  return bytes;
}

/** Which of these documents of images are stored, with the bytes each takes. */
export async function storedDocuments(query: Query, studyId: number, hashes: readonly string[]): Promise<Map<string, number>> {
  const stored = new Map<string, number>();
  for (const part of inParts(hashes, ROWS_AT_ONCE)) {
    const rows = await query
      .selectFrom('image_document')
      .select((e) => ['sha256', e.fn<number>('length', ['document']).as('bytes')])
      .where('study_id', '=', studyId)
      .where('sha256', 'in', part)
      .execute();
    for (const { sha256, bytes } of rows) stored.set(sha256, Number(bytes));
  }
  return stored;
}

/** Gives versions another parent than before. */
export async function setParents(query: Query, table: VersionTable, parents: ReadonlyMap<number, number | null>): Promise<void> {
  for (const [id, parent_id] of parents) await query.updateTable(table).set({ parent_id }).where('id', '=', id).execute();
}

/** Removes versions; all that continue one another at once, as no row may name a removed one. */
export const removeVersions = (query: Query, table: VersionTable, ids: readonly number[]) =>
  query.deleteFrom(table).where('id', 'in', ids).execute();

/** Removes documents of images that no version names. */
export async function removeDocuments(query: Query, studyId: number, hashes: readonly string[]): Promise<void> {
  for (const part of inParts(hashes, ROWS_AT_ONCE))
    await query.deleteFrom('image_document').where('study_id', '=', studyId).where('sha256', 'in', part).execute();
}

/** True while a version is stored. */
export async function isStored(query: Query, table: VersionTable, id: number): Promise<boolean> {
  return (await query.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Studies after one, in the order of their ids. */
export const studiesAfter = (query: Query, after: number, limit: number): Promise<{ id: number; study_id: string; project_id: number }[]> =>
  query.selectFrom('study').select(['id', 'study_id', 'project_id']).where('id', '>', after).orderBy('id').limit(limit).execute();

/** How many studies there are. */
export async function studyCount(query: Query): Promise<number> {
  const row = await query
    .selectFrom('study')
    .select((e) => e.fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}
