import { MIN_REVIEWS } from '@echometry/contract/rules/consensus.ts';
import type { ConsensusTaken } from '@echometry/contract/records/review.ts';
import { consensusTaken } from '@echometry/contract/rules/consensus-lines.ts';
import type { Kysely } from 'kysely';
import { imagesOfEntries } from '../analyses/read.ts';
import { findReview, type ReviewKey, type ReviewRecord, reviewsOfWork } from '../db/reviews.ts';
import type { Database } from '../db/schema.ts';
import { type EditorsWork, readCopy } from './copy.ts';

/**
 * Finished reviews by others whose differences a person settles: at least two, and all of these reviewers are in the person's
 * reviews_to. Reviews of test users are as if they were not there.
 */
export async function settledReviews(
  query: Kysely<Database>,
  { studyId, editorId, blind, reviewerId }: ReviewKey,
  reviewsTo: readonly string[],
): Promise<(ReviewRecord & { reviewer: string })[]> {
  const all = await reviewsOfWork(query, { studyId, editorId, blind });
  const finished = all.filter(({ state, reviewer_id, is_test }) => state === 'finished' && reviewer_id !== reviewerId && is_test === 0);
  const mine = finished.every(({ reviewer }) => reviewsTo.includes(reviewer));
  return mine && finished.length >= MIN_REVIEWS ? finished : [];
}

/** Sources of a consensus that is finished now, by its stored content and the reviews it settles. */
export async function takenAtEnd(
  query: Kysely<Database>,
  key: ReviewKey,
  ground: { newest: EditorsWork; settles: readonly (ReviewRecord & { reviewer: string })[]; configVersions: Record<string, number> },
): Promise<ConsensusTaken> {
  const version = { study_id: key.studyId, config_versions: JSON.stringify(ground.configVersions) };
  const imagesOf = async (review: ReviewRecord | undefined) =>
    imagesOfEntries(query, version, (await readCopy(query, review, ground.newest)).manifest.images);
  const readings = [];
  for (const review of ground.settles)
    readings.push({ reviewer: review.reviewer, version: review.version_id, images: await imagesOf(review) });
  return consensusTaken(await imagesOf(await findReview(query, key)), readings);
}
