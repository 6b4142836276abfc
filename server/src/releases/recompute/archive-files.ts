import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { PATHS, type ReleaseManifest } from '../released-record.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export interface CheckedArchive {
  manifest: ReleaseManifest;
  /** Of the manifest itself, which nothing in the archive states. */
  manifestHash: string;
  faults: string[];
  /** The engine is the one of the release, and so is what loads it. */
  engineIsSound: boolean;
}

/** Everything below a folder, with forward slashes. */
async function filesIn(folder: string, below = ''): Promise<string[]> {
  const entries = await readdir(path.join(folder, below), { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => (entry.isDirectory() ? filesIn(folder, `${below}${entry.name}/`) : [`${below}${entry.name}`])),
  );
  return found.flat();
}

function faultOf(file: ReleaseManifest['files'][number], bytes: Uint8Array | null): string | null {
  if (bytes === null) return `MISSING ${file.path}`;
  if (bytes.length !== file.size_bytes) return `CHANGED ${file.path}: ${bytes.length} bytes instead of ${file.size_bytes}`;
  if (sha256(bytes) !== file.sha256) return `CHANGED ${file.path}: its SHA-256 is not the one of the manifest`;
  if (file.path.startsWith(PATHS.records) && file.path !== `${PATHS.records}${file.sha256}.json`)
    return `CHANGED ${file.path}: a record has the name of its SHA-256`;
  return null;
}

/** Compares every file of an unpacked archive with its manifest. */
export async function checkArchive(folder: string): Promise<CheckedArchive> {
  const text = await readFile(path.join(folder, PATHS.manifest));
  const manifest = JSON.parse(text.toString('utf8')) as ReleaseManifest;
  const faults: string[] = [];
  const changed = new Set<string>();
  for (const file of manifest.files) {
    const fault = faultOf(file, await readFile(path.join(folder, file.path)).catch(() => null));
    if (fault === null) continue;
    faults.push(fault);
    changed.add(file.path);
  }
  const known = new Set([PATHS.manifest, ...manifest.files.map((file) => file.path)]);
  for (const file of await filesIn(folder)) if (!known.has(file)) faults.push(`UNKNOWN ${file}: the manifest does not name it`);
  return { manifest, manifestHash: sha256(text), faults, engineIsSound: !changed.has(PATHS.engine) && !changed.has(PATHS.loader) };
}
