import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Refusal } from '../errors.ts';

const KEY_BYTES = 32;
export const KEYS_FOLDER = 'keys';
export const KEY_NAMES = ['signing.key', 'deid.key', 'login.key'] as const;
type KeyName = (typeof KEY_NAMES)[number];

/** Where the keys of a workspace are: in its folder, or in a folder that ECHOMETRY_KEYS names and several servers share. */
export const keysFolder = (folder: string, shared?: string | null): string => shared ?? path.join(folder, KEYS_FOLDER);

/** Makes keys, all of them for a new workspace; those that are there stay. */
export function makeKeys(folder: string, names: readonly KeyName[] = KEY_NAMES): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of names) {
    const file = path.join(folder, name);
    if (!existsSync(file)) writeFileSync(file, randomBytes(KEY_BYTES), { mode: 0o600, flag: 'wx' });
  }
}

/** A key of a workspace. A missing one is refused: a new one would fit nothing that is stored. */
export function readKey(folder: string, name: KeyName, shared?: string | null): Uint8Array {
  const file = path.join(keysFolder(folder, shared), name);
  if (!existsSync(file)) throw new Refusal(`${file} is missing. Bring it back from a backup: what was stored under it fits no other key.`);
  const key = readFileSync(file);
  if (key.length < KEY_BYTES) throw new Refusal(`${file} is damaged: it is shorter than ${KEY_BYTES} bytes. Bring it back from a backup.`);
  return key;
}

/** Identifies the keys of a workspace without revealing them: kept in the database, so that no server starts with others. */
export function keysMark(folder: string, shared?: string | null): string {
  const hash = createHash('sha256').update('keys of a workspace');
  for (const name of KEY_NAMES)
    hash.update(
      createHash('sha256')
        .update(readKey(folder, name, shared))
        .digest(),
    );
  return hash.digest('hex');
}
