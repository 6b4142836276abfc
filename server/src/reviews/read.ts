import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { DOCUMENT_FORMAT } from '@echometry/contract/generated/document-format.ts';
import {
  ConsensusTaken,
  type FinishedWith,
  type NewerWork,
  OpenPoint,
  type ReviewRecord as Review,
} from '@echometry/contract/records/review.ts';
import { stateOfReview } from '@echometry/contract/rules/review.ts';
import type { ProjectAccess } from '../access/project-access.ts';
import type { Caller } from '../access/caller.ts';
import { withComments, withoutComments } from '../analyses/fill-comments.ts';
import { imagesOfEntries } from '../analyses/read.ts';
import { type HeadRecord, headsOfStudy, statusOf } from '../db/analyses.ts';
import { factsOfEntries, type ManifestEntry } from '../db/image-documents.ts';
import { findReview, type ReviewRecord } from '../db/reviews.ts';
import type { StudyRecord } from '../db/studies.ts';
import { findUserById } from '../db/users.ts';
import type { Services } from '../access/services.ts';
import { changedSince, type EditorsWork, editorsWork, readCopy, reviewedImages } from './copy.ts';
import { teamNames, type TeamNames, type WaitingStudy } from './team.ts';

/**
 * A review of one head, or the copy it begins with.
 * @param reviewer whose review it is; without one the caller's
 */
export async function readReview(
  services: Services,
  caller: Caller,
  access: ProjectAccess,
  study: StudyRecord,
  head: HeadRecord,
  reviewer: { id: number; email: string } = { id: caller.user.id, email: caller.user.person.email },
): Promise<Review> {
  const { query } = services.db;
  const key = { studyId: study.id, editorId: head.editor_id, blind: head.blind, reviewerId: reviewer.id };
  const review = await findReview(query, key);
  const newest = await editorsWork(query, study.id, head.version_id);
  const { manifest, baseVersion, configVersions } = await readCopy(query, review, newest);
  const imagesOf = async (entries: readonly ManifestEntry[]) =>
    withComments(
      services,
      caller,
      study,
      await imagesOfEntries(query, { study_id: study.id, config_versions: JSON.stringify(configVersions) }, entries),
    );
  const own = new Map(manifest.images.map(({ instance_id, sha256 }) => [instance_id, sha256]));
  const originally = new Set(manifest.originals.map(({ instance_id }) => instance_id));
  const studyState = stateOfReview(
    {
      images: reviewedImages(manifest.images, await factsOfEntries(query, study.id, manifest.images)),
      missing_images: manifest.missing_images,
      originals: reviewedImages(manifest.originals, await factsOfEntries(query, study.id, manifest.originals)),
    },
    access.project,
  );
  const validated = review?.state === 'finished' && review.finished_version === head.version_id && head.study_state !== 'Incomplete';
  return {
    format: DOCUMENT_FORMAT,
    id: study.study_id,
    editor: head.editor,
    blind: head.blind === 1,
    reviewer: reviewer.email,
    version: review?.version_id ?? null,
    state: review?.state ?? null,
    base_version: baseVersion,
    images: await imagesOf(manifest.images),
    missing_images: manifest.missing_images,
    originals: await imagesOf(manifest.originals.filter(({ instance_id, sha256 }) => own.get(instance_id) !== sha256)),
    original_missing_images: manifest.original_missing_images,
    added: manifest.images.map(({ instance_id }) => instance_id).filter((id) => !originally.has(id)),
    newer: await newerWork(changedSince(manifest, newest), newest, imagesOf),
    study_state: review?.outcome_state ?? studyState,
    outcome: await outcomeOf(services, review),
    finished_with: finishedWith(review),
    consensus: review?.consensus_taken == null ? null : Value.Parse(ConsensusTaken, JSON.parse(review.consensus_taken)),
    validated,
    updated_at: review?.updated_at ?? null,
    status: statusOf(head, { dataType: study.data_type, showQc: access.project.qc.show_status, validated }),
    config_versions: configVersions,
  };
}

/** Who set a scale is a person, too. */
const authorNamed = (image: AnalysisImage, nameOf: TeamNames['nameOf']): AnalysisImage => {
  const author = image.calibration?.author ?? null;
  return image.calibration === null || author === null
    ? image
    : { ...image, calibration: { ...image.calibration, author: nameOf(author) } };
};

/**
 * The review that speaks for a study, for the team that decides about it: what is to be judged, without comments, without what
 * the editor did since, and with no more names than the project shows.
 */
export async function readForTeam(
  services: Services,
  caller: Caller,
  { access, study, waiting: { review, standing } }: { access: ProjectAccess; study: StudyRecord; waiting: WaitingStudy },
): Promise<Review> {
  const heads = await headsOfStudy(services.db.query, study.id, { see: 'assigned', editors: [review.editor] });
  const head = heads.find(({ blind }) => blind === review.blind);
  if (head === undefined) throw new Error(`Review of study ${study.study_id} is of work that has no head`);
  const record = await readReview(services, caller, access, study, head, { id: review.reviewer_id, email: review.reviewer });
  const { editorOf, reviewerOf, nameOf } = teamNames(access, standing);
  const shown = (images: Review['images']) => withoutComments(images).map((image) => authorNamed(image, nameOf));
  return {
    ...record,
    editor: editorOf(record.editor),
    reviewer: reviewerOf(record.reviewer),
    images: shown(record.images),
    originals: shown(record.originals),
    newer: null,
    finished_with: null,
    consensus: null,
  };
}

const OpenPoints = Type.Array(OpenPoint);

/** Points that were open when a review was finished; null without any. */
function finishedWith(review: ReviewRecord | undefined): FinishedWith | null {
  const open = review?.finish_open == null ? [] : Value.Parse(OpenPoints, JSON.parse(review.finish_open));
  return open.length === 0 ? null : { reason: review?.finish_reason ?? null, open };
}

async function newerWork(
  since: ReturnType<typeof changedSince>,
  newest: EditorsWork,
  imagesOf: (entries: readonly ManifestEntry[]) => Promise<NewerWork['images']>,
): Promise<NewerWork | null> {
  if (since === null) return null;
  return {
    version: newest.version,
    author: newest.author,
    updated_at: newest.createdAt,
    images: await imagesOf(since.changed),
    removed: since.removed,
    missing_images: since.missing ? newest.missing_images : null,
  };
}

async function outcomeOf({ db }: Services, review: ReviewRecord | undefined): Promise<Review['outcome']> {
  if (review === undefined || review.outcome_state === null || review.outcome_at === null || review.outcome_by === null) return null;
  const by = await findUserById(db.query, review.outcome_by);
  return { state: review.outcome_state, by: by?.person.email ?? '', at: review.outcome_at };
}
