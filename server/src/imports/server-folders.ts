import { readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { Refusal } from '../errors.ts';
import { LISTED_ENTRIES } from './limits.ts';

/** A folder of the server that Admins may import from. */
export interface ImportFolder {
  name: string;
  /** Absolute. */
  path: string;
}

const OUTSIDE = 'There is no such folder here.';

/** Where a path below a configured folder lies; nothing outside of that folder is ever reached, by a link neither. */
export async function placeBelow(folders: readonly ImportFolder[], name: string, below: string): Promise<string> {
  const folder = folders.find((one) => one.name === name);
  if (folder === undefined) throw new Refusal(`No folder named ${name} is configured.`);
  if (below.includes('\0') || path.isAbsolute(below) || below.split(/[/\\]/).includes('..')) throw new Refusal(OUTSIDE);
  const root = await realpath(folder.path).catch(() => {
    throw new Refusal(`The folder ${name} is not there at the moment. Is its disk mounted?`);
  });
  const place = await realpath(path.join(root, below)).catch(() => {
    throw new Refusal(OUTSIDE);
  });
  if (place !== root && !place.startsWith(root + path.sep)) throw new Refusal(OUTSIDE);
  return place;
}

export interface FolderEntries {
  entries: Array<{ name: string; kind: 'folder' | 'zip' }>;
  files: number;
  more: boolean;
}

/** Folders and ZIP files of a folder by name, and how many other files there are; links are left out. */
export async function entriesOf(place: string): Promise<FolderEntries> {
  const found = await readdir(place, { withFileTypes: true }).catch(() => {
    throw new Refusal('This folder cannot be read.');
  });
  const zips = found.filter((entry) => entry.isFile() && /\.zip$/i.test(entry.name));
  const folders = found.filter((entry) => entry.isDirectory());
  const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name, 'en', { numeric: true });
  const entries = [
    ...folders.sort(byName).map(({ name }) => ({ name, kind: 'folder' as const })),
    ...zips.sort(byName).map(({ name }) => ({ name, kind: 'zip' as const })),
  ];
  return {
    entries: entries.slice(0, LISTED_ENTRIES),
    files: found.filter((entry) => entry.isFile()).length - zips.length,
    more: entries.length > LISTED_ENTRIES,
  };
}
