import { createHash } from 'node:crypto';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DatabaseSync } from '@photostructure/sqlite';
import { Kysely } from 'kysely';
import { faultsOfAudit } from '../../db/audit-check.ts';
import { MAX_DOCUMENT_BYTES } from '../../db/document.ts';
import { documentsOfEntry, type ManifestEntry } from '../../db/image-documents.ts';
import type { Database } from '../../db/schema.ts';
import { sqliteDialect } from '../../db/sqlite-driver.ts';
import { openSqliteToRead } from '../../db/sqlite.ts';
import { hashOfFile } from '../../objects/landing.ts';
import { objectPath } from '../../objects/store.ts';
import { OBJECTS_FOLDER, RECORDS_FILE } from '../../workspace/making.ts';
import { AUDIT_HEAD_FILE, faultsOfRecordedAudit } from '../../workspace/audit-head.ts';
import { KEYS_FOLDER } from '../../workspace/keys.ts';
import { type BackupManifest, readManifest } from './manifest.ts';
import { batchesOf, type Records } from './sqlite-rows.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

export interface Verified {
  manifest: BackupManifest;
  /** Faults, one sentence each; empty for a sound backup. */
  faults: string[];
}

const isPlain = (name: string): boolean => !path.isAbsolute(name) && !name.split(/[\\/]/).includes('..');

/** Reads the records of a backup: their structure, the hash of every document, and that every object they name is there. */
function faultsOfRecords(file: string, objects: ReadonlySet<string>): string[] {
  const faults: string[] = [];
  let db: Records | null = null;
  try {
    db = new DatabaseSync(file, { readOnly: true });
    for (const row of db.prepare('PRAGMA integrity_check').all() as Array<{ integrity_check: string }>)
      if (row.integrity_check !== 'ok') faults.push(`The records are damaged: ${row.integrity_check}.`);
    const sound = soundDocuments(db);
    faults.push(...faultsOfVersions(db, 'analysis_version', 'Version', sound));
    // A backup made before reviews had versions has none.
    if (hasTable(db, 'review_version')) faults.push(...faultsOfVersions(db, 'review_version', 'Version of a review,', sound));
    for (const { sha256 } of db.prepare('select sha256 from stored_object').all() as Array<{ sha256: string }>)
      if (!objects.has(sha256)) faults.push(`The object ${sha256} is named by the records and not in the backup.`);
  } catch (error) {
    faults.push(`The records cannot be read: ${messageOf(error)}.`);
  } finally {
    db?.close();
  }
  return faults;
}

/** Versions whose document holds the images themselves; later ones name a document for each. */
const WHOLE = 1;

function hasTable(db: Records, name: string): boolean {
  return db.prepare(`select 1 from sqlite_master where type = 'table' and name = ?`).get(name) !== undefined;
}

/** Hashes of the sound documents of images, by study. */
function soundDocuments(db: Records): Set<string> {
  // A backup made before there were manifests has none.
  if (!hasTable(db, 'image_document')) return new Set();
  const sound = new Set<string>();
  type Row = { study_id: number; sha256: string; document: Uint8Array };
  for (const rows of batchesOf<Row>(db, 'd.study_id, d.sha256, d.document', 'image_document d', 'd'))
    for (const row of rows) if (jsonOf(row) !== null) sound.add(`${row.study_id} ${row.sha256}`);
  return sound;
}

function faultsOfVersions(db: Records, table: 'analysis_version' | 'review_version', name: string, sound: ReadonlySet<string>): string[] {
  const columns = 'v.id, v.format, v.document, v.sha256, v.study_id as study_key, s.study_id';
  const faults: string[] = [];
  for (const rows of batchesOf<VersionRow>(db, columns, `${table} v join study s on s.id = v.study_id`, 'v'))
    for (const row of rows) {
      const isWhole = table === 'analysis_version' && row.format === WHOLE;
      faults.push(...faultsOfVersion(row, `${name} ${row.id} of study ${row.study_id}`, isWhole, sound));
    }
  return faults;
}

interface VersionRow {
  id: number;
  format: number;
  document: Uint8Array;
  sha256: string;
  study_key: number;
  study_id: string;
}

function faultsOfVersion(row: VersionRow, named: string, isWhole: boolean, sound: ReadonlySet<string>): string[] {
  const json = jsonOf(row);
  if (json === null) return [`${named} is damaged.`];
  if (isWhole) return [];
  const { images, originals = [] } = JSON.parse(json.toString('utf8')) as { images: ManifestEntry[]; originals?: ManifestEntry[] };
  return [...images, ...originals].flatMap((entry) =>
    documentsOfEntry(entry).every((sha256) => sound.has(`${row.study_key} ${sha256}`))
      ? []
      : [`${named} is damaged: image ${entry.instance_id}.`],
  );
}

/** The JSON of a document; null when it is not what was stored. */
function jsonOf(row: { document: Uint8Array; sha256: string }): Buffer | null {
  try {
    const json = gunzipSync(row.document, { maxOutputLength: MAX_DOCUMENT_BYTES });
    return createHash('sha256').update(json).digest('hex') === row.sha256 ? json : null;
  } catch {
    return null;
  }
}

/** Faults of a backup's audit. Earlier versions wrote no newest act next to its keys. */
async function faultsOfBackupAudit(folder: string, { files }: BackupManifest): Promise<string[]> {
  const { driver, close } = openSqliteToRead(path.join(folder, RECORDS_FILE));
  const query = new Kysely<Database>({ dialect: sqliteDialect(driver) });
  try {
    const isRecorded = files.some((file) => file.path === path.join(KEYS_FOLDER, AUDIT_HEAD_FILE));
    return await (isRecorded ? faultsOfRecordedAudit({ db: { query }, keysFolder: path.join(folder, KEYS_FOLDER) }) : faultsOfAudit(query));
  } finally {
    close();
  }
}

/** Reads a backup back and compares everything with its manifest. Needs no workspace. */
export async function verifyBackup(folder: string, onProgress?: (progress: { done: number; total: number }) => void): Promise<Verified> {
  const manifest = readManifest(folder);
  const faults = manifest.left_out.map((key) => `The object ${key} was damaged or missing when the backup was made.`);
  for (const file of manifest.files) {
    if (!isPlain(file.path)) faults.push(`The manifest names ${file.path}, which is outside the backup.`);
    else if ((await hashOfFile(path.join(folder, file.path))) !== file.sha256) faults.push(`${file.path} is missing or damaged.`);
  }
  for (const [done, { sha256 }] of manifest.objects.entries()) {
    if ((await hashOfFile(objectPath(path.join(folder, OBJECTS_FOLDER), sha256))) !== sha256)
      faults.push(`The object ${sha256} is missing or damaged.`);
    onProgress?.({ done: done + 1, total: manifest.objects.length });
  }
  const known = new Set([...manifest.objects.map((object) => object.sha256), ...manifest.left_out]);
  faults.push(
    ...faultsOfRecords(path.join(folder, RECORDS_FILE), known),
    ...(await faultsOfBackupAudit(folder, manifest).catch((error: unknown) => [`The audit cannot be read: ${messageOf(error)}.`])),
  );
  return { manifest, faults };
}
