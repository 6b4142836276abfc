import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { connect, type DatabaseLocation, type Db } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { quickCheck } from '../db/sqlite.ts';
import { claimBucket, refuseForeignBucket } from '../objects/bucket-identity.ts';
import type { BucketSettings } from '../objects/bucket-settings.ts';
import { type ObjectsPlace, openStore } from '../objects/place.ts';
import type { ObjectStore } from '../objects/store.ts';
import { Refusal } from '../errors.ts';
import { takeDatabaseLock } from './database-lock.ts';
import { ownFolder } from './folder-lock.ts';
import { writeAuditHead } from './audit-head.ts';
import { keysFolder, keysMark, makeKeys, readKey } from './keys.ts';
import {
  clearDatabase,
  beginFolder,
  finishMaking,
  makeFolder,
  interruptedMaking,
  RECORDS_FILE,
  refuseFailedRestore,
  refuseForeignFiles,
} from './making.ts';
import { isOlder, readMark, withHome, type WorkspaceKind, type WorkspaceMark, FOLDER_FORMAT, writeMark } from './mark.ts';
import { homeOf, objectsPlace, placeOf, refuseForeignObjects } from './objects-home.ts';
import { adoptRecords, beginMaking, completeMaking, identityOf, noteShared, sharedFacts } from './records-identity.ts';

/** An opened folder: database, objects, keys, and the lock that makes this process its only owner, or one of its replicas. */
export interface Workspace {
  readonly folder: string;
  readonly mark: WorkspaceMark;
  readonly db: Db;
  readonly location: DatabaseLocation;
  readonly objects: ObjectStore;
  /** Where the objects lie, for threads. */
  readonly place: ObjectsPlace;
  /** Several servers use this workspace at the same time. */
  readonly shared: boolean;
  /** Signs addresses of files. */
  readonly signingKey: Uint8Array;
  /** Hashes identities and UIDs; losing it means no later file of a patient finds its earlier ones. */
  readonly deidKey: Uint8Array;
  /** Seals secrets of the login service; losing it means that everyone pairs an authenticator again. */
  readonly loginKey: Uint8Array;
  /** Where the keys lie. */
  readonly keysFolder: string;
  /** Listens here for `npm run import` and `npm run admin`. */
  readonly socketPath: string;
  close(): Promise<void>;
}

export interface OpenOptions {
  folder: string;
  /** Kind of workspace to make where there is none. */
  kindIfNew: WorkspaceKind;
  cloud?: string;
  /** PostgreSQL instead of the file in the folder. */
  database?: DatabaseLocation;
  /** The bucket of `object_store`; null keeps objects in the folder. */
  bucket?: BucketSettings | null;
  /** Opens the objects at the place of the mark, whatever is configured: they are about to be moved. */
  moving?: boolean;
  /** One of several servers: records in PostgreSQL, objects in a bucket, and a separate folder for work in progress. */
  replica?: boolean;
  /** Makes the workspace of replicas where it is not there yet, as the only server for that moment. */
  prepare?: boolean;
  /** Folder of the keys, where it is not in the folder of the workspace. */
  keys?: string | null;
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
  format: FOLDER_FORMAT,
  kind: options.kindIfNew,
  cloud: options.cloud ?? 'local',
  created_at: (options.now ?? Date.now)(),
  workspace_id: randomUUID(),
  records: location.kind,
});

