/** The demo workspace that journeys begin with, kept from one run to the next: drawing and importing it takes 50 s of processor time. */
import { createHash } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { cp, mkdir, readFile, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { DemoServer } from './demo-server.ts';
import { BUILT, REPOSITORY } from './repository.ts';

const KEPT = path.join(REPOSITORY, 'build', 'demo-workspaces');
/** Inputs of a demo, by the keys of the build outputs (scripts/lib/build.mjs). */
const MADE_BY = ['server/dist/.key', 'target/release/.echometry-phantom.key', 'bindings/wasm/.key'];
const DAY_LENGTH = 'YYYY-MM-DD'.length;

const copied = (from: string, to: string): Promise<void> => cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE });

/** Name of the demo that this build makes today: what happened in it is dated back from the day. Null for what was built by hand. */
async function nameOfDemo(): Promise<string | null> {
  const keys = MADE_BY.map((place) => path.join(BUILT, place));
  if (!keys.every((place) => existsSync(place))) return null;
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, DAY_LENGTH));
  for (const place of keys) hash.update('\0').update(await readFile(place));
  return hash.digest('hex');
}

/** Keeps a workspace under its name, whole or not at all; demos of other builds and days go. */
async function keep(folder: string, name: string): Promise<void> {
  await mkdir(KEPT, { recursive: true });
  for (const other of await readdir(KEPT)) if (!other.startsWith(name)) await rm(path.join(KEPT, other), { recursive: true, force: true });
  const unfinished = path.join(KEPT, `${name}-${process.pid}`);
  await copied(folder, unfinished);
  if (existsSync(path.join(KEPT, name))) await rm(unfinished, { recursive: true });
  else await rename(unfinished, path.join(KEPT, name));
}

/**
 * Makes the demo workspace in a folder that does not exist yet, or copies the one that the same build made today; it has no sign-ins.
 */
export async function demoWorkspace(folder: string): Promise<void> {
  const name = await nameOfDemo();
  if (name !== null && existsSync(path.join(KEPT, name))) return copied(path.join(KEPT, name), folder);
  const server = await DemoServer.start(folder);
  await server.stop();
  if (name !== null) await keep(folder, name);
}
