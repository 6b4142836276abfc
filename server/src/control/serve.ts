import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { Value } from 'typebox/value';
import { type Engine } from '@echometry/bindings/api.ts';
import { performAdmin } from '../services/admin/perform.ts';
import { AdminRequest } from '../services/admin/request.ts';
import { ImportRequest } from '../services/import/request.ts';
import { runImport } from '../services/import/run-import.ts';
import { Refusal, type Workspace } from '../workspace.ts';
import { type ControlMessage, MAX_REQUEST_BYTES } from './messages.ts';
import { reachable } from './socket-path.ts';

/** How often progress is told, in ms. */
const PROGRESS_EVERY_MS = 200;

export interface ControlDeps {
  workspace: Workspace;
  /** Started at the first import: a server that imports nothing holds no decoders. */
  engine: () => Promise<Engine>;
  /** Origin that links are written with. */
  origin: string;
}

async function answer(socket: Socket, line: string, deps: ControlDeps, signal: AbortSignal): Promise<void> {
  const send = (message: ControlMessage): void => {
    if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
  };
  try {
    const request: unknown = JSON.parse(line);
    if (Value.Check(AdminRequest, request)) {
      send({ type: 'answer', answer: await performAdmin(deps.workspace, request, { origin: deps.origin, now: Date.now }) });
      socket.end();
      return;
    }
    if (!Value.Check(ImportRequest, request)) throw new Refusal('The running server does not know this request; is it of another version?');
    let told = 0;
    const report = await runImport(deps.workspace, await deps.engine(), request, {
      signal,
      onProgress: (progress) => {
        if (Date.now() - told < PROGRESS_EVERY_MS && progress.done < progress.total) return;
        told = Date.now();
        send({ type: 'progress', ...progress });
      },
    });
    send({ type: 'report', report });
  } catch (error) {
    if (!(error instanceof Refusal)) process.stderr.write(`a request of the command line failed: ${error instanceof Error ? error.stack ?? error.message : String(error)}\n`);
    send({ type: 'refusal', message: error instanceof Refusal ? error.message : 'This failed; the server wrote why to its log.' });
  }
  socket.end();
}

/**
 * Listens on the workspace's socket for the command line of the same person (mode 0600). One request a connection;
 * hanging up cancels. Requests run one after the other.
 */
export async function serveControl(deps: ControlDeps): Promise<{ close: () => Promise<void> }> {
  // The lock is ours, so a socket that lies here belonged to a process that is gone.
  rmSync(deps.workspace.socketPath, { force: true });
  let queue: Promise<unknown> = Promise.resolve();
  const open = new Set<AbortController>();
  const server: Server = createServer((socket) => {
    const controller = new AbortController();
    open.add(controller);
    let bytes = 0;
    socket.on('data', (chunk) => {
      bytes += chunk.length;
      if (bytes > MAX_REQUEST_BYTES) socket.destroy();
    });
    socket.on('error', () => controller.abort());
    socket.on('close', () => {
      controller.abort();
      open.delete(controller);
    });
    createInterface({ input: socket }).once('line', (line) => {
      queue = queue.then(() => answer(socket, line, deps, controller.signal));
    });
  });
  const { address, release } = reachable(deps.workspace.socketPath);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, resolve);
  });
  chmodSync(deps.workspace.socketPath, 0o600);
  release();
  return {
    close: async () => {
      for (const controller of open) controller.abort();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await queue;
      await closed;
      rmSync(deps.workspace.socketPath, { force: true });
    },
  };
}
