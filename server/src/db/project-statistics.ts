import { webcrypto } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Kysely } from 'kysely';
import { Damage } from '../errors.ts';
import type { Database } from './schema.ts';

type Query = Kysely<Database>;

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** Largest file of a project's statistics, in bytes. */
export const MAX_STATISTICS_BYTES = 256 * 1024 * 1024;

/** Hashes without blocking other requests. */
const hashOf = async (content: Uint8Array): Promise<string> =>
  Buffer.from(await webcrypto.subtle.digest('SHA-256', content)).toString('hex');

/** A file as it is stored. */
export interface PackedFile {
  name: string;
  /** gzip */
  content: Uint8Array;
  /** Of the bytes before compression. */
  sha256: string;
  size_bytes: number;
}

/** Packs a file. Large ones are made and packed in a thread. */
export async function packedFile({ name, content }: { name: string; content: string }): Promise<PackedFile> {
  const bytes = Buffer.from(content, 'utf8');
  return { name, content: new Uint8Array(await compress(bytes)), sha256: await hashOf(bytes), size_bytes: bytes.length };
}

/**
 * The content of a packed file.
 * @throws Damage for `what`, when the bytes are not what was packed
 */
export async function unpackedFile({ content, sha256 }: Pick<PackedFile, 'content' | 'sha256'>, what: string): Promise<Buffer> {
  const bytes = await expand(content, { maxOutputLength: MAX_STATISTICS_BYTES }).catch(() => null); // Damaged, as a wrong hash is.
  if (bytes === null || (await hashOf(bytes)) !== sha256) throw new Damage(`${what} is damaged: make them again`);
  return bytes;
}

/** Replaces the files of a project's statistics, all of them at once. */
export async function replaceStatistics(query: Query, projectId: number, files: readonly PackedFile[], madeAt: number): Promise<void> {
  const rows = files.map((file) => ({ project_id: projectId, ...file, made_at: madeAt }));
  await query.transaction().execute(async (inside) => {
    await inside.deleteFrom('project_statistics').where('project_id', '=', projectId).execute();
    await inside.insertInto('project_statistics').values(rows).execute();
  });
}

export interface StatisticsEntry {
  name: string;
  size_bytes: number;
  made_at: number;
}

/** Names of the files of a project; empty before its statistics were made. */
export const listStatistics = (query: Query, projectId: number): Promise<StatisticsEntry[]> =>
  query
    .selectFrom('project_statistics')
    .select(['name', 'size_bytes', 'made_at'])
    .where('project_id', '=', projectId)
    .orderBy('name')
    .execute();

/**
 * The content of one file; null when there is none of this name.
 * @throws Damage when the bytes are not what was stored
 */
export async function readStatistics(query: Query, projectId: number, name: string): Promise<Buffer | null> {
  const row = await query
    .selectFrom('project_statistics')
    .select(['content', 'sha256'])
    .where('project_id', '=', projectId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row === undefined ? null : unpackedFile(row, `${name} of the project's statistics`);
}
