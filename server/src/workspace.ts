import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { OneOf, Strict } from '@echometry/contract/records/strict.ts';
import { connect, type DatabaseLocation, type Db } from './db/connect.ts';
import { migrate } from './db/migrate.ts';
import { quickCheck } from './db/sqlite.ts';
import { type ObjectStore, openFolderStore } from './objects/store.ts';
import { CONFIG_FILE } from './workspace-folder.ts';

/** A refusal told to the person in one clear sentence; no stack trace helps. */
export class Refusal extends Error {}

const WORKSPACE_FORMAT = 1;
const KEY_BYTES = 32;
const MARK = 'workspace.json';
const LOCK = 'lock.sqlite';
/** There while a workspace is being made; what an interrupted making left behind is thrown away. */
const MAKING = 'making';

const Mark = Strict({
  format: Type.Integer(),
  kind: OneOf(['demo', 'real'] as const),
  cloud: Type.String({ minLength: 1 }),
  created_at: Type.Integer(),
});
export type WorkspaceMark = Static<typeof Mark>;
export type WorkspaceKind = WorkspaceMark['kind'];

/** An opened folder: database, objects, keys, and the lock that makes this process its only owner. */
export interface Workspace {
  readonly folder: string;
  readonly mark: WorkspaceMark;
  readonly db: Db;
  readonly objects: ObjectStore;
  /** Signs addresses of files. */
  readonly signingKey: Uint8Array;
  /** Hashes identities and UIDs; losing it means no later file of a patient finds its earlier ones. */
  readonly deidKey: Uint8Array;
  /** Seals secrets of the login service; losing it means that everybody pairs an authenticator anew. */
  readonly loginKey: Uint8Array;
  /** Listens here for `npm run import` and `npm run admin`. */
  readonly socketPath: string;
  close(): Promise<void>;
}

// SQLite keeps a file lock for as long as the handle lives: it must not be collected.
const heldLocks = new Set<InstanceType<typeof DatabaseSync>>();

/** Takes the lock of a folder, or null when another process holds it. It is free again the moment the process ends, however it ends. */
export function takeLock(folder: string): (() => void) | null {
  const lock = new DatabaseSync(path.join(folder, LOCK));
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

/** The mark of a folder; null when it is no workspace (yet). */
export function readMark(folder: string): WorkspaceMark | null {
  const file = path.join(folder, MARK);
  if (!existsSync(file)) return null;
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Refusal(`${file} is damaged: it holds no JSON.`);
  }
  const format = (content as { format?: unknown } | null)?.format;
  if (typeof format === 'number' && format > WORKSPACE_FORMAT) {
    throw new Refusal(`${folder} was made by a newer Echometry (workspace format ${format}, this one reads ${WORKSPACE_FORMAT}).`);
  }
  if (!Value.Check(Mark, content)) throw new Refusal(`${file} is damaged: it is no description of a workspace.`);
  return content;
}

function readOrMakeKey(folder: string, name: string): Uint8Array {
  const file = path.join(folder, 'keys', name);
  if (existsSync(file)) {
    const key = readFileSync(file);
    if (key.length < KEY_BYTES) throw new Refusal(`${file} is damaged: it is shorter than ${KEY_BYTES} bytes.`);
    return key;
  }
  const key = randomBytes(KEY_BYTES);
  writeFileSync(file, key, { mode: 0o600, flag: 'wx' });
  return key;
}

/** A new folder must not adopt the records of another workspace: its keys could read none of them. */
async function refuseForeignDatabase(db: Db): Promise<void> {
  const row = await db.query.selectFrom('user_account').select('id').limit(1).executeTakeFirst();
  if (row !== undefined) throw new Refusal('The PostgreSQL database holds records of another workspace, or of one whose making was interrupted. Name an empty database.');
}

export interface OpenOptions {
  folder: string;
  /** What to make where nothing is. */
  kindIfNew: WorkspaceKind;
  cloud?: string;
  /** PostgreSQL instead of the file in the folder. */
  database?: DatabaseLocation;
  /** Fills a workspace that was just made; it counts as made only when this has ended. */
  onNew?: (workspace: Workspace) => Promise<void>;
  now?: () => number;
}

const ownedByAnother = (folder: string): Refusal =>
  new Refusal(`Another Echometry already uses ${folder}. Stop it first, or choose another folder with ECHOMETRY_DATA.`);

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'EEXIST' || code === 'ENOTDIR' ? 'a file is in the way' : code === 'EACCES' || code === 'EPERM' || code === 'EROFS' ? 'this account may not write there' : String(error);
    throw new Refusal(`${folder} cannot be made a workspace: ${why}. Choose another folder with ECHOMETRY_DATA.`);
  }
}

/** Makes the mark appear whole or not at all. */
async function writeMark(folder: string, mark: WorkspaceMark): Promise<void> {
  const aside = path.join(folder, `${MARK}.part`);
  const handle = await open(aside, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(mark, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(aside, path.join(folder, MARK));
}

/** Empties a folder whose making was interrupted; refuses one that holds anything but settings laid there before the first start. */
function prepareNew(folder: string): void {
  const found = readdirSync(folder).filter((name) => !name.startsWith(LOCK) && name !== CONFIG_FILE);
  if (found.length > 0 && !found.includes(MAKING)) {
    throw new Refusal(`${folder} holds files but is no workspace. Choose an empty or new folder with ECHOMETRY_DATA.`);
  }
  for (const name of found) rmSync(path.join(folder, name), { recursive: true, force: true });
  writeFileSync(path.join(folder, MAKING), '');
}

/** Opens a workspace, or makes it where the folder is absent or empty. One process owns it until `close`. */
export async function openWorkspace(options: OpenOptions): Promise<Workspace> {
  const { folder } = options;
  const now = options.now ?? Date.now;
  makeFolder(folder);
  const release = takeLock(folder);
  if (release === null) throw ownedByAnother(folder);
  let db: Db | null = null;
  try {
    const known = readMark(folder);
    if (known === null) prepareNew(folder);
    const mark: WorkspaceMark = known ?? { format: WORKSPACE_FORMAT, kind: options.kindIfNew, cloud: options.cloud ?? 'local', created_at: now() };
    mkdirSync(path.join(folder, 'keys'), { recursive: true, mode: 0o700 });
    const location = options.database ?? { kind: 'sqlite', file: path.join(folder, 'records.sqlite') };
    if (known !== null && location.kind === 'sqlite') {
      const fault = quickCheck(location.file);
      if (fault !== null) throw new Refusal(`The database of ${folder} is damaged: ${fault}. Restore it from a backup.`);
    }
    db = connect(location);
    await migrate(db);
    if (known === null && location.kind === 'postgres') await refuseForeignDatabase(db);
    const opened = db;
    const workspace: Workspace = {
      folder, mark, db: opened,
      objects: await openFolderStore(path.join(folder, 'objects')),
      signingKey: readOrMakeKey(folder, 'signing.key'),
      deidKey: readOrMakeKey(folder, 'deid.key'),
      loginKey: readOrMakeKey(folder, 'login.key'),
      socketPath: path.join(folder, 'control.sock'),
      close: async () => {
        await opened.close();
        release();
      },
    };
    if (known === null) {
      await options.onNew?.(workspace);
      await writeMark(folder, mark);
      rmSync(path.join(folder, MAKING), { force: true });
    }
    return workspace;
  } catch (error) {
    await db?.close();
    release();
    throw error;
  }
}
