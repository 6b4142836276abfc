import { useEffect, useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ReviewedWork } from '@echometry/contract/records/review.ts';
import { pairedLines } from '@echometry/contract/rules/agreement-pairs.ts';
import {
  consensusImages,
  lowestOverlap,
  MIN_REVIEWS,
  type Overlap,
  type PairOverlap,
  pairsOf,
  withImageOf,
  type ConsensusImage,
} from '@echometry/contract/rules/consensus.ts';
import { call } from '../../lib/api.ts';
import { currentSession } from '../../study/store/current-study.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { scopeOf } from '../../study/store/study-scope.ts';
import { theEngine } from '../../viewer/clip/engine.ts';

export interface Consensus {
  reviews: readonly ReviewedWork[];
  images: readonly ConsensusImage[];
  /** By image; it comes later than the rest. */
  overlaps: ReadonlyMap<string, Overlap>;
}

const NO_OVERLAPS: ReadonlyMap<string, Overlap> = new Map();

/** Reviews of others that this person settles the differences of; null where there are none, and while they are read. */
export function useConsensus(study: OpenStudy): Consensus | null {
  const { link, review } = study;
  const [reviews, setReviews] = useState<readonly ReviewedWork[]>([]);
  const [overlaps, setOverlaps] = useState(NO_OVERLAPS);
  const editor = review?.editor ?? null;
  const blind = review?.blind ?? false;
  const { study_id } = link;
  const { db_name, medical_data_type } = scopeOf(link);
  useEffect(() => {
    if (editor === null) return;
    let here = true;
    call(CALLS.reviewsGetConsensus, { id: study_id, editor, blind, db_name, medical_data_type })
      .then((found) => here && setReviews(found.reviews))
      .catch((error: unknown) => console.warn('Reviews of others could not be read.', error));
    return () => {
      here = false;
    };
  }, [editor, blind, study_id, db_name, medical_data_type]);
  const { imageTypes } = study.config;
  useEffect(() => {
    if (reviews.length < MIN_REVIEWS) return;
    let here = true;
    void overlapsOf(reviews, imageTypes).then((found) => here && setOverlaps(found));
    return () => {
      here = false;
    };
  }, [reviews, imageTypes]);
  return reviews.length < MIN_REVIEWS ? null : { reviews, images: consensusImages(reviews), overlaps };
}

/** Overlap is a ratio of areas, so that no scale is needed for it. */
async function diceOf(first: AnalysisImage, second: AnalysisImage, types: OpenStudy['config']['imageTypes']): Promise<number[]> {
  const patterns = types.find(({ type }) => type === first.type)?.patterns ?? [];
  const interpolationOf = (line: { name: string; pattern: string }) =>
    patterns.find(({ name }) => name === line.pattern)?.lines.find(({ name }) => name === line.name)?.interpolation ?? null;
  const pairs = pairedLines(first, second, { interpolationOf, pixel_size_mm: null }).flatMap(({ pair }) => pair ?? []);
  if (pairs.length === 0) return [];
  const compared = await theEngine().agreement.curves(pairs);
  return compared.ok ? compared.value.flatMap(({ dice: { value } }) => value ?? []) : [];
}

async function overlapsOf(
  reviews: readonly ReviewedWork[],
  types: OpenStudy['config']['imageTypes'],
): Promise<ReadonlyMap<string, Overlap>> {
  const found = new Map<string, Overlap>();
  for (const { instance_id, images } of consensusImages(reviews)) {
    const compared: PairOverlap[] = [];
    const named = images.map((image, at) => image && { image, reviewer: reviews[at]?.reviewer ?? '' });
    for (const [first, second] of pairsOf(named))
      compared.push({ between: [first.reviewer, second.reviewer], dice: await diceOf(first.image, second.image, types) });
    const overlap = lowestOverlap(compared);
    if (overlap !== null) found.set(instance_id, overlap);
  }
  return found;
}

/** Takes one image as a review has it; one gesture, which can be undone. */
export function takeImage(image: ConsensusImage, review: number): void {
  const session = currentSession();
  if (!session || session.study.readOnly) return;
  const { images, missing_images } = session.study;
  session.commit(image.instance_id, { images: withImageOf(images, image, review), missing_images });
}
