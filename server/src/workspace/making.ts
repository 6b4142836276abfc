import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { Value } from 'typebox/value';
import type { Db } from '../db/connect.ts';
import { DATABASE_TABLES } from '../db/schema.ts';
import { Refusal } from '../refusal.ts';
import { CONFIG_FILE } from '../workspace-folder.ts';
import { LOCK_FILE } from './folder-lock.ts';
import { KEYS_FOLDER } from './keys.ts';
import { MARK_FILE, WorkspaceMark, writeMark, writeWhole } from './mark.ts';

/** There while a workspace is being made; it holds the mark the workspace will get. */
const MAKING_FILE = 'making';
export const RECORDS_FILE = 'records.sqlite';
/** The records of a backup on their way into a workspace. */
export const RECORDS_ASIDE = 'records.restoring.sqlite';
export const OBJECTS_FOLDER = 'objects';

/** What a making leaves in a folder: nothing else is ever removed there. */
const OURS = [
  KEYS_FOLDER,
  OBJECTS_FOLDER,
  ...[RECORDS_FILE, RECORDS_ASIDE].flatMap((name) => [name, `${name}-wal`, `${name}-shm`]),
  `${MARK_FILE}.part`,
  'control.sock',
];

/** Makes the folder of a workspace where it is absent. */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === 'EEXIST' || code === 'ENOTDIR'
        ? 'a file is in the way'
        : code === 'EACCES' || code === 'EPERM' || code === 'EROFS'
          ? 'this account may not write there'
          : String(error);
    throw new Refusal(`${folder} cannot be made a workspace: ${why}. Choose another folder with ECHOMETRY_DATA.`);
  }
}

/** Refuses a folder that holds anything but settings laid there before the first start, or an interrupted making. */
export function refuseForeignFiles(folder: string, advice = 'Choose an empty or new folder with ECHOMETRY_DATA.'): void {
  const found = readdirSync(folder);
  if (found.includes(MAKING_FILE)) return;
  if (found.some((name) => !name.startsWith(LOCK_FILE) && name !== CONFIG_FILE))
    throw new Refusal(`${folder} ${found.includes(MARK_FILE) ? 'is a workspace' : 'holds files but is no workspace'}. ${advice}`);
}

/** The mark of the workspace whose making was interrupted; null when there is none, or when it was cut before its first record. */
export function interruptedMaking(folder: string): WorkspaceMark | null {
  const file = path.join(folder, MAKING_FILE);
  if (!existsSync(file)) return null;
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Value.Check(WorkspaceMark, content) ? content : null;
  } catch {
    return null;
  }
}

/** Removes what an interrupted making left in the folder. */
function clearFolder(folder: string): void {
  for (const name of OURS) rmSync(path.join(folder, name), { recursive: true, force: true });
}

/** Removes what an interrupted making left in a database: the tables of this program and of its migrations. */
export async function clearDatabase({ query }: Db): Promise<void> {
  for (const table of [...DATABASE_TABLES, 'kysely_migration', 'kysely_migration_lock'])
    await sql`drop table if exists ${sql.table(table)} cascade`.execute(query);
}

/** Begins a making in an empty folder, or once more where one was interrupted: until `finishMaking`, nothing in it counts. */
export async function beginFolder(folder: string, mark: WorkspaceMark): Promise<void> {
  clearFolder(folder);
  await writeWhole(path.join(folder, MAKING_FILE), mark);
}

/** The folder is a workspace from here on. */
export async function finishMaking(folder: string, mark: WorkspaceMark): Promise<void> {
  await writeMark(folder, mark);
  rmSync(path.join(folder, MAKING_FILE), { force: true });
}
