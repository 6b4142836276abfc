import type { TeamReviewStudy } from '@echometry/contract/records/project-files.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { generalScore } from '@echometry/contract/rules/quality.ts';
import { dashedDate } from '@echometry/contract/rules/study-id.ts';
import type { ProjectAccess } from '../access/project-access.ts';
import { imagesOfEntries } from '../analyses/read.ts';
import { filesOfStudy } from '../db/files.ts';
import { finishedReviews, type NamedReview } from '../db/reviews.ts';
import { listStudies, type StudyRecord } from '../db/studies.ts';
import { areCyclesSegmented } from './cycles.ts';
import { teamNames, teamReviews, waitingAmong, type WaitingStudy } from './team.ts';
import { standingReviews } from '../db/standing.ts';
import type { Services } from '../access/services.ts';

/** Signs the address of an object for the reader. */
export type SignObject = (sha256: string) => string;

async function rowOf(
  services: Services,
  access: ProjectAccess,
  study: StudyRecord,
  { review, copy: { manifest, configVersions }, standing }: WaitingStudy,
  sign: SignObject,
): Promise<TeamReviewStudy> {
  const { query } = services.db;
  const { editorOf, reviewerOf } = teamNames(access, standing);
  const version = { study_id: study.id, config_versions: JSON.stringify(configVersions) };
  const [images, originals, files] = await Promise.all([
    imagesOfEntries(query, version, manifest.images),
    imagesOfEntries(query, version, manifest.originals),
    filesOfStudy(query, study.id, { see: 'all' }),
  ]);
  const iconOf = new Map(files.map((file) => [file.instance_id, file.big_icon_sha256]));
  const place = new Map(files.map(({ instance_id }, at) => [instance_id, at]));
  const inOrder = images.toSorted((a, b) => (place.get(a.instance_id) ?? 0) - (place.get(b.instance_id) ?? 0));
  const before = new Map(originals.map((image) => [image.instance_id, image]));
  const scoreOf = (image: AnalysisImage | undefined): string | null => (image === undefined ? null : generalScore(image));
  return {
    study_id: study.study_id,
    patient: study.patient_id,
    patient_show: study.patient_show,
    date: dashedDate(study.study_date),
    data_type: study.data_type,
    reviewer: reviewerOf(review.reviewer),
    editor: editorOf(review.editor),
    blind: review.blind === 1,
    finished_at: review.finished_at,
    reviews: standing.map(({ editor, reviewer, blind, finished_at, consensus_of }) => ({
      editor: editorOf(editor),
      reviewer: reviewerOf(reviewer),
      blind: blind === 1,
      finished_at,
      consensus: consensus_of !== null,
    })),
    may_include: areCyclesSegmented(images),
    images: inOrder.map((image) => ({
      url: sign(iconOf.get(image.instance_id) ?? ''),
      image_type: image.type,
      image_filename: image.filename,
      qc_phase_1: scoreOf(before.get(image.instance_id)),
      qc_phase_2: scoreOf(image),
    })),
  };
}

/** Studies that wait for a team review, by what is stored with reviews. */
export async function countTeamStudies(query: Services['db']['query'], { id, reviewsTo }: ProjectAccess): Promise<number> {
  const finished = (await finishedReviews(query, id)).filter(({ editor }) => reviewsTo.includes(editor));
  const waiting = standingReviews(finished).filter(
    ({ outcome_state, study_state }) => outcome_state === null && study_state === 'Consensus pending',
  );
  return new Set(waiting.map(({ study_id }) => study_id)).size;
}

/**
 * Studies for a team review, each once, the longest waiting first: some finished review of an editor in reviews_to is 'Consensus pending' and has no
 * outcome yet. Test users and their reviews are as if they were not there.
 */
export async function teamList(services: Services, access: ProjectAccess, sign: SignObject): Promise<TeamReviewStudy[]> {
  const { query } = services.db;
  const standing = new Map<number, NamedReview[]>();
  for (const review of await teamReviews(services, access))
    standing.set(review.study_id, [...(standing.get(review.study_id) ?? []), review]);
  const rows: TeamReviewStudy[] = [];
  // One after the other: documents of a large project together would fill the memory.
  for (const study of await listStudies(query, access.id, true)) {
    const waiting = await waitingAmong(services, access, standing.get(study.id) ?? []);
    if (waiting !== undefined) rows.push(await rowOf(services, access, study, waiting, sign));
  }
  return rows.sort((a, b) => (a.finished_at ?? 0) - (b.finished_at ?? 0));
}
