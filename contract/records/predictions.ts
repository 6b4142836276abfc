import { type Static, Type } from 'typebox';
import { JOB_STATES, JobId } from './export.ts';
import { UploadId } from './import.ts';
import { Instant, Name, Nullable, OneOf, Strict } from './strict.ts';
import { MAX_UPLOAD_FILES } from '../rules/uploads.ts';

/** Bytes of the files of one upload of lines at most. */
export const MAX_SENT_LINES_BYTES = 256 * 1024 ** 2;
/** Refused entries that a report names; the others are counted. */
export const MAX_REPORTED_REFUSALS = 1000;

/** Where models have their addresses: a name without a dot receives no mail. */
export const MODEL_DOMAIN = 'models';

/** Longest name and version of a model. */
export const MAX_MODEL_NAME = 60;
export const MAX_MODEL_VERSION = 64;

/** Name of a model; its rater has the address NAME@models. */
export const ModelName = Type.String({ pattern: '^[a-z0-9][a-z0-9._-]*$', maxLength: MAX_MODEL_NAME });

/** Lines of a model in an upload, and where they go. */
export const PredictionsOrder = Strict({
  /** `_id` of the project. */
  project: Name,
  model: ModelName,
  /** Version of the model. */
  version: Type.String({ minLength: 1, maxLength: MAX_MODEL_VERSION }),
  upload: UploadId,
  /** Place of the exported annotations.json, lines.json or sources.csv in the upload, from 0; null where the lines need none. */
  exported: Nullable(Type.Integer({ minimum: 0, maximum: MAX_UPLOAD_FILES - 1 })),
  /** Only reports what would be stored. */
  check: Type.Boolean(),
});
export type PredictionsOrder = Static<typeof PredictionsOrder>;

const Count = Type.Integer({ minimum: 0 });

/** Result of a check or an import of lines. */
export const PredictionsOutcome = Strict({
  /** Address of the rater. */
  rater: Type.String(),
  /** Studies with lines, by the code of the patient. */
  studies: Type.Array(Strict({ code: Type.String(), images: Count, lines: Count })),
  images: Count,
  lines: Count,
  /** The first refused entries: the file and the place in it, as far as known, and the reason. */
  refused: Type.Array(Strict({ file: Type.String(), entry: Type.String(), reason: Type.String() })),
  refused_in_all: Count,
});
export type PredictionsOutcome = Static<typeof PredictionsOutcome>;

/** Lines of a model on their way, as their sender sees them. */
export const PredictionsRecord = Strict({
  id: JobId,
  status: OneOf(JOB_STATES),
  project: Name,
  model: ModelName,
  version: Type.String(),
  check: Type.Boolean(),
  created_at: Instant,
  ended_at: Nullable(Instant),
  /** Studies that were looked through, and of how many; null before that is known. */
  done: Count,
  total: Nullable(Count),
  /** Why it ended in an error, for people; null otherwise. */
  failure: Nullable(Type.String()),
  /** Null before it has finished. */
  outcome: Nullable(PredictionsOutcome),
});
export type PredictionsRecord = Static<typeof PredictionsRecord>;
