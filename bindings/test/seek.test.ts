/** A seek into what has not arrived: the frame comes by a separate request, while the stream pauses. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine } from '../src/node/client.ts';
import type { EngineClient } from '../src/engine/client.ts';
import { sampleAt, tinyDicom, type TinyImage } from './tiny-dicom.ts';

/** Large enough that the last frame is not near what arrives first. */
const IMAGE: TinyImage = { frames: 40, columns: 256, rows: 256 };
const ARRIVES_BYTES = 200_000;
const file = tinyDicom(IMAGE);

let engine: EngineClient;
let server: Server;
const asked: string[] = [];

beforeAll(async () => {
  engine = await createEngine({ workers: 2 });
  server = createServer((request, response) => {
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
    if (range) {
      asked.push(request.headers.range ?? '');
      const piece = file.subarray(Number(range[1]), range[2] ? Number(range[2]) + 1 : undefined);
      response
        .writeHead(206, { 'content-length': piece.length, 'content-range': `bytes ${range[1]}-${range[2]}/${file.length}` })
        .end(piece);
      return;
    }
    // The stream starts and then pauses.
    response.writeHead(200, { 'content-length': file.length }).write(file.subarray(0, ARRIVES_BYTES));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
});

afterAll(async () => {
  await engine.close();
  server.closeAllConnections();
  server.close();
});

it('a frame far ahead is fetched separately, the others stay with the stream', async () => {
  const { port } = server.address() as AddressInfo;
  const opened = await engine.open(new URL(`http://127.0.0.1:${port}/a.dcm`));
  if (!opened.ok) throw new Error(opened.error.message);
  const first = await engine.frame(opened.value, 1);
  const last = await engine.frame(opened.value, IMAGE.frames);
  if (!first.ok || !last.ok) throw new Error('a frame is missing');
  for (const [row, column] of [
    [0, 0],
    [17, 200],
    [255, 255],
  ] as const) {
    expect(last.value.buffers[0]?.[row * last.value.stride + column]).toBe(sampleAt(IMAGE.frames, row, column));
    expect(first.value.buffers[0]?.[row * first.value.stride + column]).toBe(sampleAt(1, row, column));
  }
  expect(asked).toHaveLength(1);
  engine.release(opened.value);
});
