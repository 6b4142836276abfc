import type { Generated } from 'kysely';

/**
 * Tables of the first migration. Only text, integers, reals and blobs; times are integer ms since 1970 UTC; flags are
 * 0 or 1; documents are opaque (gzip of JSON), and what is searched lies beside them in columns.
 */
export interface Database {
  workspace_meta: WorkspaceMetaTable;
  user_account: UserAccountTable;
  terms_acceptance: TermsAcceptanceTable;
  role_grant: RoleGrantTable;
  project: ProjectTable;
  project_member: ProjectMemberTable;
  session: SessionTable;
  config_set: ConfigSetTable;
  patient: PatientTable;
  study: StudyTable;
  stored_object: StoredObjectTable;
  image_file: ImageFileTable;
  file_selection: FileSelectionTable;
  study_open: StudyOpenTable;
  analysis_version: AnalysisVersionTable;
  analysis_head: AnalysisHeadTable;
  validation: ValidationTable;
}

export type Flag = 0 | 1;
export type Bytes = Uint8Array;
/** Where a quantity of a study comes from (contracts.md 3). */
export type QuantitySource = 'file' | 'administrator';

export interface WorkspaceMetaTable { key: string; value: string }

export interface UserAccountTable {
  id: Generated<number>;
  email: string;
  name: string;
  family_names: string;
  user_type: string;
  is_test: Flag;
  active: Flag;
  created_at: number;
}

export interface TermsAcceptanceTable { user_id: number; version: string; accepted_at: number }

/** A null project grants the role in every project the user is a member of. `reviews_to` is a JSON list of e-mails. */
export interface RoleGrantTable { id: Generated<number>; user_id: number; project_id: number | null; role: string; reviews_to: string }

/** `document` is the JSON of the contract's Project; the columns beside it are what queries need. */
export interface ProjectTable { id: Generated<number>; key: string; db_name: string; cloud_system: string; bucket: string | null; document: string }

export interface ProjectMemberTable { project_id: number; user_id: number }

/** Tokens are kept as SHA-256 only. A role token names the sign-in it came from. */
export interface SessionTable {
  token_hash: string;
  sign_in_hash: string | null;
  user_id: number;
  role: string | null;
  created_at: number;
  expires_at: number;
  revoked_at: number | null;
}

export interface ConfigSetTable { name: string; version: number; sha256: string; data: Bytes; created_at: number }

/** `id` is the patient number of study ids and buckets. `patient_key` is the keyed hash of the original identity. */
export interface PatientTable { id: Generated<number>; project_id: number; patient_key: string; patient_show: string; date_shift_days: number }

export interface StudyTable {
  id: Generated<number>;
  project_id: number;
  patient_id: number;
  study_id: string;
  /** YYYYMMDD, shifted. */
  study_date: string;
  study_instance_uid: string;
  data_type: string;
  study_type: string | null;
  code: string | null;
  active: Flag;
  gestational_age_days: number | null;
  gestational_age_source: QuantitySource | null;
  age_days: number | null;
  age_source: QuantitySource | null;
  sex: string | null;
  sex_source: QuantitySource | null;
  height_cm: number | null;
  height_source: QuantitySource | null;
  weight_kg: number | null;
  weight_source: QuantitySource | null;
  created_at: number;
}

export interface StoredObjectTable { sha256: string; size_bytes: number; media_type: string; deid_profile: string | null; created_at: number }

export interface ImageFileTable {
  id: Generated<number>;
  study_id: number;
  /** Place in the order of its source, from 0; files of one study are shown in it. */
  position: number;
  instance_id: string;
  filename: string;
  object_sha256: string;
  small_icon_sha256: string;
  big_icon_sha256: string;
  size_bytes: number;
  number_of_frames: number;
  width: number;
  height: number;
  frame_rate: number | null;
  manufacturer: string | null;
  modality: string | null;
  transfer_syntax_uid: string;
  /** gzip of the JSON of StoredMetadata. */
  metadata: Bytes;
  may_carry_burned_in_text: Flag;
  imported_at: number;
}

/** `inactive` is a JSON list of filenames the user took out. */
export interface FileSelectionTable { study_id: number; user_id: number; inactive: string; updated_at: number }

export interface StudyOpenTable { study_id: number; user_id: number; opened_at: number }

/** Immutable. `document` is gzip of JSON, `sha256` that of the JSON before compression. */
export interface AnalysisVersionTable {
  id: Generated<number>;
  study_id: number;
  editor_id: number;
  author_id: number;
  parent_id: number | null;
  role: string;
  blind: Flag;
  created_at: number;
  save_id: string | null;
  config_versions: string;
  engine_version: string | null;
  study_state: string;
  format: number;
  document: Bytes;
  sha256: string;
}

/** Newest version of one editor in one study; blind work has a head of its own. Flags are those of the step dots. */
export interface AnalysisHeadTable {
  study_id: number;
  editor_id: number;
  blind: Flag;
  version_id: number;
  updated_at: number;
  study_state: string;
  validated: Flag;
  qc: Flag;
  selected: Flag;
  annotated: Flag;
  segmented_dop: Flag;
  segmented_2d: Flag;
  segmented_bio: Flag;
  measured: Flag;
  images_selected: number;
  images_calibrated: number;
  images_segmented: number;
  total_images: number;
}

export interface ValidationTable { study_id: number; editor_id: number; reviewer_id: number; version_id: number; control: string | null; validated_at: number }
