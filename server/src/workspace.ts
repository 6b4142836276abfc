import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { connect, type DatabaseLocation, type Db } from './db/connect.ts';
import { migrate } from './db/migrate.ts';
import { quickCheck } from './db/sqlite.ts';
import { type ObjectStore, openFolderStore } from './objects/store.ts';
import { Refusal } from './refusal.ts';
import { type DatabaseLock, takeDatabaseLock } from './workspace/database-lock.ts';
import { ownFolder } from './workspace/folder-lock.ts';
import { makeKeys, readKey } from './workspace/keys.ts';
import {
  clearDatabase,
  beginFolder,
  finishMaking,
  makeFolder,
  interruptedMaking,
  OBJECTS_FOLDER,
  RECORDS_FILE,
  refuseForeignFiles,
} from './workspace/making.ts';
import { isOlder, readMark, type WorkspaceKind, type WorkspaceMark, WORKSPACE_FORMAT, writeMark } from './workspace/mark.ts';
import { adoptRecords, beginMaking, completeMaking, identityOf } from './workspace/records-identity.ts';

/** An opened folder: database, objects, keys, and the lock that makes this process its only owner. */
export interface Workspace {
  readonly folder: string;
  readonly mark: WorkspaceMark;
  readonly db: Db;
  readonly location: DatabaseLocation;
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

export interface OpenOptions {
  folder: string;
  /** What to make where nothing is. */
  kindIfNew: WorkspaceKind;
  cloud?: string;
  /** PostgreSQL instead of the file in the folder. */
  database?: DatabaseLocation;
  /** Fills a workspace that was just made; it counts as made only when this has ended. */
  onNew?: (workspace: Workspace) => Promise<void>;
  /** Called when another process took the database over; this one must end. */
  onLost?: (reason: string) => void;
  now?: () => number;
}

const NOTHING_CHANGED = 'Nothing was changed.';
const FROM_BACKUP = 'bring folder and database back from one backup (docs/administration.md, "Backup")';

/** A start that names another engine than the workspace was made with would begin an empty database next to the right one. */
function refuseOtherEngine(folder: string, mark: WorkspaceMark, location: DatabaseLocation): void {
  if (mark.records === location.kind) return;
  throw new Refusal(
    mark.records === 'postgres'
      ? `The records of ${folder} are in PostgreSQL. Name the database with ECHOMETRY_DATABASE_URL. ${NOTHING_CHANGED}`
      : `The records of ${folder} are in its own ${RECORDS_FILE}, but ECHOMETRY_DATABASE_URL names PostgreSQL. Leave it out, or restore a backup into that database. ${NOTHING_CHANGED}`,
  );
}

function refuseMissingFile(folder: string, location: DatabaseLocation): void {
  if (location.kind !== 'sqlite' || existsSync(location.file)) return;
  throw new Refusal(
    `${folder} is a workspace, but its ${RECORDS_FILE} is missing. ${NOTHING_CHANGED} Put the file back, ${FROM_BACKUP}, or name the workspace's PostgreSQL database with ECHOMETRY_DATABASE_URL.`,
  );
}

function refuseDamagedFile(folder: string, location: DatabaseLocation): void {
  if (location.kind !== 'sqlite') return;
  const fault = quickCheck(location.file);
  if (fault !== null) throw new Refusal(`The database of ${folder} is damaged: ${fault}. Restore it from a backup.`);
}

/** False as well where a making ended before it came to its records. */
const isSound = (file: string): boolean => existsSync(file) && quickCheck(file) === null;

/** The folder's own records, or a refusal: neither another workspace's nor an empty database is ever opened with it. */
async function refuseForeignRecords(folder: string, mark: WorkspaceMark, db: Db): Promise<void> {
  const { workspaceId } = await identityOf(db);
  if (workspaceId === mark.workspace_id) return;
  const advice = `${NOTHING_CHANGED} Name the database of this workspace (ECHOMETRY_DATABASE_URL), choose the folder of that database (ECHOMETRY_DATA), or ${FROM_BACKUP}.`;
  throw new Refusal(
    workspaceId === null
      ? `The database of ${folder} is empty or holds no workspace, but the folder is workspace ${mark.workspace_id}, made on ${new Date(mark.created_at).toISOString().slice(0, 10)}. ${advice}`
      : `The folder ${folder} and the database do not belong together: the folder is workspace ${mark.workspace_id}, the database holds ${workspaceId}. ${advice}`,
  );
}

const newMark = (options: OpenOptions, location: DatabaseLocation): WorkspaceMark => ({
  format: WORKSPACE_FORMAT,
  kind: options.kindIfNew,
  cloud: options.cloud ?? 'local',
  created_at: (options.now ?? Date.now)(),
  workspace_id: randomUUID(),
  records: location.kind,
});

/** Opens a workspace, or makes it where the folder is absent or empty. One process owns it until `close`. */
export async function openWorkspace(options: OpenOptions): Promise<Workspace> {
  const { folder } = options;
  makeFolder(folder);
  const release = ownFolder(folder);
  const location = options.database ?? { kind: 'sqlite', file: path.join(folder, RECORDS_FILE) };
  let lock: DatabaseLock | null = null;
  let db: Db | null = null;
  const close = async (): Promise<void> => {
    await db?.close();
    await lock?.release();
    release();
  };
  try {
    const known = readMark(folder);
    if (known !== null && !isOlder(known)) refuseOtherEngine(folder, known, location);
    if (location.kind === 'postgres') lock = await takeDatabaseLock(location.url, options.onLost ?? (() => undefined));
    if (known !== null) {
      refuseMissingFile(folder, location);
      refuseDamagedFile(folder, location);
      db = connect(location);
      const mark = isOlder(known) ? await adopt(folder, known, location, db) : known;
      await refuseForeignRecords(folder, mark, db);
      await migrate(db);
      return await opened(folder, mark, location, db, close);
    }
    refuseForeignFiles(folder);
    const begun = interruptedMaking(folder);
    if (begun !== null && (location.kind === 'postgres' || isSound(location.file))) {
      db = connect(location);
      const { workspaceId, making } = await identityOf(db);
      if (workspaceId === begun.workspace_id && making === null) {
        await finishMaking(folder, begun);
        await migrate(db);
        return await opened(folder, begun, location, db, close);
      }
      await db.close();
      db = null;
    }
    const mark = newMark(options, location);
    await beginFolder(folder, mark);
    db = connect(location);
    await makeRecords(db, mark);
    makeKeys(folder);
    const workspace = await opened(folder, mark, location, db, close);
    await options.onNew?.(workspace);
    await completeMaking(db, mark.workspace_id);
    await finishMaking(folder, mark);
    return workspace;
  } catch (error) {
    await close();
    throw error;
  }
}

/** Makes the tables. A new folder never adopts the records of another workspace: its keys could read none of them. */
export async function makeRecords(db: Db, mark: WorkspaceMark): Promise<void> {
  const found = await identityOf(db);
  if (found.making === null && (found.workspaceId !== null || !found.empty))
    throw new Refusal(
      `The PostgreSQL database holds the records of another workspace${found.workspaceId === null ? '' : ` (${found.workspaceId})`}. ${NOTHING_CHANGED} Name an empty database, or choose the folder of that workspace with ECHOMETRY_DATA.`,
    );
  // The lock of the database is ours, so nobody makes this workspace any more.
  if (found.making !== null) await clearDatabase(db);
  await migrate(db);
  await beginMaking(db, mark.workspace_id);
}

/** Drawn from the folder's own key: a start that ended before it wrote the mark finds the same id again. */
const idOfOlder = (folder: string): string =>
  createHash('sha256').update('workspace id').update(readKey(folder, 'signing.key')).digest('hex').slice(0, 32);

/** Gives an id to a workspace made before there were any; its database must hold what such a workspace always holds. */
async function adopt(
  folder: string,
  older: { kind: WorkspaceKind; cloud: string; created_at: number },
  location: DatabaseLocation,
  db: Db,
): Promise<WorkspaceMark> {
  const { workspaceId, empty } = await identityOf(db);
  makeKeys(folder, ['login.key']);
  const mark: WorkspaceMark = {
    ...older,
    format: WORKSPACE_FORMAT,
    workspace_id: idOfOlder(folder),
    records: location.kind,
  };
  if (empty || workspaceId !== null) await refuseForeignRecords(folder, mark, db);
  await migrate(db);
  await adoptRecords(db, mark.workspace_id);
  await writeMark(folder, mark);
  return mark;
}

async function opened(
  folder: string,
  mark: WorkspaceMark,
  location: DatabaseLocation,
  db: Db,
  close: () => Promise<void>,
): Promise<Workspace> {
  return {
    folder,
    mark,
    db,
    location,
    objects: await openFolderStore(path.join(folder, OBJECTS_FOLDER)),
    signingKey: readKey(folder, 'signing.key'),
    deidKey: readKey(folder, 'deid.key'),
    loginKey: readKey(folder, 'login.key'),
    socketPath: path.join(folder, 'control.sock'),
    close,
  };
}
