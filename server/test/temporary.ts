import { mkdtempSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

let root: string | null = null;

// Databases are closed by hooks registered later than this one, which therefore runs after them.
afterAll(async () => {
  if (root !== null) await rm(root, { recursive: true, force: true });
});

/** A new folder that goes away with the test file. */
export async function temporaryFolder(name = 'x'): Promise<string> {
  root ??= mkdtempSync(path.join(tmpdir(), 'echometry-test-'));
  return mkdtemp(path.join(root, `${name}-`));
}
