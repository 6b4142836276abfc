import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Strict } from '@echometry/contract/records/strict.ts';
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Db } from '../db/connect.ts';
import { DATABASE_TABLES } from '../db/schema.ts';
import { Refusal } from '../errors.ts';
import { CONFIG_FILE } from './workspace-folder.ts';
import { LOCK_FILE } from './folder-lock.ts';
import { KEYS_FOLDER } from './keys.ts';
import { MARK_FILE, WorkspaceMark, writeMark, writeWhole } from './mark.ts';

/** There while a workspace is being made; it holds the mark the workspace will get. */
const MAKING_FILE = 'making';
/** There while a backup is being restored; it names the backup. */
const RESTORING_FILE = 'restoring';
const Restoring = Strict({
  backup: Type.String({ minLength: 1 }),
  /** Settings of the places of records and objects; absent in a file of an earlier version. */
  settings: Type.Optional(Type.Array(Type.String())),
});
export const RECORDS_FILE = 'records.sqlite';
/** The records of a backup on their way into a workspace. */
export const RECORDS_ASIDE = 'records.restoring.sqlite';
export const OBJECTS_FOLDER = 'objects';

/** Files that a making leaves in a folder: nothing else is ever removed there. */
const OURS = [
  KEYS_FOLDER,
  OBJECTS_FOLDER,
  ...[RECORDS_FILE, RECORDS_ASIDE].flatMap((name) => [name, `${name}-wal`, `${name}-shm`]),
  `${MARK_FILE}.part`,
  'control.sock',
];

/**
 * Files that a folder may hold before it is made a workspace: settings, and first files that were cut off while they were
 * written.
 */
const LAID_BEFORE: readonly string[] = [CONFIG_FILE, `${MAKING_FILE}.part`, `${RESTORING_FILE}.part`];

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
  if (found.includes(MAKING_FILE) || found.includes(RESTORING_FILE)) return;
  if (found.some((name) => !name.startsWith(LOCK_FILE) && !LAID_BEFORE.includes(name)))
    throw new Refusal(`${folder} ${found.includes(MARK_FILE) ? 'is a workspace' : 'contains files but is not a workspace'}. ${advice}`);
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

/** Begins a restore: until `finishMaking`, a start refuses the folder, and the restore may be repeated. */
export async function beginRestore(folder: string, backup: string, mark: WorkspaceMark): Promise<void> {
  const settings = [
    ...(mark.records === 'postgres' ? ['ECHOMETRY_DATABASE_URL'] : []),
    ...(mark.objects === undefined ? [] : ['the settings of the bucket']),
  ];
  await writeWhole(path.join(folder, RESTORING_FILE), { backup, settings } satisfies Static<typeof Restoring>);
  await beginFolder(folder, mark);
}

/** Refuses a folder in which a restore failed or was cut off: a start would make an empty workspace of it. */
export function refuseFailedRestore(folder: string): void {
  const file = path.join(folder, RESTORING_FILE);
  if (!existsSync(file)) return;
  let content: unknown = null;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Cut off while it was written: the command then names no backup.
  }
  const { backup, settings = [] } = Value.Check(Restoring, content) ? content : { backup: 'FOLDER_OF_THE_BACKUP' };
  const where = settings.length === 0 ? '' : `, with ${settings.join(' and ')} as before`;
  throw new Refusal(
    `A backup was being restored into ${folder}, and the restore did not end. Nothing was changed. Repeat it${where}: ECHOMETRY_DATA=${quoted(folder)} npm run admin -- restore ${quoted(backup)}. To begin with an empty workspace instead, choose another folder with ECHOMETRY_DATA.`,
  );
}

/** A word of a shell command. */
const quoted = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`);

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

/** The folder is now a workspace. */
export async function finishMaking(folder: string, mark: WorkspaceMark): Promise<void> {
  await writeMark(folder, mark);
  for (const name of [MAKING_FILE, RESTORING_FILE]) rmSync(path.join(folder, name), { force: true });
}
