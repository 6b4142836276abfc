import { createReadStream, existsSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { continueInNewChain } from '../../db/audit.ts';
import { connect, type DatabaseLocation, type Db } from '../../db/connect.ts';
import { migrate } from '../../db/migrate.ts';
import { revokeTokensOf } from '../../db/personal-tokens.ts';
import { claimBucket, refuseForeignBucket } from '../../objects/bucket-identity.ts';
import type { BucketSettings } from '../../objects/bucket-settings.ts';
import { bucketStore } from '../../objects/bucket-store.ts';
import { NO_CHECKS } from '../../objects/checks.ts';
import { hashOfFile } from '../../objects/landing.ts';
import { objectPath, type ObjectStore } from '../../objects/store.ts';
import { Refusal } from '../../errors.ts';
import { makeRecords } from '../../workspace/workspace.ts';
import { CONFIG_FILE } from '../../workspace/workspace-folder.ts';
import { takeDatabaseLock } from '../../workspace/database-lock.ts';
import { ownFolder } from '../../workspace/folder-lock.ts';
import {
  beginRestore,
  finishMaking,
  makeFolder,
  OBJECTS_FOLDER,
  RECORDS_ASIDE,
  RECORDS_FILE,
  refuseForeignFiles,
} from '../../workspace/making.ts';
import { type WorkspaceMark, withHome } from '../../workspace/mark.ts';
import { homeOf } from '../../workspace/objects-home.ts';
import { completeMaking, forgetShared } from '../../workspace/records-identity.ts';
import { copyAndHash } from './copy-file.ts';
import { copyToPostgres } from './copy-rows.ts';
import { type BackupManifest, readManifest } from './manifest.ts';

export interface Restore {
  backup: string;
  /** An empty or new folder. */
  folder: string;
  /** An empty PostgreSQL database; null restores the records into the folder. */
  database: Extract<DatabaseLocation, { kind: 'postgres' }> | null;
  /** An empty bucket; null or absent restores the objects into the folder. */
  bucket?: BucketSettings | null;
  now: () => number;
  onProgress?: (progress: { done: number; total: number }) => void;
}

const damaged = (what: string): Refusal => new Refusal(`${what} of the backup is missing or damaged. Nothing was restored.`);

async function copyChecked(from: string, to: string, sha256: string, what: string): Promise<void> {
  const copied = await copyAndHash(from, to);
  if (copied?.sha256 !== sha256) throw damaged(what);
}

/** Puts an object of the backup into the bucket unless it is there, which a restore that was cut off leaves. */
async function takeChecked(store: ObjectStore, file: string, sha256: string): Promise<void> {
  // Whatever the fault is, the object cannot be restored.
  const found = await stat(file).catch(() => null);
  if (found === null || (await hashOfFile(file)) !== sha256) throw damaged(`The object ${sha256}`);
  if ((await store.size(sha256)) === found.size && (await store.isSound(sha256))) return;
  await store.take(sha256, found.size, () => createReadStream(file));
}

/** Ends what was open when the backup was made: people signed out or disabled since would be signed in again. */
async function endWhatWasOpen({ query }: Db, now: number): Promise<void> {
  await query.updateTable('session').set({ revoked_at: now }).where('revoked_at', 'is', null).execute();
  await revokeTokensOf(query, null, now);
  await query.updateTable('one_time_link').set({ expires_at: now }).where('used_at', 'is', null).where('expires_at', '>', now).execute();
  await query.deleteFrom('login_flow').execute();
  await query.deleteFrom('login_code').execute();
  await query.deleteFrom('study_open').execute();
  for (const table of ['study_lease', 'turn', 'object_check'] as const) await query.deleteFrom(table).execute();
  await continueInNewChain(query, now);
}

/** The records of the backup, migrated to the tables of this version, in a separate file. */
async function prepareRecords(restore: Restore, manifest: BackupManifest): Promise<string> {
  const aside = path.join(restore.folder, RECORDS_ASIDE);
  const stored = manifest.files.find((file) => file.path === RECORDS_FILE);
  if (stored === undefined) throw damaged(RECORDS_FILE);
  await copyChecked(path.join(restore.backup, RECORDS_FILE), aside, stored.sha256, RECORDS_FILE);
  const db = connect({ kind: 'sqlite', file: aside });
  try {
    await migrate(db);
    await endWhatWasOpen(db, restore.now());
    await forgetShared(db);
    // A backup made before workspaces had ids names none; one whose making was cut off is none.
    await completeMaking(db, manifest.workspace.workspace_id);
  } finally {
    // Empties the write-ahead log, so that the file may be renamed without it.
    await db.close();
  }
  for (const beside of [`${aside}-wal`, `${aside}-shm`]) await rm(beside, { force: true });
  return aside;
}

async function restoreRecords(restore: Restore, aside: string, mark: WorkspaceMark): Promise<void> {
  if (restore.database === null) return rename(aside, path.join(restore.folder, RECORDS_FILE));
  const db = connect(restore.database);
  try {
    await makeRecords(db, mark);
    await copyToPostgres(aside, db);
    await completeMaking(db, mark.workspace_id);
  } finally {
    await db.close();
  }
  return rm(aside, { force: true });
}

/**
 * Makes a workspace from a backup, in an empty folder and, where one is named, an empty PostgreSQL database, whichever engine the
 * backup came from. Everything is hashed on its way; an interrupted restore starts again automatically.
 *
 * @throws Refusal when folder or database are not empty, or the backup is damaged.
 */
export async function restoreBackup(restore: Restore): Promise<WorkspaceMark> {
  const { backup, folder, database, bucket = null } = restore;
  const store = bucket === null ? null : bucketStore(bucket, { checks: NO_CHECKS, shared: false });
  const manifest = readManifest(backup);
  makeFolder(folder);
  const release = ownFolder(folder);
  let lock: { release: () => Promise<void> } | null = null;
  try {
    refuseForeignFiles(folder, 'Name an empty or new folder with ECHOMETRY_DATA; a backup is never restored over a workspace.');
    if (database !== null) lock = await takeDatabaseLock(database.url, () => undefined);
    const mark = withHome(
      { ...manifest.workspace, records: database === null ? 'sqlite' : 'postgres' },
      bucket === null ? null : homeOf(bucket),
    );
    if (bucket !== null) await refuseForeignBucket(bucket, mark.workspace_id);
    const hasOwnSettings = existsSync(path.join(folder, CONFIG_FILE));
    await beginRestore(folder, path.resolve(backup), mark);
    for (const file of manifest.files) {
      // Settings that were laid there before stay: they define the place of this workspace.
      if (file.path === RECORDS_FILE || (file.path === CONFIG_FILE && hasOwnSettings)) continue;
      if (path.normalize(file.path).startsWith('..') || path.isAbsolute(file.path)) throw damaged(file.path);
      await copyChecked(path.join(backup, file.path), path.join(folder, file.path), file.sha256, file.path);
    }
    for (const [done, { sha256 }] of manifest.objects.entries()) {
      const place = (root: string): string => objectPath(path.join(root, OBJECTS_FOLDER), sha256);
      if (store === null) await copyChecked(place(backup), place(folder), sha256, `The object ${sha256}`);
      else await takeChecked(store, place(backup), sha256);
      restore.onProgress?.({ done: done + 1, total: manifest.objects.length });
    }
    if (bucket !== null) await claimBucket(bucket, mark.workspace_id);
    // The records come last: a complete folder is recognised by them.
    await restoreRecords(restore, await prepareRecords(restore, manifest), mark);
    await finishMaking(folder, mark);
    return mark;
  } finally {
    await store?.close();
    await lock?.release();
    release();
  }
}
