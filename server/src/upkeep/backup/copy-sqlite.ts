import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';

/**
 * Runs in a separate process: a copy of a large file would hold up everybody's saves, and a thread that is ended amid a
 * statement of SQLite ends the server with it.
 */
const COPY = `
  const [, driver, from, to] = process.argv;
  const { DatabaseSync } = require(driver);
  try {
    const db = new DatabaseSync(from, { readOnly: true });
    try {
      db.prepare('VACUUM INTO ?').run(to);
    } finally {
      db.close();
    }
  } catch ({ message, code, errcode, systemErrno }) {
    process.stderr.write(JSON.stringify({ message, code, errcode, systemErrno }));
    process.exitCode = 1;
  }
`;

/** The fault that the copying process wrote down; without one, how it ended. */
function faultOf(written: string, ending: string): Error {
  try {
    const { message, ...codes } = JSON.parse(written) as { message: string };
    return Object.assign(new Error(message), codes);
  } catch {
    return new Error(`The copy of the records ended with ${ending}`);
  }
}

/** Copies a database that is being written, as it is at one moment. `to` must not exist. An abort ends the copy and removes it. */
export async function copySqlite(from: string, to: string, signal: AbortSignal): Promise<void> {
  const driver = createRequire(import.meta.url).resolve('@photostructure/sqlite');
  signal.throwIfAborted();
  const child = spawn(process.execPath, ['-e', COPY, driver, from, to], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {},
    signal,
    killSignal: 'SIGKILL',
  });
  let written = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    written += text;
  });
  try {
    const [code, killedBy] = (await once(child, 'close')) as [number | null, string | null];
    if (code !== 0) throw faultOf(written, String(code ?? killedBy));
  } catch (error) {
    if (signal.aborted && child.pid !== undefined && child.signalCode === null) await once(child, 'close').catch(() => undefined);
    // The refusal asks to remove the folder, so a copy that cannot be removed is not an error.
    await rm(to, { force: true }).catch(() => undefined);
    throw signal.aborted ? signal.reason : error;
  }
}
