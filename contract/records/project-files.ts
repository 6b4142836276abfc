import { Type, type Static } from 'typebox';
import { STATISTICS_ROLES, TEAM_REVIEW_ROLES } from '../rules/permissions.ts';
import { DataType } from './data-type.ts';
import type { RoleName } from './role.ts';
import { Instant, Nullable, Strict } from './strict.ts';
import { StudyId } from './study.ts';
import { Filename } from './study-file.ts';

/** Studies that wait for a team review. */
export const TEAM_LIST = 'consensus_pending/study_images.json';

/** Files of a project that the server makes from its store (statistics: contract/records/statistics.ts), and the roles that read them (docs/specification.md#platform-7). */
export const PROJECT_FILES = {
  [TEAM_LIST]: TEAM_REVIEW_ROLES,
  'data_statistics.json': STATISTICS_ROLES,
  'data_anomalies.json': STATISTICS_ROLES,
} as const satisfies Record<string, readonly RoleName[]>;
export type ProjectFile = keyof typeof PROJECT_FILES;

export const isProjectFile = (name: string): name is ProjectFile => Object.hasOwn(PROJECT_FILES, name);

/** Where a file of a project lies: its bucket, or without one a bucket of the project's name. */
export const projectFilePath = (
  project: { _id: string; bucket: string | null },
  file: ProjectFile,
): { bucket: string; object: string } => ({
  bucket: project.bucket ?? project._id,
  object: `project_statistics/${project._id}/${file}`,
});

/** Option of the first General item, which is the general score; null where nothing was scored. */
const GeneralScore = Nullable(Type.String());

/** A finished review of a study that waits for a team review. */
const TeamReview = Strict({
  /** E-mail; 'Editor A' and so on unless the project shows who read. */
  editor: Type.String(),
  /** E-mail; 'Reader A' and so on unless the project shows who read. */
  reviewer: Type.String(),
  blind: Type.Boolean(),
  finished_at: Nullable(Instant),
  /** It settles the differences of others, which it replaces. */
  consensus: Type.Boolean(),
});

/**
 * A study that waits for a team review, with the images of the review that speaks for it: the consensus review, otherwise the
 * newest. An outcome settles all reviews of the study.
 */
export const TeamReviewStudy = Strict({
  study_id: StudyId,
  patient: Type.Integer({ minimum: 1 }),
  patient_show: Type.String(),
  /** YYYY-MM-DD. */
  date: Type.String(),
  data_type: DataType,
  /** Of the review that speaks for the study, named as in `reviews`. */
  reviewer: Type.String(),
  editor: Type.String(),
  blind: Type.Boolean(),
  finished_at: Nullable(Instant),
  /** All finished reviews of the study that count, the newest first. */
  reviews: Type.Array(TeamReview),
  /** Every image has cycles, and all of them are segmented. */
  may_include: Type.Boolean(),
  images: Type.Array(
    Strict({
      /** Signed address of the large icon. */
      url: Type.String(),
      image_type: Nullable(Type.String()),
      image_filename: Filename,
      /** General score of the editor. */
      qc_phase_1: GeneralScore,
      /** General score of the reviewer. */
      qc_phase_2: GeneralScore,
    }),
  ),
});
export type TeamReviewStudy = Static<typeof TeamReviewStudy>;
export const TeamReviewList = Type.Array(TeamReviewStudy);
