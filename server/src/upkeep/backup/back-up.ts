import { mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { connect } from '../../db/connect.ts';
import { migrate } from '../../db/migrate.ts';
import { isStorageFull } from '../../db/storage-full.ts';
import { hashOfFile } from '../../objects/landing.ts';
import { objectPath } from '../../objects/store.ts';
import { Refusal } from '../../errors.ts';
import { CONFIG_FILE } from '../../workspace/workspace-folder.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { KEY_NAMES, KEYS_FOLDER } from '../../workspace/keys.ts';
import { OBJECTS_FOLDER, RECORDS_FILE } from '../../workspace/making.ts';
import { AUDIT_HEAD_FILE } from '../../workspace/audit-head.ts';
import { withHome, writeWhole } from '../../workspace/mark.ts';
import { copyFromPostgres } from './copy-rows.ts';
import { copyAndHash, copyStream } from './copy-file.ts';
import { copySqlite } from './copy-sqlite.ts';
import { type BackupManifest, writeManifest } from './manifest.ts';

export interface JobOptions {
  signal: AbortSignal;
  onProgress?: (progress: { done: number; total: number }) => void;
  now: () => number;
}

async function emptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new Refusal(`${folder} is not empty. A backup needs its own empty folder, so that no older one is lost when a new one fails.`);
}

/** The records at one moment, whichever engine keeps them, as one SQLite file. */
async function copyRecords(workspace: Workspace, to: string, signal: AbortSignal): Promise<void> {
  if (workspace.location.kind === 'sqlite') return copySqlite(workspace.location.file, to, signal);
  const copy = connect({ kind: 'sqlite', file: to });
  try {
    await migrate(copy);
    await copyFromPostgres(workspace.db, copy, signal);
  } finally {
    await copy.close();
  }
}

function objectsNamedIn(records: string): string[] {
  const db = new DatabaseSync(records, { readOnly: true });
  try {
    return (db.prepare('select sha256 from stored_object order by sha256').all() as Array<{ sha256: string }>).map((row) => row.sha256);
  } finally {
    db.close();
  }
}

/** Writes the newest act of the copied records next to the keys of the backup; nothing where no act was written. */
async function writeHeadOf(records: string, folder: string): Promise<BackupManifest['files']> {
  const db = new DatabaseSync(records, { readOnly: true });
  const newest = db.prepare('select id as entry_id, hash from audit_entry order by id desc limit 1').get();
  db.close();
  if (newest === undefined) return [];
  const name = path.join(KEYS_FOLDER, AUDIT_HEAD_FILE);
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeWhole(file, newest);
  const [{ size }, sha256] = [await stat(file), await hashOfFile(file)];
  if (sha256 === null) throw new Error('The newest act of the backup vanished');
  return [{ path: name, size_bytes: size, sha256 }];
}

async function copyOwnFiles(workspace: Workspace, folder: string): Promise<BackupManifest['files']> {
  const files: BackupManifest['files'] = [];
  const own: Array<[from: string, name: string]> = [
    ...KEY_NAMES.map((key): [string, string] => [path.join(workspace.keysFolder, key), path.join(KEYS_FOLDER, key)]),
    [path.join(workspace.folder, CONFIG_FILE), CONFIG_FILE],
  ];
  for (const [from, name] of own) {
    const copied = await copyAndHash(from, path.join(folder, name));
    if (copied !== null) files.push({ path: name, ...copied });
  }
  return files;
}

/**
 * Copies a workspace while people work: first the records as they are at one moment, then the objects they name, which
 * never change, and last a manifest with the hash of everything. An object that is damaged or missing is left out by name.
 */
export async function backUp(workspace: Workspace, folder: string, { signal, onProgress, now }: JobOptions): Promise<BackupManifest> {
  await emptyFolder(folder);
  const made_at = now();
  try {
    const records = path.join(folder, RECORDS_FILE);
    await copyRecords(workspace, records, signal);
    const recordsHash = await hashOfFile(records);
    if (recordsHash === null) throw new Error('The copy of the records vanished');
    const objects: BackupManifest['objects'] = [];
    const left_out: string[] = [];
    const named = objectsNamedIn(records);
    for (const [done, key] of named.entries()) {
      signal.throwIfAborted();
      const copied = await copyStream(workspace.objects.read(key), objectPath(path.join(folder, OBJECTS_FOLDER), key));
      if (copied?.sha256 === key) objects.push(copied);
      else left_out.push(key);
      onProgress?.({ done: done + 1, total: named.length });
    }
    const { size } = await stat(records);
    const files = [
      { path: RECORDS_FILE, size_bytes: size, sha256: recordsHash },
      ...(await copyOwnFiles(workspace, folder)),
      ...(await writeHeadOf(records, folder)),
    ];
    // Of a backup, objects are always in its own folder.
    const manifest = { made_at, workspace: withHome(workspace.mark, null), files, objects, left_out };
    await writeManifest(folder, manifest);
    return { format: 1, ...manifest };
  } catch (error) {
    if (signal.aborted) throw new Refusal(`Cancelled. ${folder} holds no backup: remove it.`);
    if (isStorageFull(error))
      throw new Refusal(`The backup does not fit into ${folder}. It holds no backup: remove it, and choose a larger disk.`);
    throw error;
  }
}
