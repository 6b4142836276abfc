import { DatabaseSync } from '@photostructure/sqlite';

/** Numbers of the versions that the records of a backup hold, read without the product. */
export function versionsIn(records: string): Set<number> {
  const db = new DatabaseSync(records, { readOnly: true });
  try {
    return new Set((db.prepare('select id from analysis_version').all() as { id: number }[]).map(({ id }) => id));
  } finally {
    db.close();
  }
}
