import type { Generated } from 'kysely';

/**
 * Tables of all migrations. Only text, integers, reals and blobs; times are integer ms since 1970 UTC; flags are
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
  credential: CredentialTable;
  totp_device: TotpDeviceTable;
  recovery_code: RecoveryCodeTable;
  identity: IdentityTable;
  one_time_link: OneTimeLinkTable;
  login_flow: LoginFlowTable;
  login_code: LoginCodeTable;
  sign_in_failure: SignInFailureTable;
  user_settings: UserSettingsTable;
  project_test_user: ProjectTestUserTable;
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
  /** Who entered it by hand, and when; null for what a file or the making of the workspace said. */
  gestational_age_set_by: number | null;
  gestational_age_set_at: number | null;
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
  /** The version whose content this one brought back. */
  restored_from: number | null;
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

/** argon2id in its PHC text form, which names its own parameters. */
export interface CredentialTable { user_id: number; password_hash: string; changed_at: number }

/** `secret` is encrypted with a key outside of the database; `last_step` is the newest time step a code was taken for. */
export interface TotpDeviceTable { user_id: number; secret: Bytes; last_step: number; confirmed_at: number }

export interface RecoveryCodeTable { code_hash: string; user_id: number; created_at: number; used_at: number | null }

/** An account of a foreign login service: `issuer` and `subject` of its ID token, never the e-mail. */
export interface IdentityTable { issuer: string; subject: string; user_id: number; created_at: number }

/** Set-up, invitation and password links. `grants` is the JSON of what an invitation gives. */
export interface OneTimeLinkTable {
  link_hash: string;
  kind: 'setup' | 'invitation' | 'password';
  email: string | null;
  grants: string;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}

/** A sign-in under way, known to one browser by a cookie. `facts` is JSON that only the login service reads, encrypted like a secret. */
export interface LoginFlowTable {
  flow_hash: string;
  step: string;
  user_id: number | null;
  attempts: number;
  facts: Bytes;
  created_at: number;
  expires_at: number;
}

export interface LoginCodeTable { code_hash: string; user_id: number; challenge: string; expires_at: number }

/** Failures since they were last forgiven; `key` hashes account, address or both. */
export interface SignInFailureTable { key: string; failures: number; last_at: number }

export interface UserSettingsTable { user_id: number; settings: string; updated_at: number }

/** People whose work counts as a test in one project only (platform 6). */
export interface ProjectTestUserTable { project_id: number; user_id: number }
