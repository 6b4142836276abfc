/** A server on a real workspace of its own, with its administrator's command line, for journeys that sign in with accounts. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { BUILT } from './repository.ts';

const PROGRAMS = path.join(BUILT, 'server', 'dist');

export interface RealServer {
  url: string;
  /** The link for the first administrator, as the console prints it. */
  setupLink: string;
  /** Runs `npm run admin` on the workspace; answers what it printed. */
  admin: (...args: string[]) => string;
  /** The link in what the administrator's command line printed. */
  invite: (...args: string[]) => string;
  /** Imports a folder into a project. */
  importFolder: (folder: string, project: string) => void;
  stop: () => Promise<void>;
}

const linkIn = (text: string): string => /https?:\/\/\S+\/auth\/link#[\w-]+/.exec(text)?.[0] ?? '';

export async function startRealServer(): Promise<RealServer> {
  const parent = await mkdtemp(path.join(tmpdir(), 'journeys-real-'));
  const env = { ...process.env, ECHOMETRY_ROOT: BUILT, ECHOMETRY_DATA: path.join(parent, 'workspace'), ECHOMETRY_DATA_GIVEN: '1', ECHOMETRY_PORT: '0', ECHOMETRY_PROGRESS: 'json' };
  const child: ChildProcess = spawn(process.execPath, ['--enable-source-maps', path.join(PROGRAMS, 'main.js')], { stdio: ['ignore', 'pipe', 'inherit'], env });
  const ready = await new Promise<{ url: string; note: string }>((resolve, reject) => {
    child.once('exit', (code) => { reject(new Error(`The server ended with status ${code} before it was ready`)); });
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const event = JSON.parse(line) as { type: string; url: string; note: string };
      if (event.type === 'ready') resolve(event);
    });
  });
  const run = (program: string, args: string[]): string => {
    const done = spawnSync(process.execPath, [path.join(PROGRAMS, `${program}.js`), ...args], { env, encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${done.stderr}`);
    return done.stdout;
  };
  const admin = (...args: string[]): string => run('admin', args);
  return {
    url: ready.url,
    setupLink: linkIn(ready.note),
    admin,
    invite: (...args) => linkIn(admin('invite', ...args)),
    importFolder: (folder, project) => void run('import', [folder, '--project', project, '--json']),
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await ended;
      }
      await rm(parent, { recursive: true, force: true });
    },
  };
}
