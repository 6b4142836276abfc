import { MIN_REVIEWS } from '@echometry/contract/rules/consensus.ts';
import type { Kysely } from 'kysely';
import { type ReviewKey, type ReviewRecord, reviewsOfWork } from '../db/reviews.ts';
import type { Database } from '../db/schema.ts';

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
