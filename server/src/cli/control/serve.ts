import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { performAdmin } from '../../administration/perform.ts';
import { performMaintenance } from '../../upkeep/perform.ts';
import { importPredictions } from '../../imports/predictions/import-predictions.ts';
import { drawInThread } from '../../imports/predictions/thread.ts';
import { answerOf } from '../../imports/predictions/messages.ts';
import { fromCommandLine } from '../../imports/predictions/request.ts';
import type { EngineOnDemand } from '../../imports/engine-on-demand.ts';
import type { MaskSamples } from '../../imports/mask-samples.ts';
import { runImport } from '../../imports/run-import.ts';
import { namelessTrace, Refusal, StoreUnavailable } from '../../errors.ts';
import type { Pacs } from '../../dicomweb/pacs.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { type ControlMessage, MAX_REQUEST_BYTES } from './messages.ts';
import { readRequest, type Request } from './request-lines.ts';
import { reachable } from './socket-path.ts';
import { complain } from '../../console.ts';

/** How often progress is reported, in ms. */
const PROGRESS_EVERY_MS = 200;

/** Time that clients have to read the last lines once the server stops, in ms. */
const STOP_GRACE_MS = 1000;

export interface ControlDeps {
  workspace: Workspace;
  /** Folder of the program, below which the scripts of threads are. */
  root: string;
  /** There while something is imported: a server that imports nothing holds no decoders and none of their memory. */
  engine: EngineOnDemand;
  /** Frames of devices that wait for a mask. */
  samples: MaskSamples;
  /** Archives to import from. */
  pacs: readonly Pacs[];
  /** Days that every version is kept. */
  versionsKeptDays: number;
  /** Origin that links are written with. */
  origin: string;
}

type Send = (message: ControlMessage) => void;

/** Reports progress a few times a second, and always the last step. */
function progressTeller(send: Send): (progress: { done: number; total: number }) => void {
  let told = 0;
  return (progress) => {
    if (Date.now() - told < PROGRESS_EVERY_MS && progress.done < progress.total) return;
    told = Date.now();
    send({ type: 'progress', ...progress });
  };
}

async function perform(request: Request, deps: ControlDeps, send: Send, signal: AbortSignal): Promise<void> {
  const options = { signal, onProgress: progressTeller(send) };
  switch (request.command) {
    case 'admin':
      return send({ type: 'answer', answer: await performAdmin(deps.workspace, request, { origin: deps.origin, now: Date.now }) });
    case 'maintain':
      return send({
        type: 'answer',
        answer: await performMaintenance(deps.workspace, request, {
          ...options,
          now: Date.now,
          alone: false,
          versionsKeptDays: deps.versionsKeptDays,
        }),
      });
    case 'predictions':
      return send({
        type: 'answer',
        answer: answerOf(
          await importPredictions(deps.workspace.db, fromCommandLine(request), {
            ...options,
            draw: drawInThread(deps.workspace, deps.root),
            now: Date.now,
          }),
        ),
      });
    case 'import':
      return deps.engine.during(async (engine) =>
        send({
          type: 'report',
          report: await runImport(deps.workspace, engine, request, { ...options, pacs: deps.pacs, samples: deps.samples }),
        }),
      );
  }
}

/** Performs a request and sends what came of it; a failure is reported in one sentence and logged. */
async function answer(socket: Socket, signal: AbortSignal, work: (send: Send) => Promise<void>): Promise<void> {
  const send: Send = (message) => {
    if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
  };
  try {
    signal.throwIfAborted();
    await work(send);
  } catch (error) {
    // The client hung up, or the server stops: the output has no reader.
    if (signal.aborted) return void socket.destroy();
    const told = error instanceof Refusal || error instanceof StoreUnavailable;
    if (!told) complain(`a request of the command line failed: ${namelessTrace(error)}\n`);
    send({ type: 'refusal', message: told ? error.message : 'This failed; the server wrote why to its log.' });
  }
  socket.end();
}

/**
 * Listens on the workspace's socket for the command line of the same person (mode 0600). One request a connection;
 * hanging up cancels. Requests of one kind run one after the other, so that a disabled account never waits for a backup.
 */
export async function serveControl(deps: ControlDeps): Promise<{ close: () => Promise<void> }> {
  // The lock is ours, so a socket that lies here belonged to a process that is gone.
  rmSync(deps.workspace.socketPath, { force: true });
  const queues: Record<Request['command'], Promise<unknown>> = {
    admin: Promise.resolve(),
    maintain: Promise.resolve(),
    import: Promise.resolve(),
    predictions: Promise.resolve(),
  };
  const open = new Map<Socket, AbortController>();
  const server: Server = createServer((socket) => {
    const controller = new AbortController();
    open.set(socket, controller);
    let bytes = 0;
    socket.on('data', (chunk) => {
      bytes += chunk.length;
      if (bytes > MAX_REQUEST_BYTES) socket.destroy();
    });
    socket.on('error', () => controller.abort());
    socket.on('close', () => {
      controller.abort();
      open.delete(socket);
    });
    const lines = createInterface({ input: socket });
    // Readline emits the errors of its input again, and an error without a listener ends the process.
    lines.on('error', () => controller.abort());
    const receive = async (): Promise<void> => {
      let request: Request | null;
      try {
        request = await readRequest(lines);
      } catch (error) {
        return answer(socket, controller.signal, () => Promise.reject(error));
      }
      if (request === null) return;
      // Readline stopped reading with its last line; without reading, a client that leaves is not noticed.
      socket.resume();
      const work = () => answer(socket, controller.signal, (send) => perform(request, deps, send, controller.signal));
      queues[request.command] = queues[request.command].then(work);
    };
    void receive();
  });
  const { address, release } = reachable(deps.workspace.socketPath);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, resolve);
  });
  // A connection that cannot be accepted, for example without free file descriptors, ends neither the server nor its socket.
  server.on('error', (error) => complain(`a connection of the command line was not accepted: ${error.message}\n`));
  chmodSync(deps.workspace.socketPath, 0o600);
  release();
  return {
    close: async () => {
      for (const controller of open.values()) controller.abort();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.all(Object.values(queues));
      // A client that does not read never takes the end of its connection.
      const late = setTimeout(() => {
        for (const socket of open.keys()) socket.destroy();
      }, STOP_GRACE_MS);
      await closed;
      clearTimeout(late);
      rmSync(deps.workspace.socketPath, { force: true });
    },
  };
}
