import { Strict } from '@echometry/contract/records/strict.ts';
import path from 'node:path';
import { type Static, Type } from 'typebox';
import type { Predictions } from './import-predictions.ts';
import type { LinesFile } from './read-lines.ts';

const FilePath = Type.String({ minLength: 1, maxLength: 4096 });

/** What `npm run admin -- import-predictions` asks of the process that owns the workspace. */
export const PredictionsRequest = Strict({
  command: Type.Literal('predictions'),
  /** `_id` of the project. */
  project: Type.String({ minLength: 1, maxLength: 64 }),
  /** Address that stands for the model. */
  rater: Type.String({ pattern: '^[^@\\s]+@[^@\\s]+$', maxLength: 254 }),
  /** Version of the model. */
  version: Type.String({ minLength: 1, maxLength: 64 }),
  /** Lines: our JSON, COCO, or VolumeTracings.csv of EchoNet-Dynamic. */
  file: FilePath,
  /** annotations.json that COCO results belong to, or sources.csv of an EchoNet export; null where the file is whole. */
  exported: Type.Union([FilePath, Type.Null()]),
});
export type PredictionsRequest = Static<typeof PredictionsRequest>;

const fileOf = (place: string): LinesFile => ({ name: path.basename(place), place });

export const fromCommandLine = ({ project, rater, version, file, exported }: PredictionsRequest): Predictions => ({
  project,
  rater,
  version,
  files: [fileOf(file)],
  exported: exported === null ? null : fileOf(exported),
  isCheck: false,
  by: null,
});
