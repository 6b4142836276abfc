import type { DataType } from '@echometry/contract/records/data-type.ts';
import type { Colours } from '@echometry/contract/records/study-file.ts';
import type { JobState } from '@echometry/contract/records/export.ts';
import type { MaskState } from '@echometry/contract/records/device-mask.ts';
import type { ImportOutcome } from '@echometry/contract/records/import.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import type { EffortStep } from '@echometry/contract/rules/step-tabs.ts';
import type { QuantitySource } from '@echometry/contract/records/quantity-source.ts';
import type { StudyState } from '@echometry/contract/records/study.ts';
import type { Standard } from '@echometry/contract/rules/standards.ts';
import type { DeliveryState, WebhookEvent } from '@echometry/contract/records/webhook.ts';
import type { Generated } from 'kysely';

/**
 * Tables of all migrations. Only text, integers, reals and blobs; times are integer ms since 1970 UTC; flags are 0 or 1; a column of words names the words it may hold, which
 * only this program writes; documents are opaque (gzip of JSON), and searchable fields are next to them in columns.
 */
export interface Database {
  workspace_meta: WorkspaceMetaTable;
  user_account: UserAccountTable;
  terms_acceptance: TermsAcceptanceTable;
  role_grant: RoleGrantTable;
  project: ProjectTable;
  project_version: ProjectVersionTable;
  project_member: ProjectMemberTable;
  session: SessionTable;
  personal_token: PersonalTokenTable;
  config_set: ConfigSetTable;
  config_choice: ConfigChoiceTable;
  patient: PatientTable;
  study: StudyTable;
  stored_object: StoredObjectTable;
  image_file: ImageFileTable;
  file_selection: FileSelectionTable;
  study_open: StudyOpenTable;
  image_document: ImageDocumentTable;
  analysis_version: AnalysisVersionTable;
  analysis_head: AnalysisHeadTable;
  image_comment: ImageCommentTable;
  work_line: WorkLineTable;
  review_version: ReviewVersionTable;
  review: ReviewTable;
  review_issue: ReviewIssueTable;
  audit_chain: AuditChainTable;
  audit_entry: AuditEntryTable;
  job: JobTable;
  import_run: ImportRunTable;
  import_file: ImportFileTable;
  device_mask: DeviceMaskTable;
  project_statistics: ProjectStatisticsTable;
  object_check: ObjectCheckTable;
  study_lease: StudyLeaseTable;
  turn: TurnTable;
  credential: CredentialTable;
  totp_device: TotpDeviceTable;
  recovery_code: RecoveryCodeTable;
  identity: IdentityTable;
  one_time_link: OneTimeLinkTable;
  login_flow: LoginFlowTable;
  login_code: LoginCodeTable;
  sign_in_failure: SignInFailureTable;
  call_count: CallCountTable;
  user_settings: UserSettingsTable;
  project_test_user: ProjectTestUserTable;
  list_revision: ListRevisionTable;
  webhook: WebhookTable;
  webhook_delivery: WebhookDeliveryTable;
  release: ReleaseTable;
  release_work: ReleaseWorkTable;
  machine_report: MachineReportTable;
  assignment: AssignmentTable;
  gold_case: GoldCaseTable;
  certificate: CertificateTable;
  reader_report: ReaderReportTable;
  effort: EffortTable;
  effort_batch: EffortBatchTable;
  course: CourseTable;
  course_case: CourseCaseTable;
}

/** Every table, each after those its rows refer to: the order of copying one database into another. */
export const DATABASE_TABLES = [
  'workspace_meta',
  'user_account',
  'terms_acceptance',
  'project',
  'project_version',
  'project_member',
  'role_grant',
  'session',
  'personal_token',
  'config_set',
  'config_choice',
  'patient',
  'study',
  'stored_object',
  'image_file',
  'file_selection',
  'study_open',
  'image_document',
  'analysis_version',
  'analysis_head',
  'image_comment',
  'work_line',
  'review_version',
  'review',
  'review_issue',
  'audit_chain',
  'audit_entry',
  'job',
  'import_run',
  'import_file',
  'device_mask',
  'project_statistics',
  'object_check',
  'study_lease',
  'turn',
  'credential',
  'totp_device',
  'recovery_code',
  'identity',
  'one_time_link',
  'login_flow',
  'login_code',
  'sign_in_failure',
  'call_count',
  'user_settings',
  'project_test_user',
  'list_revision',
  'webhook',
  'webhook_delivery',
  'release',
  'release_work',
  'machine_report',
  'assignment',
  'gold_case',
  'certificate',
  'reader_report',
  'effort',
  'effort_batch',
  'course',
  'course_case',
] as const satisfies ReadonlyArray<keyof Database>;

