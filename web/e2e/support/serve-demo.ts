/** Starts one server on a demo workspace of its own for the whole run, and takes both away at the end. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { BUILT } from './repository.ts';

/** Drawing and importing the demo takes about 20 s on two cores. */
const READY_WITHIN_MS = 120_000;
/** A server that was told to stop is ended after this. */
const STOP_WITHIN_MS = 10_000;

interface Ready { type: string; url?: string; message?: string }

async function serve(folder: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['--enable-source-maps', 'main.js', '--demo'], {
    cwd: path.join(BUILT, 'server', 'dist'),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ECHOMETRY_ROOT: BUILT, ECHOMETRY_DATA: folder, ECHOMETRY_DATA_GIVEN: '1', ECHOMETRY_PORT: '0', ECHOMETRY_PROGRESS: 'json' },
  });
  const url = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => { reject(new Error(`The demo server was not ready within ${READY_WITHIN_MS / 1000} s`)); }, READY_WITHIN_MS);
    child.once('exit', (code) => { reject(new Error(`The demo server ended with status ${code} before it was ready`)); });
    createInterface({ input: child.stdout }).on('line', (line) => {
      const event = JSON.parse(line) as Ready;
      if (event.type === 'refusal') reject(new Error(event.message));
      if (event.type !== 'ready' || event.url === undefined) return;
      clearTimeout(late);
      resolve(event.url);
    });
  });
  return { child, url };
}

function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
    child.once('exit', () => { clearTimeout(late); resolve(); });
    child.kill('SIGTERM');
  });
}

export default async function serveDemo(): Promise<() => Promise<void>> {
  const parent = await mkdtemp(path.join(tmpdir(), 'journeys-'));
  const folder = path.join(parent, 'demo');
  try {
    const { child, url } = await serve(folder);
    process.env['ECHOMETRY_JOURNEY_URL'] = url;
    process.env['ECHOMETRY_JOURNEY_WORKSPACE'] = folder;
    return async () => {
      await stop(child);
      await rm(parent, { recursive: true, force: true });
    };
  } catch (error) {
    await rm(parent, { recursive: true, force: true });
    throw error;
  }
}
