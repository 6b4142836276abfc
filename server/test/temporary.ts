import { mkdtempSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Times that a folder which is written into meanwhile is removed again, each a little later than the one before. */
const RETRIES = 10;
const RETRY_AFTER_MS = 100;

let root: string | null = null;

/** Removes the folders of the test file that ends (tidy-up.ts). */
export async function removeTemporaryFolders(): Promise<void> {
  // Stores settle what they were given for a second more.
  if (root !== null) await rm(root, { recursive: true, force: true, maxRetries: RETRIES, retryDelay: RETRY_AFTER_MS });
  root = null;
}

/** A new folder that goes away with the test file. */
export async function temporaryFolder(name = 'x'): Promise<string> {
  root ??= mkdtempSync(path.join(tmpdir(), 'echometry-test-'));
  return mkdtemp(path.join(root, `${name}-`));
}