/** Resources of a process for a workspace until it is closed, in the order in which they were taken. */
class Holdings {
  readonly #given: Array<() => unknown> = [];
  add<T>(held: T, giveBack: (held: T) => unknown): T {
    this.#given.push(() => giveBack(held));
    return held;
  }
  async release(): Promise<void> {
    for (const giveBack of this.#given.splice(0).reverse()) await giveBack();
  }
}

/** Opens a workspace, or makes it where the folder is absent or empty. One process owns it until `close`, unless it is a replica. */
export async function openWorkspace(options: OpenOptions): Promise<Workspace> {
  makeFolder(options.folder);
  const holdings = new Holdings();
  try {
    holdings.add(ownFolder(options.folder), (release) => release());
    return await ((await opensAsReplica(options)) ? openReplica(options, holdings) : openAlone({ ...options, replica: false }, holdings));
  } catch (error) {
    await holdings.release();
    throw error;
  }
}

/** A replica, unless it is to prepare a workspace that is not there yet or that no single server of this version opened. */
async function opensAsReplica({ replica = false, prepare = false, database }: OpenOptions): Promise<boolean> {
  if (!replica || !prepare || database === undefined) return replica;
  const db = connect(database);
  try {
    const { workspaceId, making } = await identityOf(db);
    return workspaceId !== null && making === null && (await sharedFacts(db)) !== null;
  } finally {
    await db.close();
  }
}

const openDatabase = (location: DatabaseLocation, holdings: Holdings): Db => holdings.add(connect(location), (db) => db.close());

async function openAlone(options: OpenOptions, holdings: Holdings): Promise<Workspace> {
  const { folder, bucket = null } = options;
  const location = options.database ?? { kind: 'sqlite', file: path.join(folder, RECORDS_FILE) };
  const known = readMark(folder);
  if (known !== null && !isOlder(known)) refuseOtherEngine(folder, known, location);
  if (location.kind === 'postgres')
    holdings.add(await takeDatabaseLock(location.url, options.onLost ?? (() => undefined)), (lock) => lock.release());
  if (known !== null) {
    refuseMissingFile(folder, location);
    refuseDamagedFile(folder, location);
    const db = openDatabase(location, holdings);
    const mark = isOlder(known) ? await adopt(folder, known, location, db) : known;
    const atHome = options.moving === true && mark.objects === undefined;
    const place = atHome ? placeOf(folder, null) : objectsPlace(folder, mark, bucket);
    await refuseForeignRecords(folder, mark, db);
    await refuseForeignObjects(place, mark);
    await migrate(db);
    return opened(options, { mark, location, db, place }, holdings);
  }
  return make(options, location, holdings);
}

async function make(options: OpenOptions, location: DatabaseLocation, holdings: Holdings): Promise<Workspace> {
  const { folder, bucket = null } = options;
  refuseForeignFiles(folder);
  const place = placeOf(folder, bucket);
  const finish = async (mark: WorkspaceMark): Promise<void> => {
    if (bucket !== null) await claimBucket(bucket, mark.workspace_id);
    await finishMaking(folder, mark);
  };
  const begun = interruptedMaking(folder);
  if (begun !== null && (location.kind === 'postgres' || isSound(location.file))) {
    const db = connect(location);
    const { workspaceId, making } = await identityOf(db);
    if (workspaceId === begun.workspace_id && making === null) {
      holdings.add(db, () => db.close());
      await finish(begun);
      await migrate(db);
      return opened(options, { mark: begun, location, db, place }, holdings);
    }
    await db.close();
  }
  refuseFailedRestore(folder);
  const mark = withHome(newMark(options, location), bucket === null ? null : homeOf(bucket));
  if (bucket !== null) await refuseForeignBucket(bucket, mark.workspace_id);
  await beginFolder(folder, mark);
  const db = openDatabase(location, holdings);
  await makeRecords(db, mark);
  makeKeys(keysFolder(folder, options.keys));
  const workspace = await opened(options, { mark, location, db, place }, holdings);
  await options.onNew?.(workspace);
  await completeMaking(db, mark.workspace_id);
  await finish(mark);
  return workspace;
}

const AS_REPLICA = 'With ECHOMETRY_REPLICAS several servers share one workspace';

/** Opens a workspace next to other servers. Whose it is and where its objects are is read from the database. */
async function openReplica(options: OpenOptions, holdings: Holdings): Promise<Workspace> {
  const { folder, bucket = null, database: location } = options;
  if (location?.kind !== 'postgres')
    throw new Refusal(`${AS_REPLICA}, so its records must be in PostgreSQL. Name the database with ECHOMETRY_DATABASE_URL.`);
  if (bucket === null)
    throw new Refusal(
      `${AS_REPLICA}, so its objects must be in a bucket. Name it with object_store in config.json or ECHOMETRY_OBJECT_STORE.`,
    );
  const lock = await takeDatabaseLock(location.url, options.onLost ?? (() => undefined), { shared: true });
  holdings.add(lock, () => lock.release());
  const db = openDatabase(location, holdings);
  const { workspaceId, making } = await identityOf(db);
  const facts = workspaceId === null || making !== null ? null : await sharedFacts(db);
  if (facts === null)
    throw new Refusal(
      `${AS_REPLICA}, but the database holds no workspace that this version has opened. Make it, or bring it to this version, by one start with --prepare (docs/scale.md). ${NOTHING_CHANGED}`,
    );
  if (facts.keys !== keysMark(folder, options.keys))
    throw new Refusal(
      `The keys in ${keysFolder(folder, options.keys)} are not those of workspace ${facts.mark.workspace_id}. ${NOTHING_CHANGED} All replicas have the same keys: name their folder with ECHOMETRY_KEYS.`,
    );
  const own = readMark(folder);
  if (own !== null && !('workspace_id' in own && own.workspace_id === facts.mark.workspace_id))
    throw new Refusal(
      `${folder} is not the workspace of the database. ${NOTHING_CHANGED} Give this replica its own folder with ECHOMETRY_DATA.`,
    );
  const place = objectsPlace(folder, facts.mark, bucket);
  await refuseForeignObjects(place, facts.mark);
  await migrate(db);
  return opened(options, { mark: facts.mark, location, db, place }, holdings);
}

/** Makes the tables. A new folder never adopts the records of another workspace: its keys could read none of them. */
export async function makeRecords(db: Db, mark: WorkspaceMark): Promise<void> {
  const found = await identityOf(db);
  if (found.making === null && (found.workspaceId !== null || !found.empty))
    throw new Refusal(
      `The PostgreSQL database holds the records of another workspace${found.workspaceId === null ? '' : ` (${found.workspaceId})`}. ${NOTHING_CHANGED} Name an empty database, or choose the folder of that workspace with ECHOMETRY_DATA.`,
    );
  // The lock of the database is ours, so this workspace is not being made any more.
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
  makeKeys(keysFolder(folder), ['login.key']);
  const mark: WorkspaceMark = {
    ...older,
    format: FOLDER_FORMAT,
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
  { folder, keys, replica = false }: OpenOptions,
  found: Pick<Workspace, 'mark' | 'location' | 'db' | 'place'>,
  holdings: Holdings,
): Promise<Workspace> {
  const keysAt = keysFolder(folder, keys);
  // A running server repeats this and logs what is wrong (keepAuditHead).
  await writeAuditHead({ db: found.db, keysFolder: keysAt }).catch(() => undefined);
  if (!replica && found.location.kind === 'postgres') await noteShared(found.db, found.mark, keysMark(folder, keys));
  return {
    folder,
    ...found,
    shared: replica,
    objects: holdings.add(await openStore(found.place, { db: found.db, shared: replica }), (store) => store.close()),
    signingKey: readKey(folder, 'signing.key', keys),
    deidKey: readKey(folder, 'deid.key', keys),
    loginKey: readKey(folder, 'login.key', keys),
    keysFolder: keysAt,
    socketPath: path.join(folder, 'control.sock'),
    close: () => holdings.release(),
  };
}
