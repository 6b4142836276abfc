import { mkdtempSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

let root: string | null = null;

/** Removes the folders of the test file that ends (tidy-up.ts). */
export async function removeTemporaryFolders(): Promise<void> {
  if (root !== null) await rm(root, { recursive: true, force: true });
  root = null;
}

/** A new folder that goes away with the test file. */
export async function temporaryFolder(name = 'x'): Promise<string> {
  root ??= mkdtempSync(path.join(tmpdir(), 'echometry-test-'));
  return mkdtemp(path.join(root, `${name}-`));
}
