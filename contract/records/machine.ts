/** Measurements that an ultrasound machine reported in a DICOM structured report (docs/data.md#measurements-of-the-machine). */
import { type Static, Type } from 'typebox';
import { Nullable, OneOf, Strict } from './strict.ts';

/** Longest code and longest meaning of a code, in characters (VR SH and LO). */
const MAX_CODE = 16;
const MAX_MEANING = 64;
const MAX_UID = 64;

const Code = Strict({ value: Type.String({ maxLength: MAX_CODE }), scheme: Type.String({ maxLength: MAX_CODE }) });

/** A number as the engine reads it of a report. */
export const ReportedNumber = Strict({
  code: Code,
  meaning: Type.String({ maxLength: MAX_MEANING }),
  value: Type.Number(),
  unit: Code,
  /** Such as finding site and image mode, the nearest container first. */
  modifiers: Type.Array(Strict({ name: Code, value: Code })),
  /** De-identified SOP Instance UID and frame from 1; null where the report names none, or several. */
  image: Nullable(Strict({ instance_id: Type.String({ maxLength: MAX_UID }), frame_number: Nullable(Type.Integer({ minimum: 1 })) })),
  tracking_uid: Nullable(Type.String({ maxLength: MAX_UID })),
  /** Number of the container of the report that it is in. */
  container: Type.Integer({ minimum: 1 }),
});
export type ReportedNumber = Static<typeof ReportedNumber>;

/** Why a numeric item of a report is not a measurement. */
export const LEFT_OUT_REASONS = ['no-value', 'not-a-number', 'two-values', 'no-unit', 'no-code'] as const;

/** The content of a report as the engine reads it. */
export const MachineReport = Strict({
  /** Number of its template, such as 5200. */
  template: Nullable(Type.String({ maxLength: MAX_CODE })),
  is_ours: Type.Boolean(),
  numbers: Type.Array(ReportedNumber),
  left_out: Type.Array(Strict({ code: Nullable(Code), reason: OneOf(LEFT_OUT_REASONS) })),
});
export type MachineReport = Static<typeof MachineReport>;

/** Why a number of the machine is compared with none of our measurements. */
export const UNMAPPED_REASONS = ['unknown-code', 'ambiguous', 'other-property', 'unknown-unit'] as const;
export type UnmappedReason = (typeof UNMAPPED_REASONS)[number];

/** A measurement of the configuration, by the machine. */
export const MachineValue = Strict({
  image_type: Type.String(),
  name: Type.String(),
  /** As in the configuration; the numbers below are in it. */
  units: Type.String(),
  code: Code,
  meaning: Type.String(),
  /** The numbers of single beats; empty where the machine states only one number. */
  beats: Type.Array(Type.Number()),
  /** The number that the machine chose, its mean, its only one, or the mean of its beats. */
  value: Type.Number(),
  /** Image of the study that it was measured on. */
  instance_id: Nullable(Type.String()),
  frame_number: Nullable(Type.Integer({ minimum: 1 })),
});
export type MachineValue = Static<typeof MachineValue>;

/** A number without a counterpart among our measurements, as the machine reports it. */
export const UnmappedNumber = Strict({
  code: Code,
  meaning: Type.String(),
  value: Type.Number(),
  /** UCUM, or as the machine writes it. */
  unit: Type.String(),
  instance_id: Nullable(Type.String()),
  reason: OneOf(UNMAPPED_REASONS),
});
export type UnmappedNumber = Static<typeof UnmappedNumber>;

/** The machine's measurements of one study. */
export const MachineValues = Strict({ mapped: Type.Array(MachineValue), unmapped: Type.Array(UnmappedNumber) });
export type MachineValues = Static<typeof MachineValues>;
