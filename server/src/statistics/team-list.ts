import type { TeamReviewStudy } from '@echometry/contract/records/project-files.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { generalScore } from '@echometry/contract/rules/quality.ts';
import { stateOfReview } from '@echometry/contract/rules/review.ts';
import { dashedDate } from '@echometry/contract/rules/study-id.ts';
import type { ProjectAccess } from '../access/project-access.ts';
import { imagesOfEntries } from '../analysis/read.ts';
import { factsOfEntries, type ManifestEntry } from '../db/image-documents.ts';
import { filesOfStudy } from '../db/files.ts';
import { finishedReviews, type NamedReview } from '../db/reviews.ts';
import { listStudies, type StudyRecord } from '../db/studies.ts';
import { areCyclesSegmented } from '../review/cycles.ts';
import { editorsWork, readCopy, type ReviewCopy, reviewedImages } from '../review/copy.ts';
import type { Services } from '../services.ts';

/** Signs the address of an object for the reader. */
export type SignObject = (sha256: string) => string;

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

async function rowOf(
  services: Services,
  study: StudyRecord,
  review: NamedReview,
  { manifest, configVersions }: ReviewCopy,
  sign: SignObject,
): Promise<TeamReviewStudy> {
  const { query } = services.db;
  const version = { study_id: study.id, config_versions: JSON.stringify(configVersions) };
  const [images, originals, files] = await Promise.all([
    imagesOfEntries(query, version, manifest.images),
    imagesOfEntries(query, version, manifest.originals),
    filesOfStudy(query, study.id, { see: 'all' }),
  ]);
  const iconOf = new Map(files.map((file) => [file.instance_id, file.big_icon_sha256]));
  const before = new Map(originals.map((image) => [image.instance_id, image]));
  const scoreOf = (image: AnalysisImage | undefined): string | null => (image === undefined ? null : generalScore(image));
  return {
    study_id: study.study_id,
    patient: study.patient_id,
    patient_show: study.patient_show,
    date: dashedDate(study.study_date),
    data_type: study.data_type,
    reviewer: review.reviewer,
    editor: review.editor,
    blind: review.blind === 1,
    finished_at: review.finished_at,
    may_include: areCyclesSegmented(images),
    images: images.map((image) => ({
      url: sign(iconOf.get(image.instance_id) ?? ''),
      image_type: image.type,
      image_filename: image.filename,
      qc_phase_1: scoreOf(before.get(image.instance_id)),
      qc_phase_2: scoreOf(image),
    })),
  };
}

/**
 * Studies for a team review: finished reviews of editors in reviews_to whose study is 'Consensus pending' and that have no
 * outcome yet. Test users and their reviews are as if they were not there.
 */
export async function teamList(services: Services, access: ProjectAccess, sign: SignObject): Promise<TeamReviewStudy[]> {
  const { query } = services.db;
  const studies = new Map((await listStudies(query, access.id, true)).map((study) => [study.id, study]));
  const rows: TeamReviewStudy[] = [];
  // One after the other: documents of a large project together would fill the memory.
  for (const review of await finishedReviews(query, access.id)) {
    const study = studies.get(review.study_id);
    if (study === undefined || review.outcome_state !== null || !access.reviewsTo.includes(review.editor)) continue;
    const copy = await readCopy(query, review, await editorsWork(query, study.id, review.base_version));
    if ((await stateOf(services, access, review, copy)) === 'Consensus pending')
      rows.push(await rowOf(services, study, review, copy, sign));
  }
  return rows;
}
