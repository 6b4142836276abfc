/** Makes the demo workspace that every file of journeys gets a copy of, with its people signed in already. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DemoServer } from './demo-server.ts';
import { demoWorkspace } from './kept-demo.ts';
import { signInEverybody } from './logins.ts';
import { LOGINS, WORKSPACE } from './workspace-copy.ts';

export default async function makeWorkspace(): Promise<() => Promise<void>> {
  const parent = await mkdtemp(path.join(tmpdir(), 'journeys-'));
  const away = () => rm(parent, { recursive: true, force: true });
  try {
    const folder = path.join(parent, WORKSPACE);
    await demoWorkspace(folder);
    const server = await DemoServer.start(folder);
    const logins = await signInEverybody(server.url);
    await server.stop();
    await writeFile(path.join(parent, LOGINS), JSON.stringify(logins));
    process.env['ECHOMETRY_JOURNEYS'] = parent;
    return away;
  } catch (error) {
    await away();
    throw error;
  }
}
