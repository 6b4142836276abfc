/** Everything that a workspace holds, for tests that search it. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Workspace } from '../src/workspace/workspace.ts';

/** Where bytes are, and the bytes. */
export type Held = [string, Buffer];

const TABLES = ['study', 'patient', 'image_file', 'stored_object', 'project', 'session'] as const;

/** Every column of the rows, compressed documents included. */
export async function rowsOf({ db }: Workspace): Promise<Held[]> {
  const held: Held[] = [];
  for (const table of TABLES)
    for (const row of await db.query.selectFrom(table).selectAll().execute())
      for (const [column, value] of Object.entries(row as Record<string, unknown>)) {
        const bytes = value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value));
        held.push([`${table}.${column}`, bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes]);
      }
  return held;
}

/** Every byte of every file below a folder. */
export async function filesOf(folder: string): Promise<Held[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const places = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return Promise.all(places.map(async (place): Promise<Held> => [path.relative(folder, place), await readFile(place)]));
}

/** Where words are, in bytes, in names and in UTF-16. */
export const findsOf = (held: readonly Held[], words: readonly string[]): string[] =>
  held.flatMap(([where, bytes]) =>
    words
      .filter((word) => bytes.includes(word) || where.includes(word) || bytes.includes(Buffer.from(word, 'utf16le')))
      .map((word) => `${word} in ${where}`),
  );
