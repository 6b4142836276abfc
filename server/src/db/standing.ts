import type { Selectable } from 'kysely';
import type { ReviewTable } from './schema.ts';

type Settled = Pick<Selectable<ReviewTable>, 'study_id' | 'editor_id' | 'blind' | 'state' | 'version_id' | 'base_version' | 'consensus_of'>;

/** A version of a review of one piece of work. */
const keyOf = ({ study_id, editor_id, blind }: Settled, version: number): string => [study_id, editor_id, blind, version].join(' ');

/** Reviews that count: a finished consensus review replaces its source reviews, which stay readable. */
export function standingReviews<Review extends Settled>(reviews: readonly Review[]): Review[] {
  const replaced = new Set(
    reviews.flatMap((review) =>
      review.state === 'finished' && review.consensus_of !== null
        ? (JSON.parse(review.consensus_of) as number[]).map((version) => keyOf(review, version))
        : [],
    ),
  );
  return reviews.filter((review) => !replaced.has(keyOf(review, review.version_id ?? review.base_version)));
}
