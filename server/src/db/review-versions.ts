import type { Insertable, Kysely, Selectable } from 'kysely';
import type { ManifestEntry } from './image-documents.ts';
import type { ReviewKey } from './reviews.ts';
import type { Database, ReviewVersionTable } from './schema.ts';

type Query = Kysely<Database>;

/** Format of what a version of a review stores. */
export const REVIEW_FORMAT = 1;

/**
 * Content of a version of a review, each list in the order of `instance_id`: the images of the review, and the editor's images
 * that they were made from, by the hash of their documents. Both are in the only store of the study.
 */
export interface ReviewManifest {
  format: typeof REVIEW_FORMAT;
  images: ManifestEntry[];
  missing_images: string[];
  originals: ManifestEntry[];
  original_missing_images: string[];
}

export type ReviewVersionRecord = Selectable<ReviewVersionTable>;

export async function findReviewVersion(query: Query, id: number): Promise<ReviewVersionRecord | undefined> {
  return query.selectFrom('review_version').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The version a save made, and the hash of what it sent. */
export const findReviewSave = (
  query: Query,
  { studyId, reviewerId }: ReviewKey,
  saveId: string,
): Promise<Pick<ReviewVersionRecord, 'id' | 'request_sha256' | 'base_version' | 'study_state' | 'created_at'> | undefined> =>
  query
    .selectFrom('review_version')
    .select(['id', 'request_sha256', 'base_version', 'study_state', 'created_at'])
    .where('reviewer_id', '=', reviewerId)
    .where('study_id', '=', studyId)
    .where('save_id', '=', saveId)
    .executeTakeFirst();

/** Returns the id of the new version. */
export async function insertReviewVersion(query: Query, row: Insertable<ReviewVersionTable>): Promise<number> {
  return (await query.insertInto('review_version').values(row).returning('id').executeTakeFirstOrThrow()).id;
}
