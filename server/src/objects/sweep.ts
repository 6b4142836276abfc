import { type Db } from '../db/connect.ts';
import { type ObjectStore } from './store.ts';

/** Removes objects no record names: bytes whose import was killed before its records came. Only before anything is imported. */
export async function sweepOrphans(db: Db, objects: ObjectStore): Promise<number> {
  const rows = await db.query.selectFrom('stored_object').select('sha256').execute();
  const named = new Set(rows.map((row) => row.sha256));
  return objects.sweep((key) => named.has(key));
}
