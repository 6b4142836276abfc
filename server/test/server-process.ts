import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { AnswerOf, Call } from '@echometry/contract/calls/call.ts';
import { SERVICE_PREFIX } from '../src/http/service-prefix.ts';
import type { StartEvent } from '../src/workspace/progress.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The built programs, as `npm start` and `npm run import` run them. */
export const MAIN = path.join(ROOT, 'server', 'dist', 'main.js');
export const IMPORT = path.join(ROOT, 'server', 'dist', 'import.js');
export const ADMIN = path.join(ROOT, 'server', 'dist', 'admin.js');

export const environment = (folder: string): NodeJS.ProcessEnv => ({
  ...process.env,
  ECHOMETRY_ROOT: ROOT,
  ECHOMETRY_DATA: folder,
  ECHOMETRY_PORT: '0',
  ECHOMETRY_PROGRESS: 'json',
});

export interface RunningServer {
  child: ChildProcess;
  url: string;
  note: string;
}

export const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => (child.exitCode !== null || child.signalCode !== null ? resolve() : void child.once('exit', () => resolve())));

/** Starts the server on a folder and waits until it is ready; a refusal becomes an error with its sentence. */
export async function startServer(
  folder: string,
  options: {
    program?: string;
    args?: string[];
    env?: NodeJS.ProcessEnv;
    onProgress?: (event: StartEvent, child: ChildProcess) => void;
  } = {},
): Promise<RunningServer> {
  const child = spawn(process.execPath, [options.program ?? MAIN, ...(options.args ?? [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...environment(folder), ...options.env },
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const event = JSON.parse(line) as StartEvent;
    if (event.type === 'ready') return { child, url: event.url, note: event.note };
    if (event.type === 'refusal') throw new Error(event.message);
    options.onProgress?.(event, child);
  }
  throw new Error('The server ended before it was ready');
}

/** POSTs a call; anything but 200 is an error. */
export async function post<C extends Call>(url: string, call: C, body: unknown, token = ''): Promise<AnswerOf<C>> {
  const response = await fetch(url + SERVICE_PREFIX[call.service] + call.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, 'x-api-key': token },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${call.path} answered ${response.status}`);
  return (await response.json()) as AnswerOf<C>;
}