export type Flag = 0 | 1;
export type Bytes = Uint8Array;
type Sex = 'M' | 'F' | 'O';
/**
 * Where a sign-in stands, by what it waits for: password or foreign service, second factor, what comes after a recovery
 * code, pairing of an authenticator, keeping of recovery codes.
 */
export type LoginStep = 'identify' | 'code' | 'recovered' | 'enrol' | 'codes';

export interface WorkspaceMetaTable {
  key: string;
  value: string;
}

/** An object of a bucket as it was when it was last read back whole and found sound. */
export interface ObjectCheckTable {
  sha256: string;
  size_bytes: number;
  etag: string;
  checked_at: number;
}

/** A tab that holds a study open. */
export interface StudyLeaseTable {
  study_id: number;
  user_id: number;
  lease: string;
  renewed_at: number;
}

/** Work that one server does for all: who has it, until when, and when it was last begun. */
export interface TurnTable {
  name: string;
  holder: string | null;
  until: number;
  begun_at: number;
}

export interface UserAccountTable {
  id: Generated<number>;
  email: string;
  name: string;
  family_names: string;
  user_type: string;
  is_test: Flag;
  active: Flag;
  created_at: number;
  /** Of some call, to within a few minutes; null before the first. */
  last_seen_at: Generated<number | null>;
}

export interface TermsAcceptanceTable {
  user_id: number;
  version: string;
  accepted_at: number;
}

/** A null project grants the role in every project the user is a member of. `reviews_to` is a JSON list of e-mails. */
export interface RoleGrantTable {
  id: Generated<number>;
  user_id: number;
  project_id: number | null;
  role: RoleName;
  reviews_to: string;
}

/** `document` is the JSON of the contract's Project; the columns next to it are what queries need. */
export interface ProjectTable {
  id: Generated<number>;
  key: string;
  db_name: string;
  cloud_system: string;
  bucket: string | null;
  document: string;
}

/** A project as it was saved; `saved_by` and `saved_at` are null for what was there before versions were kept, or made without a person. */
export interface ProjectVersionTable {
  project_id: number;
  version: number;
  document: string;
  saved_by: number | null;
  saved_at: number | null;
}

export interface ProjectMemberTable {
  project_id: number;
  user_id: number;
}

/** Tokens are kept as SHA-256 only. A role token names the sign-in it came from. */
export interface SessionTable {
  token_hash: string;
  sign_in_hash: string | null;
  user_id: number;
  role: RoleName | null;
  created_at: number;
  expires_at: number;
  revoked_at: number | null;
  /** To within a few minutes; null before the first use. */
  last_used_at: Generated<number | null>;
}

/**
 * A token with which programs make calls, kept as SHA-256 only; `id` is its public name. `projects` is a JSON list of the
 * projects it is limited to; null for all projects of its owner.
 */
export interface PersonalTokenTable {
  token_hash: string;
  id: string;
  user_id: number;
  name: string;
  role: RoleName;
  projects: string | null;
  may_write: Flag;
  created_at: number;
  expires_at: number;
  revoked_at: number | null;
  /** To within a minute; null before the first use. */
  last_used_at: number | null;
  /** First attempt to use it that was refused. */
  refused_at: number | null;
}

export interface ConfigSetTable {
  name: string;
  version: number;
  sha256: string;
  data: Bytes;
  created_at: number;
  /** Null for what was shipped. */
  created_by: Generated<number | null>;
}

/** The current version of a set: of the workspace, or (`project_id`) of one project. `chosen_by` is null while it follows what is shipped. */
export interface ConfigChoiceTable {
  name: string;
  project_id: number | null;
  version: number;
  chosen_by: number | null;
  chosen_at: number;
}

/** `id` is the patient number of study ids and buckets. `patient_key` is the keyed hash of the original identity. */
export interface PatientTable {
  id: Generated<number>;
  project_id: number;
  patient_key: string;
  patient_show: string;
  date_shift_days: number;
}

