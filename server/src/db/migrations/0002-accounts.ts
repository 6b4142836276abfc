import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** Accounts with two factors, links, sign-ins under way, settings of people, history that names what it restored. */
export const createAccounts = (dialect: Dialect) => {
  const integer = dialect === 'postgres' ? 'bigint' : 'integer';
  const blob = dialect === 'postgres' ? sql`bytea` : sql`blob`;
  const required = (c: ColumnDefinitionBuilder) => c.notNull();
  const user = (c: ColumnDefinitionBuilder) => c.notNull().references('user_account.id');
  const key = (c: ColumnDefinitionBuilder) => c.primaryKey();

  return {
    async up(db: Kysely<unknown>): Promise<void> {
      const create = (name: string) => db.schema.createTable(name);

      await create('credential')
        .addColumn('user_id', integer, (c) => c.primaryKey().references('user_account.id'))
        .addColumn('password_hash', 'text', required)
        .addColumn('changed_at', integer, required)
        .execute();

      await create('totp_device')
        .addColumn('user_id', integer, (c) => c.primaryKey().references('user_account.id'))
        .addColumn('secret', blob, required)
        .addColumn('last_step', integer, required)
        .addColumn('confirmed_at', integer, required)
        .execute();

      await create('recovery_code')
        .addColumn('code_hash', 'text', key)
        .addColumn('user_id', integer, user)
        .addColumn('created_at', integer, required)
        .addColumn('used_at', integer)
        .execute();
      await db.schema.createIndex('recovery_code_user').on('recovery_code').column('user_id').execute();

      await create('identity')
        .addColumn('issuer', 'text', required)
        .addColumn('subject', 'text', required)
        .addColumn('user_id', integer, user)
        .addColumn('created_at', integer, required)
        .addPrimaryKeyConstraint('identity_key', ['issuer', 'subject'] as never)
        .execute();

      await create('one_time_link')
        .addColumn('link_hash', 'text', key)
        .addColumn('kind', 'text', required)
        .addColumn('email', 'text')
        .addColumn('grants', 'text', required)
        .addColumn('created_at', integer, required)
        .addColumn('expires_at', integer, required)
        .addColumn('used_at', integer)
        .execute();

      await create('login_flow')
        .addColumn('flow_hash', 'text', key)
        .addColumn('step', 'text', required)
        .addColumn('user_id', integer, (c) => c.references('user_account.id'))
        .addColumn('attempts', integer, required)
        .addColumn('facts', blob, required)
        .addColumn('created_at', integer, required)
        .addColumn('expires_at', integer, required)
        .execute();

      await create('login_code')
        .addColumn('code_hash', 'text', key)
        .addColumn('user_id', integer, user)
        .addColumn('challenge', 'text', required)
        .addColumn('expires_at', integer, required)
        .execute();

      await create('sign_in_failure')
        .addColumn('key', 'text', key)
        .addColumn('failures', integer, required)
        .addColumn('last_at', integer, required)
        .execute();

      await create('user_settings')
        .addColumn('user_id', integer, (c) => c.primaryKey().references('user_account.id'))
        .addColumn('settings', 'text', required)
        .addColumn('updated_at', integer, required)
        .execute();

      await create('project_test_user')
        .addColumn('project_id', integer, (c) => c.notNull().references('project.id'))
        .addColumn('user_id', integer, user)
        .addPrimaryKeyConstraint('project_test_user_key', ['project_id', 'user_id'] as never)
        .execute();

      await db.schema.alterTable('analysis_version').addColumn('restored_from', integer).execute();
      await db.schema.createIndex('analysis_version_study').on('analysis_version').column('study_id').execute();
      await db.schema.alterTable('study').addColumn('gestational_age_set_by', integer).execute();
      await db.schema.alterTable('study').addColumn('gestational_age_set_at', integer).execute();
      await db.schema.createIndex('session_user').on('session').column('user_id').execute();
    },
  };
};
