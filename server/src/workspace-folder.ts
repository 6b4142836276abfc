import path from 'node:path';

/** Folder of the demo workspace inside the checkout. */
const DEMO_FOLDER = ['data', 'demo'];

/** The workspace named by the environment, or the demo workspace of the checkout (contracts.md 7). */
export function workspaceFolder(env: NodeJS.ProcessEnv): string {
  const named = env['ECHOMETRY_DATA'];
  if (named !== undefined && named !== '') return path.resolve(named);
  return path.join(env['ECHOMETRY_ROOT'] ?? process.cwd(), ...DEMO_FOLDER);
}