export interface StudyTable {
  id: Generated<number>;
  project_id: number;
  patient_id: number;
  study_id: string;
  /** YYYYMMDD, shifted. */
  study_date: string;
  study_instance_uid: string;
  data_type: DataType;
  study_type: string | null;
  code: string | null;
  active: Flag;
  gestational_age_days: number | null;
  gestational_age_source: QuantitySource | null;
  /** Who entered it by hand, and when; null for a value from a file or from the making of the workspace. */
  gestational_age_set_by: number | null;
  gestational_age_set_at: number | null;
  age_days: number | null;
  age_source: QuantitySource | null;
  sex: Sex | null;
  sex_source: QuantitySource | null;
  height_cm: number | null;
  height_source: QuantitySource | null;
  weight_kg: number | null;
  weight_source: QuantitySource | null;
  /** JSON of StatedValue[]; null where nothing was stated. */
  stated: Generated<string | null>;
  created_at: number;
  /** 0 while the columns below are not those of what is stored (docs/why/storage.md#lists-in-sql). */
  listed: Generated<Flag>;
  /** Key of the patient's code by contract/rules/sort.ts, and that code in lower case. */
  list_patient: Generated<string | null>;
  list_search: Generated<string | null>;
  /** Of the newest shared work except of test users: its editor, their key, its time, step dots and finished reviews. */
  list_editor_id: Generated<number | null>;
  list_editor: Generated<string | null>;
  list_updated_at: Generated<number | null>;
  /** Bits in the order of STATUS_ORDER. */
  list_steps: Generated<number>;
  list_validated: Generated<number>;
  /** How far the reviews of the study have come. */
  list_review_step: Generated<number>;
  /** 0 while next steps are not kept, which servers before them leave so. */
  list_tasks: Generated<Flag>;
  /** Key of the words of the next step in that work, or in a study without any; null where nothing is left. */
  list_next: Generated<string | null>;
}

export interface StoredObjectTable {
  sha256: string;
  size_bytes: number;
  media_type: string;
  deid_profile: string | null;
  created_at: number;
}

export interface ImageFileTable {
  id: Generated<number>;
  study_id: number;
  /** Position in the study (place-images.ts). A snapshot has the position of its source. */
  position: number;
  /** 0 for images of earlier versions, which have the order of their file names. */
  placed: Generated<Flag>;
  instance_id: string;
  filename: string;
  object_sha256: string;
  small_icon_sha256: string;
  big_icon_sha256: string;
  size_bytes: number;
  number_of_frames: number;
  /** Frames that are in the file; null where that was not counted. */
  frames_available: number | null;
  width: number;
  height: number;
  frame_rate: number | null;
  manufacturer: string | null;
  modality: string | null;
  transfer_syntax_uid: string;
  /** gzip of the JSON of StoredMetadata. */
  metadata: Bytes;
  may_carry_burned_in_text: Flag;
  /** Colour space that a user chose instead of the file's; null uses the file's. */
  colours: Generated<Colours | null>;
  imported_at: number;
  /** Of an image made from one frame of another: the source's `instance_id`, its frame number and its author; otherwise null. */
  snapshot_of: Generated<string | null>;
  snapshot_frame: Generated<number | null>;
  snapshot_by: Generated<number | null>;
  /** Made in blind work or by a test user: only part of that work. */
  snapshot_private: Generated<Flag | null>;
}

/** `inactive` is a JSON list of filenames the user took out. */
export interface FileSelectionTable {
  study_id: number;
  user_id: number;
  inactive: string;
  updated_at: number;
}

export interface StudyOpenTable {
  study_id: number;
  user_id: number;
  opened_at: number;
}

/**
 * The record of an image as some version of its study holds it, stored once: gzip of JSON, `sha256` of the JSON before
 * compression. `facts` is the JSON of what rules read of it; null until they first do.
 */
export interface ImageDocumentTable {
  study_id: number;
  sha256: string;
  instance_id: string;
  facts: string | null;
  document: Bytes;
}

/**
 * Immutable. `document` is gzip of the JSON of a manifest, `sha256` belongs to the JSON before compression. In format 1, which
 * only damaged versions still have, it held the images themselves.
 */
