import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { inTransaction } from './in-transaction.ts';

const FLAGS = ['validated', 'qc', 'selected', 'annotated', 'segmented_dop', 'segmented_2d', 'segmented_bio', 'measured'] as const;
const COUNTS = ['images_selected', 'images_calibrated', 'images_segmented', 'total_images'] as const;

/** A line of work is study, editor, blind and pass: a person may be asked to do the same study again without what they did before. */
export const createWorkLines = (dialect: Dialect) => {
  const integer = dialect === 'postgres' ? 'bigint' : 'integer';
  const required = (c: ColumnDefinitionBuilder) => c.notNull();
  const to = (target: string) => (c: ColumnDefinitionBuilder) => c.notNull().references(target);

  return {
    up: (database: Kysely<unknown>): Promise<void> =>
      inTransaction(database, async (db) => {
        await db.schema
          .createTable('work_line')
          .addColumn('study_id', integer, to('study.id'))
          .addColumn('editor_id', integer, to('user_account.id'))
          .addColumn('blind', integer, required)
          .addColumn('pass', integer, required)
          .addColumn('assigned_by', integer, to('user_account.id'))
          .addColumn('assigned_at', integer, required)
          .addPrimaryKeyConstraint('work_line_key', ['study_id', 'editor_id', 'blind', 'pass'] as never)
          .execute();
        await db.schema
          .alterTable('analysis_version')
          .addColumn('pass', integer, (c) => c.notNull().defaultTo(1))
          .execute();
        // SQLite changes no primary key: the table is recreated.
        let heads = db.schema
          .createTable('analysis_head_of_line')
          .addColumn('study_id', integer, to('study.id'))
          .addColumn('editor_id', integer, to('user_account.id'))
          .addColumn('blind', integer, required)
          .addColumn('pass', integer, required)
          .addColumn('version_id', integer, to('analysis_version.id'))
          .addColumn('updated_at', integer, required)
          .addColumn('study_state', 'text', required);
        for (const name of [...FLAGS, ...COUNTS]) heads = heads.addColumn(name, integer, required);
        await heads.addPrimaryKeyConstraint('analysis_head_of_line_key', ['study_id', 'editor_id', 'blind', 'pass'] as never).execute();
        const rest = sql.join(['version_id', 'updated_at', 'study_state', ...FLAGS, ...COUNTS].map((name) => sql.ref(name)));
        await sql`insert into analysis_head_of_line (study_id, editor_id, blind, pass, ${rest})
          select study_id, editor_id, blind, 1, ${rest} from analysis_head`.execute(db);
        await db.schema.dropTable('analysis_head').execute();
        await db.schema.alterTable('analysis_head_of_line').renameTo('analysis_head').execute();
      }),
  };
};
