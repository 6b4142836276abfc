import type { ImportIdentity } from '@echometry/bindings/engine/api.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { DataType } from '@echometry/contract/records/data-type.ts';
import type { MappingRow } from '@echometry/contract/records/import.ts';
import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { PatientRow } from './records.ts';

/** Kept facts of the identity of a file, and facts for its study. */
export type FileIdentity = Pick<
  ImportIdentity,
  | 'instance_id'
  | 'study_instance_uid'
  | 'gestational_age_days'
  | 'age_days'
  | 'sex'
  | 'height_cm'
  | 'weight_kg'
  | 'may_carry_burned_in_text'
> & { deid_profile: string | null };

export interface ImportedFile {
  projectId: number;
  /** Place in the order of the source, from 0, until the import has read what decides the order. */
  position: number;
  dataType: DataType;
  /** Facts about the study from a user; absent without any. */
  mapped?: MappingRow | null;
  patient: PatientRow;
  studyDate: string;
  identity: FileIdentity;
  metadata: ImageMetadata;
  /** Frames that are in the file; null where only so much is known that some are missing. */
  framesAvailable: number | null;
  filename: string;
  sizeBytes: number;
  keys: { dicom: string; small: string; big: string };
  iconBytes: { small: number; big: number };
  now: number;
  /** Of an image made from a frame of another one. */
  snapshot?: { of: string; frame: number; by: number; isPrivate: boolean };
  /** Done in the transaction that makes the image known. */
  onRecorded?: (query: Transaction<Database>) => Promise<void>;
}