export interface AnalysisVersionTable {
  id: Generated<number>;
  study_id: number;
  editor_id: number;
  author_id: number;
  parent_id: number | null;
  role: RoleName;
  blind: Flag;
  created_at: number;
  save_id: string | null;
  config_versions: string;
  engine_version: string | null;
  study_state: StudyState;
  format: number;
  document: Bytes;
  sha256: string;
  /** The version whose content this one brought back. */
  restored_from: number | null;
  /** Hex hash of what the save sent; null in versions made before it was kept. */
  request_sha256: string | null;
  /** Kept as one side of a conflict, and never current; null in versions made before there were any. */
  without_head: Flag | null;
  /** Of the line of work: 1 unless its editor was asked to repeat the study. */
  pass: Generated<number>;
}

/** Newest version of one line of work: study, editor, blind and pass. Flags are the step dots. */
export interface AnalysisHeadTable {
  study_id: number;
  editor_id: number;
  blind: Flag;
  pass: number;
  version_id: number;
  updated_at: number;
  study_state: StudyState;
  /** When changed requirements gave it this state; null while its state comes from its save. */
  state_since: Generated<number | null>;
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
  /** Key of the editor's e-mail by contract/rules/sort.ts; these columns hold while the study is `listed`. */
  list_editor: Generated<string | null>;
  list_steps: Generated<number>;
  /** Reviewers who finished on this version, and the key of their e-mails. */
  list_validated: Generated<number>;
  list_validators: Generated<string | null>;
  /** Of blind work the current pass of its editor; of shared work the newest of its editor. */
  list_is_current: Generated<Flag>;
  /** Editor of the newest complete shared work of the study. */
  list_newest_editor: Generated<number | null>;
  /** Next step in current work (contract/rules/work-task.ts): the key of its words, and its JSON. Null where nothing is left. */
  list_next: Generated<string | null>;
  list_task: Generated<string | null>;
}

/**
 * A comment or score entry about an image, in the line of work (study, editor, blind, pass) it was written in. `id` comes from
 * its writer, `anchor` is JSON. A removed one keeps its row.
 */
export interface ImageCommentTable {
  study_id: number;
  id: string;
  instance_id: string;
  image_filename: string;
  editor_id: number;
  blind: Flag;
  pass: number;
  author_id: number;
  role: RoleName;
  created_at: number;
  type: string;
  content: string;
  image_label: string | null;
  anchor: string | null;
  /** Written in a review. */
  review: Flag;
  resolved: Flag;
  deleted_at: number | null;
}

/** A study that a person is to read. For each reader and pass there is at most one row without an end. */
export interface AssignmentTable {
  id: string;
  study_id: number;
  reader_id: number;
  blind: Flag;
  pass: number;
  /** Null for a repeat, which begins automatically. */
  assigned_by: number | null;
  assigned_at: number;
  /** YYYY-MM-DD; null without a last day. */
  due_on: string | null;
  paused: Flag;
  /** Days from the end of the reading to its repeat; null where there is none, or it has begun. */
  repeat_after_days: number | null;
  /** When it was taken back or handed over. */
  ended_at: number | null;
}

/** A finished consensus review that readers are compared with, as it was when it was marked. A study has at most one without an end. */
export interface GoldCaseTable {
  id: string;
  study_id: number;
  editor_id: number;
  blind: Flag;
  reviewer_id: number;
  /** The editor's version that the review is based on. */
  base_version: number;
  /** Version of the review; null where it is the copy of its base. */
  version_id: number | null;
  /** JSON list of the versions of the reviews that it settles. */
  consensus_of: string;
  marked_by: number;
  marked_at: number;
  ended_at: number | null;
  /** JSON of Tolerances; null without any. */
  tolerances: string | null;
}

/** Gold cases that blind readers read with feedback. */
export interface CourseTable {
  id: string;
  project_id: number;
  name: string;
  /** YYYY-MM-DD; null without a last day. */
  due_on: string | null;
  made_by: number;
  made_at: number;
}

/** A case of a course for one reader: the gold case as it was when the course was made, and the assignment of its study. */
export interface CourseCaseTable {
  course_id: string;
  reader_id: number;
  /** From 1. */
  position: number;
  study_id: number;
  gold_id: string;
  assignment_id: string;
  /** When feedback was shown first; with it, the version of the reading that it is about, and JSON of FeedbackImage[]. */
  feedback_at: number | null;
  feedback_version: number | null;
  feedback: string | null;
}

