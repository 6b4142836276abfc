import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { StartEvent } from '../src/workspace/progress.ts';
import { ended, environment, MAIN } from '../test/server-process.ts';
import { RECOVERY_MS } from './limits.ts';
import type { Site } from './site.ts';

/** Characters of a server's complaints that are kept, for a test that fails. */
const COMPLAINTS_KEPT = 200_000;

/** A server process of the built product. */
export interface Started {
  child: ChildProcess;
  url: string;
  /** From its start until it listens, in ms. */
  readyMs: number;
  /** The end of what it wrote to standard error. */
  complaints: () => string;
}

export interface StartOptions {
  env?: NodeJS.ProcessEnv;
  /** Arguments of Node itself. */
  node?: string[];
  /** Account that runs it. */
  uid?: number;
}

/** Starts the built server on a site. Its complaints are not shown: rounds cause hundreds. */
export function spawnServer(site: Site, { env = {}, node = [], uid }: StartOptions = {}): ChildProcess {
  const child = spawn(process.execPath, [...node, MAIN], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environment(site.folder), ...site.env, ...env },
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  child.stderr.resume();
  return child;
}

/**
 * Starts the server and waits until it listens.
 * @throws Error with the sentence of a refusal, or when it is not ready in RECOVERY_MS
 */
export async function startOn(site: Site, options: StartOptions = {}): Promise<Started> {
  const begun = performance.now();
  const child = spawnServer(site, options);
  let complaints = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-COMPLAINTS_KEPT);
  });
  const late = setTimeout(() => {
    complaints += `It took more than ${RECOVERY_MS / 1000} s.`;
    child.kill('SIGKILL');
  }, RECOVERY_MS);
  try {
    for await (const line of createInterface({ input: child.stdout! })) {
      const event = JSON.parse(line) as StartEvent;
      if (event.type === 'ready') return { child, url: event.url, readyMs: performance.now() - begun, complaints: () => complaints };
      if (event.type === 'refusal') throw new Error(event.message);
    }
  } finally {
    clearTimeout(late);
  }
  throw new Error(`The server ended before it was ready: ${complaints}`);
}

/** Kills it with nothing in its way. */
export async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await ended(child);
}

/** Stops it as a supervisor does. */
export async function stopped(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  await ended(child);
}
