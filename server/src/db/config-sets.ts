import { type ConfigSetName } from '@echometry/contract/records/config-set.ts';
import { type Kysely } from 'kysely';
import { pack, unpack } from './document.ts';
import { type Database } from './schema.ts';

type Query = Kysely<Database>;

export interface ConfigSet {
  name: ConfigSetName;
  version: number;
  sha256: string;
  data: unknown[];
}

/** Newest version of a set; null before anything was shipped. */
export async function newestConfigSet(query: Query, name: ConfigSetName): Promise<ConfigSet | null> {
  const row = await query
    .selectFrom('config_set')
    .selectAll()
    .where('name', '=', name)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  return { name, version: row.version, sha256: row.sha256, data: await unpack<unknown[]>(row.data, row.sha256) };
}

/** Versions of all sets, as an analysis remembers them. */
export async function newestConfigVersions(query: Query): Promise<Record<string, number>> {
  const rows = await query
    .selectFrom('config_set')
    .select(['name', (fn) => fn.fn.max('version').as('version')])
    .groupBy('name')
    .execute();
  return Object.fromEntries(rows.map((r) => [r.name, Number(r.version)]));
}

/**
 * Stores shipped content. Sets are immutable: the same content is stored once, changed content becomes the next version,
 * at least the one it names.
 */
export async function storeConfigSet(
  query: Query,
  shipped: { name: ConfigSetName; version: number; data: unknown[] },
  now: number,
): Promise<number> {
  const packed = await pack(shipped.data);
  const newest = await query
    .selectFrom('config_set')
    .select(['version', 'sha256'])
    .where('name', '=', shipped.name)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest?.sha256 === packed.sha256) return newest.version;
  const version = Math.max(shipped.version, (newest?.version ?? 0) + 1);
  await query
    .insertInto('config_set')
    .values({ name: shipped.name, version, sha256: packed.sha256, data: packed.bytes, created_at: now })
    .execute();
  return version;
}
