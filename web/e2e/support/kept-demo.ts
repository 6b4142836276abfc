/**
 * The demo workspace that journeys begin with, kept for the checkouts of this machine: drawing and importing it takes 50 s of processor
 * time.
 */
import { constants, existsSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { DEMOS, nameOfDemo } from '../../../scripts/lib/demo-name.mjs';
import { isKept, removeUnused } from '../../../scripts/lib/kept.mjs';
import { DemoServer } from './demo-server.ts';
import { BUILT } from './repository.ts';

const copied = (from: string, to: string): Promise<void> => cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE });

/** Keeps a workspace under its name, whole or not at all. */
async function keep(folder: string, name: string): Promise<void> {
  await mkdir(DEMOS, { recursive: true });
  removeUnused(DEMOS);
  const unfinished = path.join(DEMOS, `${name}-${process.pid}`);
  await copied(folder, unfinished);
  if (existsSync(path.join(DEMOS, name))) await rm(unfinished, { recursive: true });
  else await rename(unfinished, path.join(DEMOS, name));
}

/**
 * Makes the demo workspace in a folder that does not exist yet, or copies the one that the same build made today; it has no sign-ins.
 */
export async function demoWorkspace(folder: string): Promise<void> {
  const name = nameOfDemo(BUILT);
  if (name !== null && isKept(path.join(DEMOS, name))) return copied(path.join(DEMOS, name), folder);
  const server = await DemoServer.start(folder);
  await server.stop();
  if (name !== null) await keep(folder, name);
}
