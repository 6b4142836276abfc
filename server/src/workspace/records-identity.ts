import { type Kysely } from 'kysely';
import { type Db } from '../db/connect.ts';
import { type Database } from '../db/schema.ts';

type Query = Kysely<Database>;

/** Keys of the table workspace_meta: whose records these are, and whose making is not done yet. */
const ID = 'workspace_id';
const MAKING = 'making';

/** What a database says of itself. */
export interface RecordsIdentity {
  /** The workspace it belongs to; null in a new database, and in one made before workspaces had ids. */
  workspaceId: string | null;
  /** The workspace that was being made in it when the process ended. */
  making: string | null;
  /** Nobody and no shipped configuration is in it. */
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

/** Says that a workspace is being made here: until `completeMaking`, nothing in the database counts. */
export const beginMaking = (db: Db, workspaceId: string): Promise<void> => store(db.query, MAKING, workspaceId);

/** The workspace is made: its records count from here on. */
export async function completeMaking(db: Db, workspaceId: string): Promise<void> {
  await db.query.transaction().execute(async (query) => {
    await store(query, ID, workspaceId);
    await query.deleteFrom('workspace_meta').where('key', '=', MAKING).execute();
  });
}

/** Gives an id to records made before workspaces had one. */
export const adoptRecords = (db: Db, workspaceId: string): Promise<void> => store(db.query, ID, workspaceId);
