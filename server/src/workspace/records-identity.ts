import type { Kysely } from 'kysely';
import { Value } from 'typebox/value';
import type { Db } from '../db/connect.ts';
import type { Database } from '../db/schema.ts';
import { WorkspaceMark } from './mark.ts';

type Query = Kysely<Database>;

/** Keys of the table workspace_meta: whose records these are, and whose making is not done yet. */
const ID = 'workspace_id';
const MAKING = 'making';

/** Identity of a database. */
export interface RecordsIdentity {
  /** The workspace it belongs to; null in a new database, and in one made before workspaces had ids. */
  workspaceId: string | null;
  /** The workspace that was being made in it when the process ended. */
  making: string | null;
  /** It has no accounts and no shipped configuration. */
  empty: boolean;
}

/** Reads it without changing anything: a database that is not ours is not even migrated. */
export async function identityOf({ query }: Db): Promise<RecordsIdentity> {
  const tables = new Set((await query.introspection.getTables()).map((table) => table.name));
  if (!['workspace_meta', 'user_account', 'config_set'].every((name) => tables.has(name)))
    return { workspaceId: null, making: null, empty: true };
  const rows = await query.selectFrom('workspace_meta').select(['key', 'value']).where('key', 'in', [ID, MAKING]).execute();
  const account = await query.selectFrom('user_account').select('id').limit(1).executeTakeFirst();
  const config = await query.selectFrom('config_set').select('name').limit(1).executeTakeFirst();
  const valueOf = (key: string): string | null => rows.find((row) => row.key === key)?.value ?? null;
  return { workspaceId: valueOf(ID), making: valueOf(MAKING), empty: account === undefined && config === undefined };
}

async function store(query: Query, key: string, value: string): Promise<void> {
  await query
    .insertInto('workspace_meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** Marks that a workspace is being made here: until `completeMaking`, nothing in the database counts. */
export const beginMaking = (db: Db, workspaceId: string): Promise<void> => store(db.query, MAKING, workspaceId);

/** The workspace is made: its records count now. */
export async function completeMaking(db: Db, workspaceId: string): Promise<void> {
  await db.query.transaction().execute(async (query) => {
    await store(query, ID, workspaceId);
    await query.deleteFrom('workspace_meta').where('key', '=', MAKING).execute();
  });
}

const MARK = 'mark';
const KEYS = 'keys';

/** Stores facts for servers without a separate folder in the records: the mark of the workspace, and which keys it has. */
export async function noteShared(db: Db, mark: WorkspaceMark, keys: string): Promise<void> {
  await db.query.transaction().execute(async (query) => {
    await store(query, MARK, JSON.stringify(mark));
    await store(query, KEYS, keys);
  });
}

/** Restored records are elsewhere: the next server that opens them exclusively stores them again. */
export async function forgetShared({ query }: Db): Promise<void> {
  await query.deleteFrom('workspace_meta').where('key', 'in', [MARK, KEYS]).execute();
}

/** Facts that `noteShared` stored; null in a database that no single server opened since. */
export async function sharedFacts({ query }: Db): Promise<{ mark: WorkspaceMark; keys: string } | null> {
  const rows = await query.selectFrom('workspace_meta').select(['key', 'value']).where('key', 'in', [MARK, KEYS]).execute();
  const valueOf = (key: string): string | undefined => rows.find((row) => row.key === key)?.value;
  const [text, keys] = [valueOf(MARK), valueOf(KEYS)];
  if (text === undefined || keys === undefined) return null;
  const mark: unknown = JSON.parse(text);
  if (!Value.Check(WorkspaceMark, mark)) throw new Error('The database does not name its workspace');
  return { mark, keys };
}

/** Gives an id to records made before workspaces had one. */
export const adoptRecords = (db: Db, workspaceId: string): Promise<void> => store(db.query, ID, workspaceId);
