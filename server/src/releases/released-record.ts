import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { StudyFacts as MeasuredFacts } from '@echometry/contract/generated/study-measurements.ts';
import type { StudyFacts, WorkFacts } from '../exports/formats/source.ts';

/** Files of an archive that programs read. */
export const PATHS = {
  manifest: 'manifest.json',
  values: 'values.ndjson',
  works: 'works.json',
  differences: 'differences.json',
  engine: 'engine/engine_bg.wasm',
  loader: 'engine/engine.mjs',
  recompute: 'recompute.mjs',
  records: 'records/',
  configuration: 'configuration/',
} as const;

/** Sets of the configuration that define values, by their field for the engine: names of files in the folder of a project. */
export const CONFIGURATION = {
  image_types: 'echo_image_types.json',
  measurements: 'echo_measurements.json',
  calipers: 'echo_caliper.json',
} as const;
/** Reference values judge values and define none. */
export const REFERENCES = 'echo_references.json';

/** Folder of the configuration of a project; the project of the release is the first. */
export const configurationFolder = (index: number): string => (index === 0 ? PATHS.configuration : `${PATHS.configuration}${index + 1}/`);

export const RELEASE_FORMAT = 1;

/** A person's work on a study with all that its values are computed from: `records/<sha256>.json`. */
export interface ReleasedRecord {
  format: typeof RELEASE_FORMAT;
  study: StudyFacts;
  work: WorkFacts;
  study_state: string | null;
  missing_images: readonly string[];
  /** All images of the version: values of one may come from another. */
  images: readonly AnalysisImage[];
  /** Images whose values the release has. */
  chosen: readonly string[];
  /** Facts from the files of the images, without their pixels and elements, by image. */
  files: Readonly<Record<string, ImageMetadata>>;
}

/** Facts of the patient that values and ranges depend on. */
export const factsOf = ({ data_type, gestational_age_days, age_days, sex, height_cm, weight_kg }: StudyFacts): MeasuredFacts => ({
  data_type,
  gestational_age_days,
  age_days,
  sex,
  height_cm,
  weight_kg,
});

/** Names a person's work on a study, also in another version of the release. */
export interface WorkName {
  study_id: string;
  editor: string;
  reviewer: string | null;
  blind: boolean;
  pass: number;
}

export const workNameOf = ({ study, work }: Pick<ReleasedRecord, 'study' | 'work'>): WorkName => ({
  study_id: study.study_id,
  editor: work.editor,
  reviewer: work.reviewer,
  blind: work.blind,
  pass: work.pass,
});

/** The name as text, for comparing. */
export const workKey = ({ study_id, editor, reviewer, blind, pass }: WorkName): string =>
  JSON.stringify([study_id, editor, reviewer, blind, pass]);

/** The projects of a release, its own project first. */
export const projectsIn = ({ project, config_versions, projects }: ReleaseManifest): readonly ListedProject[] =>
  projects ?? [{ project, configuration: configurationFolder(0), config_versions }];

/** A line of works.json. */
export interface ListedWork extends WorkName {
  version: string;
  /** SHA-256 of its record. */
  record: string;
}

type ConfigVersions = Readonly<Record<string, { version: number; sha256: string }>>;

/** A project of a release, with its configuration. */
export interface ListedProject {
  project: string;
  /** Folder of the archive. */
  configuration: string;
  config_versions: ConfigVersions;
}

/** The manifest as programs read it. */
export interface ReleaseManifest {
  format: number;
  engine_version: string;
  /** The project that the release belongs to, and its configuration. */
  project: string;
  config_versions: ConfigVersions;
  /** All projects, that one first. Absent in releases of one project. */
  projects?: readonly ListedProject[];
  files: { path: string; size_bytes: number; sha256: string }[];
}
