import { Type, type Static } from 'typebox';
import { AnalysisImages, ConfigVersions, MissingImages } from './analysis.ts';
import { DOCUMENT_FORMAT } from '../generated/document-format.ts';
import { StatusFlags } from './status.ts';
import { Instant, Nullable, OneOf, Strict } from './strict.ts';
import { ReviewState, StudyId, StudyState } from './study.ts';

/** States a team review may give a study (docs/specification.md#platform-4). */
export const OUTCOME_STATES = ['Not valid', 'Suboptimal', 'Consensus pending'] as const;
export const OutcomeState = OneOf(OUTCOME_STATES);

const Version = Type.Integer({ minimum: 1 });

/** The reader of each image of a consensus, by letter, and the person of each letter (contract/rules/consensus-lines.ts). */
export const ConsensusTaken = Strict({
  readers: Type.Array(Strict({ reader: Type.String(), reviewer: Type.String(), version: Nullable(Version) })),
  images: Type.Array(Strict({ instance_id: Type.String(), type: Nullable(Type.String()), taken: Type.String() })),
});
export type ConsensusTaken = Static<typeof ConsensusTaken>;

/** Longest reason for finishing a review with open points, in characters. */
export const MAX_FINISH_REASON = 2000;
export const FinishReason = Type.String({ minLength: 1, maxLength: MAX_FINISH_REASON, pattern: '\\S' });

/** Kinds of points that can be open when a review ends, in the order of the closing list. */
export const OPEN_KINDS = ['not-validated', 'change', 'issue', 'newer', 'no-value'] as const;
export type OpenKind = (typeof OPEN_KINDS)[number];

/** Something that was open when a review was finished, in words. */
export const OpenPoint = Strict({
  kind: OneOf(OPEN_KINDS),
  /** The image it is about; null where it is about the study. */
  instance_id: Nullable(Type.String()),
  what: Type.String(),
  detail: Type.String(),
  /** Id of the issue; null for the other kinds. */
  issue: Nullable(Type.String()),
});
export type OpenPoint = Static<typeof OpenPoint>;

/** A review that was finished although points were open. `reason` is null where the call gave none. */
export const FinishedWith = Strict({ reason: Nullable(Type.String()), open: Type.Array(OpenPoint) });
export type FinishedWith = Static<typeof FinishedWith>;

/** The newest version of the editor, where it is not the one a review builds on. */
export const NewerWork = Strict({
  version: Version,
  author: Type.String(),
  updated_at: Instant,
  /** Reference images that differ from what the review was made from, as the editor has them now. */
  images: AnalysisImages,
  /** `instance_id` of images the review was made from that are not references of the editor any more. */
  removed: Type.Array(Type.String()),
  /** Types declared missing, where they differ from those the review was made from; otherwise null. */
  missing_images: Nullable(MissingImages),
});
export type NewerWork = Static<typeof NewerWork>;

/**
 * A reviewer's copy of an editor's work, as reviews/get returns it. Before the first save it is the starting copy: `version` and
 * `state` are null, and nothing is stored. It holds only reference images, as Reviewers see no others.
 */
export const ReviewRecord = Strict({
  format: Type.Literal(DOCUMENT_FORMAT),
  id: StudyId,
  editor: Type.String(),
  /** It is of the editor's blind work. */
  blind: Type.Boolean(),
  reviewer: Type.String(),
  /** Version of the review; the next save builds on it. */
  version: Nullable(Version),
  state: Nullable(ReviewState),
  /** Version of the editor that the review is based on. */
  base_version: Version,
  images: AnalysisImages,
  missing_images: MissingImages,
  /** Images that the reviewer changed, in the editor's state: images that differ from the review's, and those it took out. */
  originals: AnalysisImages,
  original_missing_images: MissingImages,
  /** `instance_id` of images that the review has and the editor had not. */
  added: Type.Array(Type.String()),
  newer: Nullable(NewerWork),
  /** By the rule for Reviewers (docs/specification.md#platform-4), or the outcome of a team review. */
  study_state: StudyState,
  outcome: Nullable(Strict({ state: StudyState, by: Type.String(), at: Instant })),
  /** Open points when it was finished, and the reason given; null without open points, and for an unfinished review. */
  finished_with: Nullable(FinishedWith),
  /** The source of each image of a finished consensus; null for other reviews. */
  consensus: Nullable(ConsensusTaken),
  /** Finished on the editor's newest version. */
  validated: Type.Boolean(),
  updated_at: Nullable(Instant),
  status: StatusFlags,
  config_versions: ConfigVersions,
});
export type ReviewRecord = Static<typeof ReviewRecord>;

/** Another reviewer's finished review of the same work. */
export const ReviewedWork = Strict({
  /** E-mail; 'Reader A' and so on while the project hides who read until the consensus is finished. */
  reviewer: Type.String(),
  /** Version of the review; null where it was finished as the editor's version is. */
  version: Nullable(Version),
  study_state: StudyState,
  finished_at: Nullable(Instant),
  images: AnalysisImages,
  missing_images: MissingImages,
});
export type ReviewedWork = Static<typeof ReviewedWork>;
