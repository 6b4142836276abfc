// The database of a demo workspace in SQLite, next to the server that runs on it.
import { createRequire } from 'node:module';
import path from 'node:path';
import { inRoot } from '../../scripts/lib/root.mjs';

const fromServer = createRequire(inRoot('server', 'package.json'));

/** A query waits for the server's writes, in ms. */
const BUSY_MS = 60_000;

/** @param {{folder: string}} server */
export function sqliteQuery(server) {
  const { DatabaseSync } = fromServer('@photostructure/sqlite');
  const db = new DatabaseSync(path.join(server.folder, 'records.sqlite'));
  db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
  return { query: async (sql) => db.prepare(sql).all(), close: async () => db.close() };
}
