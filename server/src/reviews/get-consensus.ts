import { workToReview } from './reviewed-work.ts';
import { imagesOfEntries } from '../analyses/read.ts';
import { factsOfEntries, type ManifestEntry } from '../db/image-documents.ts';
import { readerLetter } from '@echometry/contract/rules/consensus-lines.ts';
import { stateOfReview } from '@echometry/contract/rules/review.ts';
import type { Handlers } from '../access/call-route.ts';
import { findReview } from '../db/reviews.ts';
import { settledReviews } from './consensus.ts';
import { editorsWork, readCopy, reviewedImages } from './copy.ts';
import type { Services } from '../access/services.ts';

/** Reviews of others that a third person settles the differences of. */
export function consensusHandlers(services: Services): Pick<Handlers, 'reviewsGetConsensus'> {
  const { query } = services.db;

  const reviewsGetConsensus: Handlers['reviewsGetConsensus'] = async ({ body, caller }) => {
    const { access, study, head, key } = await workToReview(services, caller, body);
    const newest = await editorsWork(query, study.id, head.version_id);
    const factsOf = async (entries: readonly ManifestEntry[]) => reviewedImages(entries, await factsOfEntries(query, study.id, entries));
    const own = await findReview(query, key);
    const isHidden = access.project.consensus_names !== true && own?.state !== 'finished';
    const read = (await settledReviews(query, key, access.reviewsTo)).map(async (review, place) => {
      const { manifest, configVersions } = await readCopy(query, review, newest);
      const { images, originals, missing_images } = manifest;
      const version = { study_id: study.id, config_versions: JSON.stringify(configVersions) };
      const facts = { images: await factsOf(images), missing_images, originals: await factsOf(originals) };
      return {
        reviewer: isHidden ? `Reader ${readerLetter(place)}` : review.reviewer,
        version: review.version_id,
        study_state: review.study_state ?? stateOfReview(facts, access.project),
        finished_at: review.finished_at,
        images: await imagesOfEntries(query, version, images),
        missing_images,
      };
    });
    return { reviews: await Promise.all(read) };
  };

  return { reviewsGetConsensus };
}
