/** A build of the next version: this one with one more migration, bundled as releases are. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleServer } from '../../scripts/lib/bundle.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = path.join('build', 'next-version');
export const NEXT_MIGRATION = '0999-of-the-next-version';
/** The list that a version adds its migrations to; the next one adds at its end. */
const LIST_END = /(export function migrationsOf[\s\S]*?)(\n {2}\};)/;

/**
 * As docs/why/storage.md#databases-migrate-forward-only allows: columns of tables that every request reads and every save writes, a table
 * and an index.
 */
const MIGRATION = `
    '${NEXT_MIGRATION}': {
      up: async (db) => {
        await db.schema.alterTable('session').addColumn('of_the_next_version', 'text').execute();
        await db.schema.alterTable('user_account').addColumn('of_the_next_version', 'text').execute();
        await db.schema.alterTable('analysis_head').addColumn('of_the_next_version', 'integer', (c) => c.notNull().defaultTo(0)).execute();
        await db.schema.alterTable('analysis_version').addColumn('of_the_next_version', 'integer', (c) => c.notNull().defaultTo(0)).execute();
        await db.schema.createTable('next_version').addColumn('id', 'integer', (c) => c.primaryKey()).execute();
        await db.schema.createIndex('analysis_version_next').on('analysis_version').column('of_the_next_version').execute();
      },
    },`;

const withMigration = {
  name: 'with-migration',
  setup(build: {
    onLoad: (where: { filter: RegExp }, load: (of: { path: string }) => Promise<{ contents: string; loader: 'ts' }>) => void;
  }): void {
    build.onLoad({ filter: /server\/src\/db\/migrate\.ts$/ }, async ({ path: file }) => {
      const source = await readFile(file, 'utf8');
      const contents = source.replace(LIST_END, (_all, list: string, end: string) => list + MIGRATION + end);
      if (contents === source) throw new Error('the list of migrations was not found');
      return { contents, loader: 'ts' };
    });
  },
};

/** Bundles it; returns its program. */
export async function buildNextVersion(): Promise<string> {
  await bundleServer(FOLDER, [withMigration]);
  return path.join(ROOT, FOLDER, 'main.js');
}
