import { readerLetter } from '@echometry/contract/rules/consensus-lines.ts';
import { stateOfReview } from '@echometry/contract/rules/review.ts';
import type { ProjectAccess } from '../access/project-access.ts';
import { factsOfEntries, type ManifestEntry } from '../db/image-documents.ts';
import { finishedReviews, type NamedReview } from '../db/reviews.ts';
import { standingReviews } from '../db/standing.ts';
import type { Services } from '../access/services.ts';
import { editorsWork, readCopy, type ReviewCopy, reviewedImages } from './copy.ts';

/** A study that waits for a team review. */
export interface WaitingStudy {
  /** The review that speaks for the study: its images are what the team looks at. */
  review: NamedReview;
  copy: ReviewCopy;
  /** All finished reviews of the study that count, the consensus review first, then the newest. */
  standing: readonly NamedReview[];
}

/** Finished reviews that count, of editors in the caller's reviews_to: of one study of the project, or of all. */
export async function teamReviews(services: Services, { id, reviewsTo }: ProjectAccess, studyId?: number): Promise<NamedReview[]> {
  const finished = await finishedReviews(services.db.query, id, studyId);
  return standingReviews(finished.filter(({ editor }) => reviewsTo.includes(editor))).toSorted(
    (a, b) => Number(b.consensus_of !== null) - Number(a.consensus_of !== null) || (b.finished_at ?? 0) - (a.finished_at ?? 0),
  );
}

/** State of the study by the rule for Reviewers: as it was stored with the review, or of a copy that was finished as it is. */
async function stateOf(services: Services, { project }: ProjectAccess, review: NamedReview, { manifest }: ReviewCopy): Promise<string> {
  if (review.study_state !== null) return review.study_state;
  const { query } = services.db;
  const imagesOf = async (entries: readonly ManifestEntry[]) =>
    reviewedImages(entries, await factsOfEntries(query, review.study_id, entries));
  return stateOfReview(
    { images: await imagesOf(manifest.images), missing_images: manifest.missing_images, originals: await imagesOf(manifest.originals) },
    project,
  );
}

/**
 * A study waits while one of its reviews is 'Consensus pending' without an outcome.
 * @param standing of the study, as `teamReviews` returns them
 */
export async function waitingAmong(
  services: Services,
  access: ProjectAccess,
  standing: readonly NamedReview[],
): Promise<WaitingStudy | undefined> {
  const { query } = services.db;
  for (const review of standing) {
    if (review.outcome_state !== null) continue;
    const copy = await readCopy(query, review, await editorsWork(query, review.study_id, review.base_version));
    if ((await stateOf(services, access, review, copy)) === 'Consensus pending') return { review, copy, standing };
  }
  return undefined;
}

/** The same of a study of the project, looked up in the database. */
export const waitingStudy = async (services: Services, access: ProjectAccess, studyId: number): Promise<WaitingStudy | undefined> =>
  waitingAmong(services, access, await teamReviews(services, access, studyId));

/** Names under which a team sees the people whose work it judges. */
export interface TeamNames {
  editorOf: (email: string) => string;
  reviewerOf: (email: string) => string;
  /** For an editor, a reviewer, or another person. */
  nameOf: (email: string) => string;
}

const UNKNOWN = 'Another person';

/** Letters in the order of the reviews, unless the project shows names (docs/why/review.md#team-reviewers-see-the-images-they-judge-without-names). */
export function teamNames({ project }: Pick<ProjectAccess, 'project'>, standing: readonly NamedReview[]): TeamNames {
  const same = (email: string): string => email;
  if (project.consensus_names === true) return { editorOf: same, reviewerOf: same, nameOf: same };
  const lettered = (word: string, emails: readonly string[]): ReadonlyMap<string, string> =>
    new Map([...new Set(emails)].map((email, place) => [email, `${word} ${readerLetter(place)}`]));
  const editors = lettered(
    'Editor',
    standing.map(({ editor }) => editor),
  );
  const reviewers = lettered(
    'Reader',
    standing.map(({ reviewer }) => reviewer),
  );
  return {
    editorOf: (email) => editors.get(email) ?? UNKNOWN,
    reviewerOf: (email) => reviewers.get(email) ?? UNKNOWN,
    nameOf: (email) => editors.get(email) ?? reviewers.get(email) ?? UNKNOWN,
  };
}
