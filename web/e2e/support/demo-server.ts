/** A server on a demo workspace, in a separate process. */
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { BUILT } from './repository.ts';

/** Drawing and importing the demo takes about 20 s on two cores; several times that next to other work. */
const READY_WITHIN_MS = 180_000;
/** A server that was asked to stop is ended after this. */
const STOP_WITHIN_MS = 10_000;

interface Ready {
  type: string;
  url?: string;
  message?: string;
}

export class DemoServer {
  readonly #child: ChildProcess;
  readonly url: string;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  /** Serves the workspace of a folder; makes it first where it does not exist. `env` adds settings. */
  static async start(folder: string, env: NodeJS.ProcessEnv = {}, readyWithinMs = READY_WITHIN_MS): Promise<DemoServer> {
    const child = spawn(process.execPath, ['--enable-source-maps', 'main.js', '--demo'], {
      cwd: path.join(BUILT, 'server', 'dist'),
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        ECHOMETRY_ROOT: BUILT,
        ECHOMETRY_DATA: folder,
        ECHOMETRY_DATA_GIVEN: '1',
        ECHOMETRY_PORT: '0',
        ECHOMETRY_PROGRESS: 'json',
        ...env,
      },
    });
    try {
      return new DemoServer(child, await addressOf(child, readyWithinMs));
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
  }

  /** Ends the program as a power cut would. */
  kill(): Promise<void> {
    return new Promise((resolve) => {
      this.#child.once('exit', () => resolve());
      this.#child.kill('SIGKILL');
    });
  }

  stop(): Promise<void> {
    const child = this.#child;
    if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
    return new Promise((resolve) => {
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
      child.once('exit', () => {
        clearTimeout(late);
        resolve();
      });
      child.kill('SIGTERM');
    });
  }
}

function addressOf(child: ChildProcess, withinMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      reject(new Error(`The demo server was not ready within ${withinMs / 1000} s`));
    }, withinMs);
    child.once('exit', (code) => {
      reject(new Error(`The demo server ended with status ${code} before it was ready`));
    });
    if (!child.stdout) throw new Error('The demo server has no output');
    createInterface({ input: child.stdout }).on('line', (line) => {
      const event = JSON.parse(line) as Ready;
      if (event.type === 'refusal') reject(new Error(event.message));
      if (event.type !== 'ready' || event.url === undefined) return;
      clearTimeout(late);
      resolve(event.url);
    });
  });
}
