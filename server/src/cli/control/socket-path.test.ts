import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ask, reachOwner } from './ask.ts';
import { reachable } from './socket-path.ts';
import { temporaryFolder } from '../../../test/temporary.ts';

/** Responds to a line with a line, as the owner of a workspace does. */
async function listen(socketPath: string): Promise<() => void> {
  const server = createServer((socket) =>
    socket.once('data', (chunk) => socket.end(`{"type":"refusal","message":${JSON.stringify(chunk.toString().trim())}}\n`)),
  );
  const { address, release } = reachable(socketPath);
  await new Promise<void>((resolve) => server.listen(address, resolve));
  release();
  return () => server.close();
}

it.each([
  ['short', 'w'],
  ['longer than the name of a socket may be', 'a long name of a folder '.repeat(8).trim()],
])('a socket in a folder with a %s path is reached', async (_what, name) => {
  const folder = path.join(await temporaryFolder('socket'), name);
  await mkdir(folder);
  const socketPath = path.join(folder, 'control.sock');
  const close = await listen(socketPath);
  const socket = await reachOwner(socketPath);
  if (socket === null) throw new Error('nobody answered');
  const answers = [];
  for await (const message of ask(socket, { hello: 1 }, new AbortController().signal)) answers.push(message);
  expect(answers).toEqual([{ type: 'refusal', message: '{"hello":1}' }]);
  close();
});

it('reports that no server is listening', async () => {
  expect(await reachOwner(path.join(await temporaryFolder('socket'), 'control.sock'))).toBeNull();
});