/** A reader's certificate for an image type; at most one without an end for each. */
export interface CertificateTable {
  id: string;
  project_id: number;
  reader_id: number;
  blind: Flag;
  image_type: string;
  /** JSON of CertifiedValue[]. */
  figures: string;
  issued_by: number;
  issued_at: number;
  /** YYYY-MM-DD, the last valid day. */
  expires_on: string;
  /** When it was taken back or replaced. */
  ended_at: number | null;
}

/** A reader's first readings against a standard, as they were compared last. */
export interface ReaderReportTable {
  project_id: number;
  reader_id: number;
  blind: Flag;
  standard: Standard;
  studies: number;
  /** JSON of ReaderMeasurement[]. */
  measurements: string;
  /** gzip of the JSON of an AgreementReport. */
  content: Bytes;
  /** Of the bytes before compression. */
  sha256: string;
  size_bytes: number;
  made_at: number;
}

/** Active time of a reader with an image in a step of a work line; a review has the line of the work that it is of. */
export interface EffortTable {
  study_id: number;
  editor_id: number;
  blind: Flag;
  pass: number;
  review: Flag;
  reader_id: number;
  /** Empty for the study as a whole. */
  instance_id: string;
  step: EffortStep;
  /** As it was when time was last added; null for an image without a type. */
  image_type: string | null;
  active_ms: number;
}

/** A batch of active time that was counted. The same batch again counts nothing. */
export interface EffortBatchTable {
  reader_id: number;
  batch: string;
  study_id: number;
  counted_ms: number;
  added_at: number;
}

/** A pass that an Admin assigned: the work of earlier ones is not read in it. The first pass needs no row. */
export interface WorkLineTable {
  study_id: number;
  editor_id: number;
  blind: Flag;
  pass: number;
  assigned_by: number;
  assigned_at: number;
}

/**
 * A version of a review; immutable. `document` is gzip of the JSON of a manifest of the review's images and of their source
 * images, `sha256` belongs to the JSON before compression. `base_version` is the editor's, `parent_id` the review's.
 */
export interface ReviewVersionTable {
  id: Generated<number>;
  study_id: number;
  editor_id: number;
  blind: Flag;
  reviewer_id: number;
  parent_id: number | null;
  base_version: number;
  created_at: number;
  save_id: string | null;
  request_sha256: string | null;
  config_versions: string;
  engine_version: string | null;
  /** By the rule for Reviewers. */
  study_state: StudyState;
  format: number;
  document: Bytes;
  sha256: string;
  /** Kept as one side of a conflict, and never current. */
  without_head: Flag;
}

/** A reviewer's review of one editor's work. An outcome overrides the computed state until the study is reopened. */
export interface ReviewTable {
  study_id: number;
  editor_id: number;
  blind: Flag;
  reviewer_id: number;
  state: 'draft' | 'checkpoint' | 'finished';
  /** The version of the editor it is based on. */
  base_version: number;
  /** Its newest version; null while it is the copy of `base_version` as that is. */
  version_id: number | null;
  /** By the rule for Reviewers, of the newest version; null while that is null. */
  study_state: StudyState | null;
  /** The version it was finished on; null until then. */
  finished_version: number | null;
  control: string | null;
  outcome_state: StudyState | null;
  outcome_by: number | null;
  outcome_at: number | null;
  /** Who took the outcome back, and when: it is kept and counts no more. Null while it counts. */
  outcome_hidden_by: Generated<number | null>;
  outcome_hidden_at: Generated<number | null>;
  /** JSON list of the versions of other people's reviews that a consensus review was made from. */
  consensus_of: Generated<string | null>;
  /** JSON of what a consensus took from whom; null for other reviews. */
  consensus_taken: Generated<string | null>;
  /** Why it was finished with open points; null where none was open, and where no reason was given. */
  finish_reason: Generated<string | null>;
  /** JSON list of what was open when it was finished; null before its end. */
  finish_open: Generated<string | null>;
  created_at: number;
  updated_at: number;
  finished_at: number | null;
}

/**
 * An issue of a review. `id` comes from its writer, `reason` is a code of the configured list, `anchor` is JSON. A removed one
 * keeps its row.
 */
