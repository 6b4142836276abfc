/** A server on a separate real workspace, with its administrator's command line, for journeys that sign in with accounts. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { BUILT } from './repository.ts';

const PROGRAMS = path.join(BUILT, 'server', 'dist');

export interface RealServer {
  url: string;
  /** The link for the first administrator, as the console prints it. */
  setupLink: string;
  /** Runs `npm run admin` on the workspace; returns what it printed. */
  admin: (...args: string[]) => string;
  /** The link in what the administrator's command line printed. */
  invite: (...args: string[]) => string;
  /** Imports a folder into a project. */
  importFolder: (folder: string, project: string) => void;
  /** Ends the server as a power cut does: nothing is flushed. */
  kill: () => Promise<void>;
  /** Starts it again at the same address. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
}

interface Ready {
  type: string;
  url: string;
  note: string;
}

const linkIn = (text: string): string => /https?:\/\/\S+\/auth\/link#[\w-]+/.exec(text)?.[0] ?? '';

async function launch(env: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; ready: Ready }> {
  const child = spawn(process.execPath, ['--enable-source-maps', path.join(PROGRAMS, 'main.js')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  const ready = await new Promise<Ready>((resolve, reject) => {
    child.once('exit', (code) => {
      reject(new Error(`The server ended with status ${code} before it was ready`));
    });
    createInterface({ input: child.stdout }).on('line', (line) => {
      const event = JSON.parse(line) as Ready;
      if (event.type === 'ready') resolve(event);
    });
  });
  return { child, ready };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}

/** `config` is the installation's config.json. */
export async function startRealServer(config?: Record<string, unknown>): Promise<RealServer> {
  const parent = await mkdtemp(path.join(tmpdir(), 'journeys-real-'));
  const workspace = path.join(parent, 'workspace');
  if (config) {
    await mkdir(workspace);
    await writeFile(path.join(workspace, 'config.json'), JSON.stringify(config));
  }
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ECHOMETRY_ROOT: BUILT,
    ECHOMETRY_DATA: workspace,
    ECHOMETRY_DATA_GIVEN: '1',
    ECHOMETRY_PORT: '0',
    ECHOMETRY_PROGRESS: 'json',
  };
  const first = await launch(env);
  let child = first.child;
  const { url, note } = first.ready;
  const run = (program: string, args: string[]): string => {
    const done = spawnSync(process.execPath, [path.join(PROGRAMS, `${program}.js`), ...args], { env, encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${done.stderr}`);
    return done.stdout;
  };
  const admin = (...args: string[]): string => run('admin', args);
  return {
    url,
    setupLink: linkIn(note),
    admin,
    invite: (...args) => linkIn(admin('invite', ...args)),
    importFolder: (folder, project) => void run('import', [folder, '--project', project, '--json']),
    kill: () => end(child, 'SIGKILL'),
    restart: async () => {
      child = (await launch({ ...env, ECHOMETRY_PORT: new URL(url).port })).child;
    },
    stop: async () => {
      await end(child, 'SIGTERM');
      await rm(parent, { recursive: true, force: true });
    },
  };
}
