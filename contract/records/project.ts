import type { ImageModality } from '../generated/analysis-image.ts';
import { Type, type Static } from 'typebox';
import { MAX_CERTIFIED_TYPES } from './certificate.ts';
import { DataType } from './data-type.ts';
import { Gates } from './gates.ts';
import { PlausibilityRules } from './plausibility.ts';
import { ReferenceChoice } from './reference-choice.ts';
import { Name, Nullable, OneOf, Strict } from './strict.ts';

/**
 * Requirements of a project for one image type (docs/specification.md#platform-3, `image_requirements`). An absent flag asks nothing.
 */
export const ImageRequirement = Strict({
  type: Name,
  qc: Type.Optional(Type.Boolean()),
  cycletiming: Type.Optional(Type.Boolean()),
  segmentation: Type.Optional(Type.Boolean()),
  segmentation_bio: Type.Optional(Type.Boolean()),
  segmentation_2d: Type.Optional(Type.Boolean()),
  segmentation_dop: Type.Optional(Type.Boolean()),
});
export type ImageRequirement = Static<typeof ImageRequirement>;

export const MODALITIES = ['2D', 'M-Mode', 'PW Doppler', 'CW Doppler', 'Tissue Doppler'] as const satisfies readonly ImageModality[];
export const Modality = OneOf(MODALITIES);
export type Modality = Static<typeof Modality>;

/** Upper bound of cycles when a project leaves the number to the user (docs/specification.md#platform-9). */
export const MAX_USER_DEFINED_CYCLES = 1000;

export const CardiacCycles = Type.Union([Type.Integer({ minimum: 1, maximum: MAX_USER_DEFINED_CYCLES }), Type.Literal('user defined')]);

/** A project as the project strip shows it. */
export const ProjectSummary = Strict({
  _id: Name,
  db_name: Name,
  name_to_show: Type.String(),
  description: Type.String(),
  area: Type.String(),
  /** Name of the installation that holds the data; must equal the cloud of config/endpoints.json. */
  cloud_system: Type.String(),
});
export type ProjectSummary = Static<typeof ProjectSummary>;

/** An address of the web, whole. */
export const ClinicalDataUrl = Type.String({ pattern: '^https?://[^\\s/?#][^\\s]*$', maxLength: 2048 });

/** Facts that blind editors do not see, besides the work of others. */
export const Blinding = Strict({
  /** Gestational age, age, sex, height, weight and stated inputs of guidelines; absent: shown. */
  clinical_values: Type.Optional(Type.Boolean()),
  /** Dates and ages, which show the order of a patient's studies; absent: shown. */
  order: Type.Optional(Type.Boolean()),
});
export type Blinding = Static<typeof Blinding>;

export const Project = Strict({
  ...ProjectSummary.properties,
  /** Bucket of the object store; null: floor(patient id / 1000), objects under US/. */
  bucket: Nullable(Type.String()),
  /** Data type given to imported studies unless the import names another. */
  data_type: DataType,
  cardiac_cycles: CardiacCycles,
  unique_reference: Type.Boolean(),
  image_requirements: Type.Array(ImageRequirement),
  /** Names of the image types offered; empty offers all of the data type. */
  image_types: Type.Array(Name),
  modalities: Type.Array(Strict({ type: Modality, color: Type.String() })),
  qc: Strict({
    type: Type.Array(OneOf(['complete', 'quick'] as const)),
    show_status: Type.Boolean(),
    ga_filter: Type.Boolean(),
  }),
  clinical_data: Type.Boolean(),
  /** Text burned into pictures is blacked out before they are stored, by masks that an Admin approves; absent: it stays. */
  black_out: Type.Optional(Type.Boolean()),
  /** A consensus and a team review show whose work they judge; absent: people are letters, in a consensus until it is finished. */
  consensus_names: Type.Optional(Type.Boolean()),
  /** Tasks are only studies that were assigned to the person; absent: all studies of the project. */
  assignment: Type.Optional(Type.Boolean()),
  /** Image types for which readers need a valid certificate before studies are assigned to them; absent: none. */
  certificates: Type.Optional(Type.Array(Name, { maxItems: MAX_CERTIFIED_TYPES, uniqueItems: true })),
  /** Facts that are hidden from blind editors; absent: only the work of others. */
  blinding: Type.Optional(Blinding),
  /** Thresholds on the work of the project; absent: none. */
  gates: Type.Optional(Gates),
  /** Readers see the charts of the other readers as they see their own; absent: only their own. */
  open_charts: Type.Optional(Type.Boolean()),
  /** Address of the clinical data of a study, in a separate application; null or absent: nowhere. */
  clinical_data_url: Type.Optional(Nullable(ClinicalDataUrl)),
  /** Limits of warnings while drawing; absent: the shipped rules. */
  plausibility: Type.Optional(PlausibilityRules),
  /** Reference values that the project uses beyond the shipped choice; absent: none. */
  references: Type.Optional(ReferenceChoice),
});
export type Project = Static<typeof Project>;
