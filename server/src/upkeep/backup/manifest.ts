import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Strict } from '@echometry/contract/records/strict.ts';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { Refusal } from '../../errors.ts';
import { WorkspaceMark, writeWhole } from '../../workspace/mark.ts';

/** Written last: a folder without it is not a backup. */
const MANIFEST_FILE = 'manifest.json';
const BACKUP_FORMAT = 1;

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Size = Type.Integer({ minimum: 0 });

export const BackupManifest = Strict({
  format: Type.Literal(BACKUP_FORMAT),
  /** When the records were copied, in ms since 1970 UTC: what was saved later is not in it. */
  made_at: Type.Integer(),
  workspace: WorkspaceMark,
  /** Records, keys and settings, by path within the backup. */
  files: Type.Array(Strict({ path: Type.String(), size_bytes: Size, sha256: Sha256 })),
  /** Objects, each at `objects/sha256/ab/cd/<sha256>`. */
  objects: Type.Array(Strict({ sha256: Sha256, size_bytes: Size })),
  /** Objects that records name and that were missing or damaged in the workspace. */
  left_out: Type.Array(Sha256),
});
export type BackupManifest = Static<typeof BackupManifest>;

export const writeManifest = (folder: string, content: Omit<BackupManifest, 'format'>): Promise<void> =>
  writeWhole(path.join(folder, MANIFEST_FILE), { format: BACKUP_FORMAT, ...content });

/** @throws Refusal when the folder is not a backup, or has a newer format. */
export function readManifest(folder: string): BackupManifest {
  const file = path.join(folder, MANIFEST_FILE);
  if (!existsSync(file))
    throw new Refusal(`${folder} is not a backup: it has no ${MANIFEST_FILE}, which is written last. Was the backup cut off?`);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Refusal(`${file} is damaged: it holds no JSON.`);
  }
  const format = (content as { format?: unknown } | null)?.format;
  if (typeof format === 'number' && format > BACKUP_FORMAT)
    throw new Refusal(`${folder} was made by a newer Echometry (backup format ${format}, this one reads ${BACKUP_FORMAT}).`);
  if (!Value.Check(BackupManifest, content)) throw new Refusal(`${file} is damaged: it is not a description of a backup.`);
  return content;
}