export interface ReviewIssueTable {
  study_id: number;
  id: string;
  editor_id: number;
  blind: Flag;
  reviewer_id: number;
  instance_id: string;
  reason: string;
  content: string;
  anchor: string | null;
  created_at: number;
  resolved_by: number | null;
  resolved_at: number | null;
  deleted_at: number | null;
  /** Of the editor of the work; both null without one. */
  reply: Generated<string | null>;
  replied_at: Generated<number | null>;
}

/** Acts that follow one another; a restore starts a new chain that `continues` the end of the old one. */
export interface AuditChainTable {
  id: Generated<number>;
  continues: string | null;
  started_at: number;
  last_hash: string;
  length: number;
}

/** An act. `detail` is JSON; `hash` covers all of it and the hash before it. */
export interface AuditEntryTable {
  id: Generated<number>;
  chain_id: number;
  at: number;
  actor_id: number | null;
  role: RoleName | null;
  act: string;
  study_id: number | null;
  subject: string | null;
  detail: string;
  previous_hash: string;
  hash: string;
  /** Which fields the hash covers: 1 before the identities were recorded, 2 with them. */
  format: Generated<number>;
  /** E-mail of the actor's account when it acted. */
  actor_email: string | null;
  /** Name of the study in calls and addresses: `study_id` of its row. */
  study_code: string | null;
}

/** Work that takes longer than a call. `request`, `log` and `result` are JSON; its output is in `exports/{id}`. */
export interface JobTable {
  id: string;
  kind: string;
  owner_id: number;
  role: RoleName;
  project_id: number | null;
  request: string;
  state: JobState;
  done: number;
  total: number | null;
  failure: string | null;
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
  /** Number of starts, and of failures of the job itself. */
  attempts: Generated<number>;
  failures: Generated<number>;
  /** It is not begun before. */
  not_before: Generated<number>;
  /** End of the time in which only `lease_holder` works at it, unless the lease is renewed. */
  lease_until: number | null;
  lease_holder: string | null;
  /** A list of lines. */
  log: Generated<string>;
  /** Its result; null before it finished. */
  result: string | null;
  /** When its output was removed. */
  removed_at: number | null;
  /** Time of the mail to its owner about its end. */
  notified_at: number | null;
}

/** A file of a project's statistics: gzip bytes, with hash and length before compression. */
export interface ProjectStatisticsTable {
  project_id: number;
  name: string;
  content: Bytes;
  sha256: string;
  size_bytes: number;
  made_at: number;
}

/** argon2id in its PHC text form, which names its own parameters. */
export interface CredentialTable {
  user_id: number;
  password_hash: string;
  changed_at: number;
}

/** `secret` is encrypted with a key outside of the database; `last_step` is the newest time step a code was taken for. */
export interface TotpDeviceTable {
  user_id: number;
  secret: Bytes;
  last_step: number;
  confirmed_at: number;
}

export interface RecoveryCodeTable {
  code_hash: string;
  user_id: number;
  created_at: number;
  used_at: number | null;
}

/** An account of a foreign login service: `issuer` and `subject` of its ID token, never the e-mail. */
export interface IdentityTable {
  issuer: string;
  subject: string;
  user_id: number;
  created_at: number;
}

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
  step: LoginStep;
  user_id: number | null;
  attempts: number;
  facts: Bytes;
  created_at: number;
  expires_at: number;
}

export interface LoginCodeTable {
  code_hash: string;
  user_id: number;
  challenge: string;
  expires_at: number;
}

/** Calls of one person or address in a window, of all servers; the key is a keyed hash. */
export interface CallCountTable {
  key: string;
  window_at: number;
  calls: number;
}

/** Failures since they were last forgiven; `key` hashes account, address or both. */
export interface SignInFailureTable {
  key: string;
  failures: number;
  last_at: number;
}

export interface UserSettingsTable {
  user_id: number;
  settings: string;
  updated_at: number;
}

/** People whose work counts as a test in one project only (docs/specification.md#platform-6). */
export interface ProjectTestUserTable {
  project_id: number;
  user_id: number;
}

/**
 * The file's own statement about text in the picture, which is unverified; or that the text was blacked
 * out, which was verified.
 */
