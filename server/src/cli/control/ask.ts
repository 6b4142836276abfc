import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { ControlMessage } from './messages.ts';
import { linesOf } from './request-lines.ts';
import { reachable } from './socket-path.ts';

const NOBODY = new Set(['ENOENT', 'ECONNREFUSED']);

/** Connects to the server that owns the workspace; null when none runs. */
export function reachOwner(socketPath: string): Promise<Socket | null> {
  const { address, release } = reachable(socketPath);
  return new Promise((resolve, reject) => {
    const socket = connect(address);
    socket.once('connect', () => {
      release();
      resolve(socket);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      release();
      if (NOBODY.has(error.code ?? '')) resolve(null);
      else reject(error);
    });
  });
}

/** Sends one request and yields the responses until the owner hangs up; an abort hangs up first, which cancels there. */
export async function* ask(socket: Socket, request: unknown, signal: AbortSignal): AsyncGenerator<ControlMessage> {
  const hangUp = (): void => void socket.destroy();
  signal.addEventListener('abort', hangUp, { once: true });
  let isLost = false;
  socket.on('error', () => {
    isLost = true;
  });
  // A socket that was destroyed has no end: without this the lines would be waited for for ever.
  const lines = createInterface({ input: socket });
  socket.once('close', () => lines.close());
  for (const line of linesOf(request)) socket.write(`${line}\n`);
  try {
    for await (const line of lines) yield JSON.parse(line) as ControlMessage;
  } catch (error) {
    // A broken connection ends the responses like a closed one.
    if (!isLost) throw error;
  } finally {
    signal.removeEventListener('abort', hangUp);
    socket.destroy();
  }
}
