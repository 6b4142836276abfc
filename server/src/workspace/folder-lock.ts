import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { Refusal } from '../errors.ts';

export const LOCK_FILE = 'lock.sqlite';

// SQLite keeps a file lock for as long as the handle lives: it must not be collected.
const heldLocks = new Set<InstanceType<typeof DatabaseSync>>();

/** Takes the lock of a folder, or null when another process holds it. It is free again the moment the process ends, however it ends. */
function takeLock(folder: string): (() => void) | null {
  const lock = new DatabaseSync(path.join(folder, LOCK_FILE));
  try {
    lock.exec('PRAGMA busy_timeout=0');
    lock.exec('PRAGMA locking_mode=exclusive');
    lock.exec('BEGIN EXCLUSIVE');
    lock.exec('CREATE TABLE IF NOT EXISTS owner (pid INTEGER)');
    lock.exec('DELETE FROM owner');
    // Not prepared: a statement that was not collected yet would keep the lock beyond close().
    lock.exec(`INSERT INTO owner VALUES (${process.pid})`);
    lock.exec('COMMIT');
  } catch (error) {
    lock.close();
    if (/locked|busy/i.test(String(error))) return null;
    throw error;
  }
  heldLocks.add(lock);
  return () => {
    heldLocks.delete(lock);
    lock.close();
  };
}

/** Takes the lock of a folder. @throws Refusal when another process holds it. */
export function ownFolder(folder: string): () => void {
  const release = takeLock(folder);
  if (release === null)
    throw new Refusal(`Another Echometry already uses ${folder}. Stop it first, or choose another folder with ECHOMETRY_DATA.`);
  return release;
}
