import path from 'node:path';
import type { DatabaseLocation } from '../db/connect.ts';

export const DEFAULT_PORT = 8080;
export const LOOPBACK = '127.0.0.1';

/** Settings of an installation, in the folder of its workspace. */
export const CONFIG_FILE = 'config.json';

/** Folder of the demo workspace inside the checkout. */
const DEMO_FOLDER = ['data', 'demo'];

/** The workspace named by the environment, or the demo workspace of the checkout (docs/contracts.md#workspaces). */
export function workspaceFolder(env: NodeJS.ProcessEnv): string {
  const named = env['ECHOMETRY_DATA'];
  if (named !== undefined && named !== '') return path.resolve(named);
  return path.join(env['ECHOMETRY_ROOT'] ?? process.cwd(), ...DEMO_FOLDER);
}

/** Folder of the keys that several servers share; null while they are in the folder of the workspace. */
export const keysOf = (env: NodeJS.ProcessEnv): string | null => (env['ECHOMETRY_KEYS'] ? path.resolve(env['ECHOMETRY_KEYS']) : null);

/** PostgreSQL named by the environment; null keeps records in the file of the folder. */
export function databaseOf(env: NodeJS.ProcessEnv): Extract<DatabaseLocation, { kind: 'postgres' }> | null {
  const url = env['ECHOMETRY_DATABASE_URL'];
  return url ? { kind: 'postgres', url } : null;
}
