import { setMaxListeners } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EngineEvent, FrameView } from '../src/engine/api.ts';
import { createEngine } from '../src/node/client.ts';
import type { EngineClient } from '../src/engine/client.ts';
import { sampleAt, tinyDicom, type TinyImage } from './tiny-dicom.ts';

const IMAGE: TinyImage = { frames: 5, columns: 33, rows: 17 };

let engine: EngineClient;
beforeAll(async () => {
  engine = await createEngine({ workers: 2 });
});
afterAll(async () => {
  await engine.close();
});

function expectPixels(view: FrameView, { columns, rows }: TinyImage): void {
  expect([view.layout, view.bits, view.width, view.height, view.rows, view.partial]).toEqual(['grey', 8, columns, rows, rows, false]);
  const [samples] = view.buffers;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1)
      expect(samples?.[row * view.stride + column]).toBe(sampleAt(view.frame_number, row, column));
  }
}

async function opened(bytes: Uint8Array, onEvent?: (event: EngineEvent) => void) {
  const answer = await engine.open(bytes, onEvent ? { onEvent } : {});
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
}

async function frameOf(handle: Awaited<ReturnType<typeof opened>>, frame_number: number) {
  const answer = await engine.frame(handle, frame_number);
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
}

describe('engine in workers', () => {
  it('returns metadata, then frames, then done, and every pixel of the formula', async () => {
    const events: EngineEvent[] = [];
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const handle = await opened(tinyDicom(IMAGE), (event) => {
      events.push(event);
      if (event.type === 'done') end();
    });
    for (let frame = 1; frame <= IMAGE.frames; frame += 1) expectPixels(await frameOf(handle, frame), IMAGE);
    // The last frame can be there before its event.
    await ended;
    expect(events[0]?.type).toBe('metadata');
    expect(events.at(-1)).toMatchObject({ type: 'done', available: IMAGE.frames, total: IMAGE.frames });
    const metadata = await engine.metadata(handle);
    expect(metadata).toMatchObject({
      ok: true,
      value: { width: 33, height: 17, number_of_frames: 5, frame_times_ms: [0, 33, 66, 99, 132], frame_time_source: 'frame_time' },
    });
    engine.release(handle);
  });

  it('hands pixels over in shared memory and uses it again once it is given back', async () => {
    const handle = await opened(tinyDicom(IMAGE));
    const first = await frameOf(handle, 1);
    expect(first.shared).toBe(true);
    const memory = first.buffers[0]?.buffer;
    expect(memory).toBeInstanceOf(SharedArrayBuffer);
    engine.recycle(first);
    const second = await frameOf(handle, 2);
    expectPixels(second, IMAGE);
    // The memory of the first view now holds the second frame.
    expect(new Uint8Array(memory as SharedArrayBuffer)[34]).toBe(sampleAt(2, 1, 1));
    engine.release(handle);
  });

  it('opens a Blob as a stream', async () => {
    const answer = await engine.open(new Blob([tinyDicom(IMAGE)]));
    if (!answer.ok) throw new Error(answer.error.message);
    expectPixels(await frameOf(answer.value, 3), IMAGE);
    engine.release(answer.value);
  });

  it('refuses a frame that does not exist, a released handle and bytes other than DICOM, by name', async () => {
    const handle = await opened(tinyDicom(IMAGE));
    expect(await engine.frame(handle, 6)).toMatchObject({ ok: false, error: { code: 'no-such-frame', frame_number: 6, total: 5 } });
    engine.release(handle);
    expect(await engine.frame(handle, 1)).toMatchObject({ ok: false, error: { code: 'no-such-handle' } });
    expect(await engine.open(new TextEncoder().encode('no picture at all, only words '.repeat(40)))).toMatchObject({
      ok: false,
      error: { code: 'not-dicom' },
    });
  });

  it('drops queued frames that are cancelled, and continues with the others', async () => {
    const large: TinyImage = { frames: 40, columns: 640, rows: 480 };
    const handle = await opened(tinyDicom(large));
    const stop = new AbortController();
    setMaxListeners(0, stop.signal);
    const cancelled = Array.from({ length: 40 }, (_, index) => engine.frame(handle, index + 1, { signal: stop.signal }));
    stop.abort();
    const answers = await Promise.all(cancelled);
    expect(answers.every((answer) => !answer.ok && answer.error.code === 'aborted')).toBe(true);
    const view = await frameOf(handle, 40);
    expect(view.buffers[0]?.[641]).toBe(sampleAt(40, 1, 1));
    engine.release(handle);
  });

  it('stops an opening that is cancelled', async () => {
    const stop = new AbortController();
    stop.abort();
    expect(await engine.open(tinyDicom(IMAGE), { signal: stop.signal })).toMatchObject({ ok: false, error: { code: 'aborted' } });
  });
});

describe('engine without shared memory, as in a page that is not isolated', () => {
  it('moves the pixels to and fro, with the same result', async () => {
    const apart = await createEngine({ workers: 2, share: false });
    try {
      const answer = await apart.open(tinyDicom(IMAGE));
      if (!answer.ok) throw new Error(answer.error.message);
      for (const frame of [1, 5, 2, 4]) {
        const view = await apart.frame(answer.value, frame);
        if (!view.ok) throw new Error(view.error.message);
        expect(view.value.shared).toBe(false);
        expect(view.value.buffers[0]?.buffer).toBeInstanceOf(ArrayBuffer);
        expectPixels(view.value, IMAGE);
        const memory = view.value.buffers[0]?.buffer as ArrayBuffer;
        apart.recycle(view.value);
        expect((await apart.frame(answer.value, 3)).ok).toBe(true);
        // The memory went to the worker with the next request.
        expect(memory.byteLength).toBe(0);
      }
    } finally {
      await apart.close();
    }
  });
});

describe('a file that arrives slowly', () => {
  let server: Server;
  let release: () => void = () => undefined;
  const bytes = tinyDicom({ frames: 8, columns: 64, rows: 64 });
  // Everything up to the end of the third frame, and not a byte more, until the test releases it.
  const cut = bytes.length - 5 * 64 * 64;

  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/gone') {
        response.writeHead(404).end();
        return;
      }
      response.writeHead(200, { 'content-length': bytes.length });
      response.write(bytes.subarray(0, cut));
      release = () => {
        response.end(bytes.subarray(cut));
      };
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
  });
  afterAll(() => {
    server.close();
  });
  const address = (path: string) => new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);

  it('shows the frames that are there before the rest has come', async () => {
    const loaded: number[] = [];
    const answer = await engine.open(address('/file'), {
      onEvent: (event) => {
        if (event.type === 'frames') loaded.push(event.available);
      },
    });
    if (!answer.ok) throw new Error(answer.error.message);
    const third = await frameOf(answer.value, 3);
    expect(third.buffers[0]?.[65]).toBe(sampleAt(3, 1, 1));
    expect(Math.max(...loaded)).toBe(3);
    const waiting = engine.frame(answer.value, 8);
    release();
    const last = await waiting;
    expect(last.ok && last.value.buffers[0]?.[65]).toBe(sampleAt(8, 1, 1));
    engine.release(answer.value);
  });

  it('names the response of a server that has no such file', async () => {
    expect(await engine.open(address('/gone'))).toMatchObject({ ok: false, error: { code: 'network', status: 404 } });
  });
});
