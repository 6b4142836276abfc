/** Values of stored work, as programs read them in bulk: columns of the long table of an export (docs/data.md#csv). */
import { type Static, Type } from 'typebox';
import { Nullable, Strict } from './strict.ts';
import { StudyId, StudyState } from './study.ts';

const Text = Nullable(Type.String());
const Count = Type.Integer({ minimum: 1 });

/** A value of one cycle, or the mean of the cycles of an image (`aggregate_of`), or why there is none (`reason`). */
export const StoredValue = Strict({
  study_id: StudyId,
  patient: Type.String(),
  /** YYYY-MM-DD, shifted; null where the project hides the order of studies from the caller. */
  study_date: Text,
  /** E-mail address of the reader; `machine` for a value that the ultrasound machine reported. */
  editor: Type.String(),
  blind: Type.Boolean(),
  pass: Count,
  /** Null for a value of the machine, which has no versions. */
  version: Nullable(Count),
  study_state: Nullable(StudyState),
  instance_id: Type.String(),
  filename: Type.String(),
  image_type: Text,
  view: Text,
  modality: Text,
  reference: Type.Boolean(),
  /** From 1; null for a mean. */
  cycle: Nullable(Count),
  cardiac_event: Text,
  frame_number: Text,
  measurement: Type.String(),
  class: Text,
  kind: Type.String(),
  formula: Text,
  formula_version: Nullable(Type.Integer()),
  /** As stored, by the engine of `engine_version`. */
  value: Nullable(Type.Number()),
  /** UCUM. */
  unit: Type.String(),
  aggregate_of: Text,
  calibration_source: Text,
  warnings: Text,
  reason: Text,
  engine_version: Text,
});
export type StoredValue = Static<typeof StoredValue>;

/** The last line: how many values came before it. Without it the response broke off. */
export const EndOfValues = Strict({ values: Type.Integer({ minimum: 0 }) });
