import { Type, type Static } from 'typebox';
import type { AnalysisImage } from '../generated/analysis-image.ts';
import { DOCUMENT_FORMAT } from '../generated/document-format.ts';
import { StatusFlags } from './status.ts';
import { StudyId, StudyState } from './study.ts';
import { Instant, Name, Strict } from './strict.ts';

/** Images of one study in one analysis at most; a study of more files than this cannot be labelled whole. */
export const MAX_IMAGES = 10_000;

/**
 * The images of an analysis, unique by instance_id. The server checks each against the JSON Schema generated
 * from the engine's type (contract/generated/analysis-image.schema.json); here they are only objects.
 */
export const AnalysisImages = Type.Array(Type.Unsafe<AnalysisImage>({ type: 'object' }), { maxItems: MAX_IMAGES });

/** Image types declared missing in the study. */
export const MissingImages = Type.Array(Name, { maxItems: 256, uniqueItems: true });

/** Version of each configuration set the analysis was made with. */
export const ConfigVersions = Type.Record(Type.String({ pattern: '^echo_[a-z_]+$' }), Type.Integer({ minimum: 1 }));

/** One immutable version as analysis/get returns it (docs/specification.md#platform-3, docs/contracts.md#stored-work). */
export const AnalysisRecord = Strict({
  format: Type.Literal(DOCUMENT_FORMAT),
  id: StudyId,
  version: Type.Integer({ minimum: 1 }),
  images: AnalysisImages,
  missing_images: MissingImages,
  /** Counts of images: chosen in Preview, calibrated, segmented, all. */
  images_selected: Type.Integer({ minimum: 0 }),
  images_calibrated: Type.Integer({ minimum: 0 }),
  images_segmented: Type.Integer({ minimum: 0 }),
  total_images: Type.Integer({ minimum: 0 }),
  validated: Type.Boolean(),
  validated_by: Type.Array(Type.String()),
  editor: Type.String(),
  updated_at: Instant,
  study_state: StudyState,
  status: StatusFlags,
  config_versions: ConfigVersions,
  engine_version: Type.Union([Type.String(), Type.Null()]),
});
export type AnalysisRecord = Static<typeof AnalysisRecord>;
