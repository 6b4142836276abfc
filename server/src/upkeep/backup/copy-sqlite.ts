import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/** Runs in a separate thread: a copy of a large file would hold up everybody's saves. */
const COPY = `
  const { workerData } = require('node:worker_threads');
  const { DatabaseSync } = require(workerData.driver);
  const db = new DatabaseSync(workerData.from, { readOnly: true });
  try {
    db.prepare('VACUUM INTO ?').run(workerData.to);
  } finally {
    db.close();
  }
`;

/** Copies a database that is being written, as it is at one moment. `to` must not exist. An abort ends the wait, and the copy is removed. */
export async function copySqlite(from: string, to: string, signal: AbortSignal): Promise<void> {
  const driver = createRequire(import.meta.url).resolve('@photostructure/sqlite');
  signal.throwIfAborted();
  const worker = new Worker(COPY, { eval: true, workerData: { driver, from, to } });
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      // SQLite ends its statement first. The refusal asks to remove the folder, so a copy that cannot be removed is not an error.
      worker
        .terminate()
        .then(() => rm(to, { force: true }))
        .catch(() => undefined);
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', stop, { once: true });
    worker.once('exit', () => signal.removeEventListener('abort', stop));
    worker.once('error', reject);
    worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The copy of the records ended with ${code}`))));
  });
}