export type BurnedInText = 'may-carry' | 'said-to-carry-none' | 'blacked-out';

/** Visible parts of pictures of a device. */
export interface DeviceMaskTable {
  project_id: number;
  /** Keyed hash of maker, model, size and regions. */
  device_key: string;
  /** Only names of closed lists. */
  manufacturer: string | null;
  model: string | null;
  columns: number;
  rows: number;
  /** Rectangles as JSON. */
  regions: string;
  state: MaskState;
  /** PictureMask as JSON. */
  mask: string;
  /** Grows with every decision. */
  version: number;
  seen_at: number;
  decided_by: number | null;
  decided_at: number | null;
}

/** How often lists of a project changed; absent before they first did. */
export interface ListRevisionTable {
  project_id: number;
  revision: number;
}

export interface ImportRunTable {
  job_id: string;
  source_kind: 'folder' | 'upload' | 'pacs';
  /** Configured name of the folder or PACS; empty for an upload. */
  source_name: string;
  /** The order, sealed: it may name patients. Null once the import has ended. */
  sealed_order: Uint8Array | null;
  /** Rows of the mapping without a study, as a JSON list of numbers. */
  rows_unused: string;
}

/** Outcome of a file of an import. */
export interface ImportFileTable {
  job_id: string;
  /** Keyed hash of the name, by which a second try finds the row of the first. */
  name_mark: string;
  /** Place in the order of the source, from 0. */
  position: number;
  outcome: ImportOutcome;
  study_id: string | null;
  burned_in_text: BurnedInText | null;
  age_left_out: number;
  /** Name and reason, sealed; null once they are no longer kept. */
  sealed: Uint8Array | null;
}

/** An address outside that events of a project are sent to. `events` is a JSON list; the secret signs what is sent. */
export interface WebhookTable {
  id: string;
  project_id: number;
  name: string;
  url: string;
  events: string;
  active: Flag;
  sealed_secret: Uint8Array;
  created_at: number;
}

/** An event on its way to one webhook. The row is written in the transaction of the event. */
export interface WebhookDeliveryTable {
  id: string;
  webhook_id: string;
  event: WebhookEvent | 'test';
  /** Study, export or release of the event, by its name in calls; empty for a test. */
  subject: string;
  /** Content of the message: the same bytes at every attempt. */
  body: string;
  occurred_at: number;
  state: DeliveryState;
  attempts: number;
  /** Attempts that failed since it was last asked for. */
  failures: number;
  attempted_at: number | null;
  /** Status of the last response; null where none came. */
  status: number | null;
  /** Why the last attempt failed; null when it did not. */
  cause: string | null;
  next_at: number;
  lease_holder: string | null;
  /** 0 while no server attempts it. */
  lease_until: number;
}

/** A release. Its row is written when its archive is stored, and never changed. */
export interface ReleaseTable {
  /** Id of the job that made it. */
  id: string;
  project_id: number;
  name: string;
  /** Counts the releases of one name in a project, from 1. */
  version: number;
  /** JSON of ReleaseRequest. */
  request: string;
  made_by: number;
  made_at: number;
  /** The archive. */
  object_sha256: string;
  size_bytes: number;
  /** JSON of ReleaseContents. */
  contents: string;
  /** JSON of ReleaseDifferences; null for a first version. */
  differences: string | null;
}

/** A version that a release was made from; pruning keeps it. */
export interface ReleaseWorkTable {
  release_id: string;
  study_id: number;
  /** The editor's version, or for a review the one it is based on. */
  analysis_version: number;
  /** Null for the work of an editor, and for a review that is the copy of its base. */
  review_version: number | null;
}

/** A structured report of a machine. */
export interface MachineReportTable {
  project_id: number;
  /** De-identified SOP Instance UID of the report. */
  instance_id: string;
  /** Null until the images of its study are imported. */
  study_id: number | null;
  /** De-identified Study Instance UID. */
  study_instance_uid: string;
  /** Keyed identity of the patient, as with their images. */
  patient_key: string;
  /** The same by the spelling in the file, as in studies of earlier versions; null where the spelling does not differ. */
  spelled_patient_key: string | null;
  /** An image that the report refers to; null without one. */
  image_instance_id: string | null;
  /** gzip of MachineReport. */
  content: Bytes;
  content_sha256: string;
  imported_at: number;
}
