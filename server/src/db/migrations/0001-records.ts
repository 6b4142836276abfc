import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

// Column types are spelled per engine where they differ: 64-bit integers and blobs have other names, and only
// SQLite's own keyword gives numbers that are never used twice.
export const createRecords = (dialect: Dialect) => {
  const integer = dialect === 'postgres' ? 'bigint' : 'integer';
  const real = dialect === 'postgres' ? 'double precision' : 'real';
  const blob = dialect === 'postgres' ? sql`bytea` : sql`blob`;
  const serial = <T extends string>(table: CreateTableBuilder<T, never>) =>
    dialect === 'postgres'
      ? table.addColumn('id', 'bigserial', (c) => c.primaryKey())
      : table.addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement());
  const required = (c: ColumnDefinitionBuilder) => c.notNull();
  const to = (target: string) => (c: ColumnDefinitionBuilder) => c.notNull().references(target);

  return {
    async up(db: Kysely<unknown>): Promise<void> {
      const create = (name: string) => db.schema.createTable(name);

      await create('workspace_meta')
        .addColumn('key', 'text', (c) => c.primaryKey())
        .addColumn('value', 'text', required)
        .execute();

      await serial(create('user_account'))
        .addColumn('email', 'text', (c) => c.notNull().unique())
        .addColumn('name', 'text', required)
        .addColumn('family_names', 'text', required)
        .addColumn('user_type', 'text', required)
        .addColumn('is_test', integer, required)
        .addColumn('active', integer, required)
        .addColumn('created_at', integer, required)
        .execute();

      await create('terms_acceptance')
        .addColumn('user_id', integer, to('user_account.id'))
        .addColumn('version', 'text', required)
        .addColumn('accepted_at', integer, required)
        .addPrimaryKeyConstraint('terms_acceptance_key', ['user_id', 'version'] as never)
        .execute();

      await serial(create('project'))
        .addColumn('key', 'text', (c) => c.notNull().unique())
        .addColumn('db_name', 'text', (c) => c.notNull().unique())
        .addColumn('cloud_system', 'text', required)
        .addColumn('bucket', 'text')
        .addColumn('document', 'text', required)
        .execute();

      await create('project_member')
        .addColumn('project_id', integer, to('project.id'))
        .addColumn('user_id', integer, to('user_account.id'))
        .addPrimaryKeyConstraint('project_member_key', ['project_id', 'user_id'] as never)
        .execute();

      await serial(create('role_grant'))
        .addColumn('user_id', integer, to('user_account.id'))
        .addColumn('project_id', integer, (c) => c.references('project.id'))
        .addColumn('role', 'text', required)
        .addColumn('reviews_to', 'text', required)
        .execute();
      await db.schema.createIndex('role_grant_user').on('role_grant').column('user_id').execute();

      await create('session')
        .addColumn('token_hash', 'text', (c) => c.primaryKey())
        .addColumn('sign_in_hash', 'text')
        .addColumn('user_id', integer, to('user_account.id'))
        .addColumn('role', 'text')
        .addColumn('created_at', integer, required)
        .addColumn('expires_at', integer, required)
        .addColumn('revoked_at', integer)
        .execute();
      await db.schema.createIndex('session_sign_in').on('session').column('sign_in_hash').execute();

      await create('config_set')
        .addColumn('name', 'text', required)
        .addColumn('version', integer, required)
        .addColumn('sha256', 'text', required)
        .addColumn('data', blob, required)
        .addColumn('created_at', integer, required)
        .addPrimaryKeyConstraint('config_set_key', ['name', 'version'] as never)
        .execute();

      await serial(create('patient'))
        .addColumn('project_id', integer, to('project.id'))
        .addColumn('patient_key', 'text', required)
        .addColumn('patient_show', 'text', (c) => c.notNull().unique())
        .addColumn('date_shift_days', integer, required)
        .addUniqueConstraint('patient_of_project', ['project_id', 'patient_key'] as never)
        .execute();

      await serial(create('study'))
        .addColumn('project_id', integer, to('project.id'))
        .addColumn('patient_id', integer, to('patient.id'))
        .addColumn('study_id', 'text', (c) => c.notNull().unique())
        .addColumn('study_date', 'text', required)
        .addColumn('study_instance_uid', 'text', required)
        .addColumn('data_type', 'text', required)
        .addColumn('study_type', 'text')
        .addColumn('code', 'text')
        .addColumn('active', integer, required)
        .addColumn('gestational_age_days', integer)
        .addColumn('gestational_age_source', 'text')
        .addColumn('age_days', integer)
        .addColumn('age_source', 'text')
        .addColumn('sex', 'text')
        .addColumn('sex_source', 'text')
        .addColumn('height_cm', real)
        .addColumn('height_source', 'text')
        .addColumn('weight_kg', real)
        .addColumn('weight_source', 'text')
        .addColumn('created_at', integer, required)
        .execute();
      await db.schema.createIndex('study_project').on('study').column('project_id').execute();

      await create('stored_object')
        .addColumn('sha256', 'text', (c) => c.primaryKey())
        .addColumn('size_bytes', integer, required)
        .addColumn('media_type', 'text', required)
        .addColumn('deid_profile', 'text')
        .addColumn('created_at', integer, required)
        .execute();

      await serial(create('image_file'))
        .addColumn('study_id', integer, to('study.id'))
        .addColumn('position', integer, required)
        .addColumn('instance_id', 'text', required)
        .addColumn('filename', 'text', required)
        .addColumn('object_sha256', 'text', to('stored_object.sha256'))
        .addColumn('small_icon_sha256', 'text', to('stored_object.sha256'))
        .addColumn('big_icon_sha256', 'text', to('stored_object.sha256'))
        .addColumn('size_bytes', integer, required)
        .addColumn('number_of_frames', integer, required)
        .addColumn('width', integer, required)
        .addColumn('height', integer, required)
        .addColumn('frame_rate', real)
        .addColumn('manufacturer', 'text')
        .addColumn('modality', 'text')
        .addColumn('transfer_syntax_uid', 'text', required)
        .addColumn('metadata', blob, required)
        .addColumn('may_carry_burned_in_text', integer, required)
        .addColumn('imported_at', integer, required)
        .addUniqueConstraint('image_of_study', ['study_id', 'instance_id'] as never)
        .addUniqueConstraint('filename_of_study', ['study_id', 'filename'] as never)
        .execute();

      await create('file_selection')
        .addColumn('study_id', integer, to('study.id'))
        .addColumn('user_id', integer, to('user_account.id'))
        .addColumn('inactive', 'text', required)
        .addColumn('updated_at', integer, required)
        .addPrimaryKeyConstraint('file_selection_key', ['study_id', 'user_id'] as never)
        .execute();

      await create('study_open')
        .addColumn('study_id', integer, (c) => c.primaryKey().references('study.id'))
        .addColumn('user_id', integer, to('user_account.id'))
        .addColumn('opened_at', integer, required)
        .execute();

      await serial(create('analysis_version'))
        .addColumn('study_id', integer, to('study.id'))
        .addColumn('editor_id', integer, to('user_account.id'))
        .addColumn('author_id', integer, to('user_account.id'))
        .addColumn('parent_id', integer, (c) => c.references('analysis_version.id'))
        .addColumn('role', 'text', required)
        .addColumn('blind', integer, required)
        .addColumn('created_at', integer, required)
        .addColumn('save_id', 'text')
        .addColumn('config_versions', 'text', required)
        .addColumn('engine_version', 'text')
        .addColumn('study_state', 'text', required)
        .addColumn('format', integer, required)
        .addColumn('document', blob, required)
        .addColumn('sha256', 'text', required)
        .addUniqueConstraint('save_of_author', ['author_id', 'study_id', 'save_id'] as never)
        .execute();

      await create('analysis_head')
        .addColumn('study_id', integer, to('study.id'))
        .addColumn('editor_id', integer, to('user_account.id'))
        .addColumn('blind', integer, required)
        .addColumn('version_id', integer, to('analysis_version.id'))
        .addColumn('updated_at', integer, required)
        .addColumn('study_state', 'text', required)
        .addColumn('validated', integer, required)
        .addColumn('qc', integer, required)
        .addColumn('selected', integer, required)
        .addColumn('annotated', integer, required)
        .addColumn('segmented_dop', integer, required)
        .addColumn('segmented_2d', integer, required)
        .addColumn('segmented_bio', integer, required)
        .addColumn('measured', integer, required)
        .addColumn('images_selected', integer, required)
        .addColumn('images_calibrated', integer, required)
        .addColumn('images_segmented', integer, required)
        .addColumn('total_images', integer, required)
        .addPrimaryKeyConstraint('analysis_head_key', ['study_id', 'editor_id', 'blind'] as never)
        .execute();

      await create('validation')
        .addColumn('study_id', integer, to('study.id'))
        .addColumn('editor_id', integer, to('user_account.id'))
        .addColumn('reviewer_id', integer, to('user_account.id'))
        .addColumn('version_id', integer, to('analysis_version.id'))
        .addColumn('control', 'text')
        .addColumn('validated_at', integer, required)
        .addPrimaryKeyConstraint('validation_key', ['study_id', 'editor_id', 'reviewer_id'] as never)
        .execute();
    },
  };
};
