import { type Static, Type } from 'typebox';
import { RELEASE_LICENCES } from '../rules/release-licences.ts';
import { ExportData, JobId, JobStatus, ModeFilter, TextFilter } from './export.ts';
import { Instant, Name, Nullable, OneOf, Strict } from './strict.ts';

/** Longest name of a release, in characters. */
export const MAX_RELEASE_NAME = 64;
/** Longest description, and longest licence given as text. */
export const MAX_RELEASE_DESCRIPTION = 4000;
export const MAX_LICENCE_TEXT = 40_000;
/** Persons or institutions that a release names as its creators. */
export const MAX_CREATORS = 50;
/** Most further projects of a release. */
export const MAX_FURTHER_PROJECTS = 31;
/** Differences of each kind that a record lists; the archive has all of them. */
export const LISTED_DIFFERENCES = 100;

/** Letters, digits, dot, hyphen and underscore; the first is a letter or a digit. It names the archive. */
export const ReleaseName = Type.String({ pattern: `^[A-Za-z0-9][A-Za-z0-9._-]{0,${MAX_RELEASE_NAME - 1}}$` });

/** Work that a release freezes: the filters of an export. */
export const ReleaseSelection = Strict({
  data: ExportData,
  editor: TextFilter,
  image_type: TextFilter,
  mode: ModeFilter,
  study_type: TextFilter,
  /** All images with work; otherwise only reference images. */
  all_files: Type.Boolean(),
  /** Of reviews, only images that the reviewer validated. */
  validated_only: Type.Boolean(),
});
export type ReleaseSelection = Static<typeof ReleaseSelection>;

const Line = Type.String({ minLength: 1, maxLength: 256, pattern: '\\S' });

/** Licence of the data: an SPDX identifier, or an own text. */
export const ReleaseLicence = Type.Union([
  Strict({ spdx: OneOf(RELEASE_LICENCES.map(({ spdx }) => spdx)) }),
  Strict({ text: Type.String({ minLength: 1, maxLength: MAX_LICENCE_TEXT, pattern: '\\S' }) }),
]);
export type ReleaseLicence = Static<typeof ReleaseLicence>;

/** Keys of further projects whose work a release has. Absent: none. */
export const FurtherProjects = Type.Optional(Type.Array(Name, { maxItems: MAX_FURTHER_PROJECTS, uniqueItems: true }));

/** Statements of people about a release. */
export const ReleaseRequest = Strict({
  name: ReleaseName,
  description: Type.String({ maxLength: MAX_RELEASE_DESCRIPTION }),
  creators: Type.Array(Line, { minItems: 1, maxItems: MAX_CREATORS, uniqueItems: true }),
  publisher: Line,
  licence: ReleaseLicence,
  selection: ReleaseSelection,
  further_projects: FurtherProjects,
});
export type ReleaseRequest = Static<typeof ReleaseRequest>;

const Count = Type.Integer({ minimum: 0 });
const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });

/** A person's work on a study, as differences name it. */
const WorkName = { study_id: Type.String(), editor: Type.String(), reviewer: Nullable(Type.String()), blind: Type.Boolean(), pass: Count };

const CHANGES = ['added', 'removed', 'changed'] as const;

/** A line or a caliper that is not as it was in the version before. */
export const LineDifference = Strict({
  ...WorkName,
  instance_id: Type.String(),
  line: Type.String(),
  /** From 1; null for a caliper without a cycle. */
  cycle: Nullable(Count),
  event: Nullable(Type.String()),
  frame_number: Nullable(Count),
  change: OneOf(CHANGES),
});
export type LineDifference = Static<typeof LineDifference>;

/** Why a value is not as it was: the work was changed, the formulas or the configuration were. */
export const VALUE_CAUSES = ['work', 'engine', 'configuration'] as const;

export const ValueDifference = Strict({
  ...WorkName,
  instance_id: Type.String(),
  measurement: Type.String(),
  /** From 1; null for an aggregate and for what belongs to no cycle. */
  cycle: Nullable(Count),
  unit: Nullable(Type.String()),
  change: OneOf(CHANGES),
  /** Null without a value in that version. */
  before: Nullable(Type.Number()),
  after: Nullable(Type.Number()),
  reason_before: Nullable(Type.String()),
  reason_after: Nullable(Type.String()),
  causes: Type.Array(OneOf(VALUE_CAUSES), { minItems: 1 }),
});
export type ValueDifference = Static<typeof ValueDifference>;

const listOf = <S extends Parameters<typeof Type.Array>[0]>(item: S) =>
  Strict({ total: Count, first: Type.Array(item, { maxItems: LISTED_DIFFERENCES }) });

/** Differences of a version to the one before it of the same name. */
export const ReleaseDifferences = Strict({
  /** The version before. */
  to: Type.Integer({ minimum: 1 }),
  studies_added: listOf(Type.String()),
  studies_removed: listOf(Type.String()),
  lines: listOf(LineDifference),
  values: listOf(ValueDifference),
});
export type ReleaseDifferences = Static<typeof ReleaseDifferences>;

/** Content of a release. */
export const ReleaseContents = Strict({
  studies: Count,
  /** Studies by one person: a record each. */
  works: Count,
  images: Count,
  /** Values of measurements, with those that are empty for a reason. */
  values: Count,
  /** Works and images that could not be carried; the archive lists them. */
  left_out: Count,
  files: Count,
  engine_version: Type.String(),
  product_version: Type.String(),
  /** Of manifest.json, which has the hash of every other file. */
  manifest_sha256: Sha256,
});
export type ReleaseContents = Static<typeof ReleaseContents>;

/** A release: it never changes. */
export const Release = Strict({
  id: JobId,
  project: Name,
  version: Type.Integer({ minimum: 1 }),
  made_at: Instant,
  /** E-mail of the person. */
  made_by: Type.String(),
  request: ReleaseRequest,
  contents: ReleaseContents,
  size_bytes: Count,
  /** Of the archive. */
  sha256: Sha256,
  /** Null for the first version of its name. */
  differences: Nullable(ReleaseDifferences),
});
export type Release = Static<typeof Release>;

/** A release that is being made, or that was not made. */
export const ReleaseJob = Strict({
  ...JobStatus.properties,
  request: ReleaseRequest,
  created_at: Instant,
  /** Why it ended in an error, for people; null otherwise. */
  failure: Nullable(Type.String()),
});
export type ReleaseJob = Static<typeof ReleaseJob>;
