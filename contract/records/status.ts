import { Type, type Static } from 'typebox';
import { Strict } from './strict.ts';

/** The step dots of a study (docs/specification.md#platform-3). `qc` only when the project shows it, `segmented_bio` only for fetal data. */
export const StatusFlags = Strict({
  qc: Type.Optional(Type.Boolean()),
  selected: Type.Boolean(),
  annotated: Type.Boolean(),
  segmented_dop: Type.Boolean(),
  segmented_2d: Type.Boolean(),
  segmented_bio: Type.Optional(Type.Boolean()),
  measured: Type.Boolean(),
  validated: Type.Boolean(),
});
export type StatusFlags = Static<typeof StatusFlags>;
export type StatusName = keyof StatusFlags;

/** Order of the step dots, left to right, as the work goes. */
export const STATUS_ORDER: readonly StatusName[] = [
  'qc',
  'selected',
  'annotated',
  'segmented_bio',
  'segmented_dop',
  'segmented_2d',
  'measured',
  'validated',
];
