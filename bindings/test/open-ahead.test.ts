/** A file that is read before it is opened. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { EngineEvent } from '../src/engine/api.ts';
import type { EngineClient } from '../src/engine/client.ts';
import { createEngine } from '../src/node/client.ts';
import { sampleAt, tinyDicom } from './tiny-dicom.ts';

const file = tinyDicom({ frames: 3, columns: 32, rows: 24 });
let engine: EngineClient;
let server: Server;
/** Paths of all requests. */
const asked: string[] = [];
/** Paths of the requests that the client gave up. */
const givenUp: string[] = [];
const address = (name: string): URL => new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`);

beforeAll(async () => {
  engine = await createEngine({ workers: 2 });
  server = createServer((request, response) => {
    const name = request.url ?? '';
    asked.push(name);
    response.on('close', () => {
      if (!response.writableFinished) givenUp.push(name);
    });
    response.writeHead(200, { 'content-length': file.length });
    // A file called slow never comes to its end.
    if (name.includes('slow')) response.write(file.subarray(0, 300));
    else response.end(file);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
});
beforeEach(() => {
  asked.length = 0;
  givenUp.length = 0;
});
afterAll(async () => {
  await engine.close();
  server.closeAllConnections();
  server.close();
});

const until = async (met: () => boolean): Promise<void> => {
  while (!met()) await new Promise((resolve) => setTimeout(resolve, 5));
};

it('is opened without another request, and its events are repeated for its opener', async () => {
  engine.openAhead(address('a.dcm'));
  await until(() => asked.length > 0);
  // It may have been read to its end by then.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const events: EngineEvent['type'][] = [];
  const opened = await engine.open(address('a.dcm'), { onEvent: ({ type }) => events.push(type) });
  if (!opened.ok) throw new Error(opened.error.message);
  const frame = await engine.frame(opened.value, 3);
  expect(frame.ok && frame.value.buffers[0]?.[2 * frame.value.stride + 7]).toBe(sampleAt(3, 2, 7));
  await until(() => events.includes('done'));
  expect(events.indexOf('metadata')).toBe(0);
  expect(asked).toEqual(['/a.dcm']);
  engine.release(opened.value);
});

it('is let go when another file is opened, and when it is not wanted any more', async () => {
  engine.openAhead(address('slow-1.dcm'));
  await until(() => asked.length === 1);
  const opened = await engine.open(address('b.dcm'));
  expect(opened.ok).toBe(true);
  await until(() => givenUp.includes('/slow-1.dcm'));
  const letGo = engine.openAhead(address('slow-2.dcm'));
  await until(() => asked.length === 3);
  letGo();
  await until(() => givenUp.includes('/slow-2.dcm'));
  expect(asked).toEqual(['/slow-1.dcm', '/b.dcm', '/slow-2.dcm']);
});
