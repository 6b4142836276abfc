import type { Db } from '../db/connect.ts';
import type { ObjectStore, Quarantined } from './store.ts';

/** Objects that no record names are kept for this long, in ms: time to notice that the wrong records were opened. */
export const QUARANTINE_MS = 30 * 24 * 60 * 60 * 1000;

const namedObjects = async (db: Db): Promise<Set<string>> =>
  new Set((await db.query.selectFrom('stored_object').select('sha256').execute()).map((row) => row.sha256));

export interface Sorted {
  setApart: number;
  broughtBack: number;
}

/**
 * Brings store and records into line without losing a byte: what no record names is set apart, and what a record names comes back
 * from the quarantine, as when the right database is opened again. Only while nothing is imported, or with `before`, so that
 * objects of a running import are kept: only those stored before that time, in ms.
 */
export async function sortUnknownObjects(db: Db, objects: ObjectStore, now: number, before?: number): Promise<Sorted> {
  const named = await namedObjects(db);
  const sorted: Sorted = { setApart: 0, broughtBack: 0 };
  for (const { key } of await objects.quarantined()) {
    if (named.has(key) && (await objects.bringBack(key))) sorted.broughtBack += 1;
  }
  for await (const key of objects.keys(before)) {
    if (named.has(key)) continue;
    await objects.setApart(key, now);
    sorted.setApart += 1;
  }
  return sorted;
}

/** Removes for good what has been in the quarantine for its time; returns what went. */
export async function purgeQuarantine(db: Db, objects: ObjectStore, now: number): Promise<Quarantined[]> {
  const named = await namedObjects(db);
  const due = (await objects.quarantined()).filter(({ key, since }) => now - since >= QUARANTINE_MS && !named.has(key));
  for (const { key } of due) await objects.purge(key);
  return due;
}
