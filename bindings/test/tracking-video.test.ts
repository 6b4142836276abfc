/** Lines in a video: the pictures of a decoder are followed as the frames that the engine decodes itself. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Remote, releaseProxy } from 'comlink';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TrackRequest } from '@echometry/contract/generated/tracking.ts';
import { EngineClient } from '../src/engine/client.ts';
import { EngineWorker } from '../src/engine/engine-worker.ts';
import type { PicturesOf } from '../src/engine/video-pictures.ts';
import type { EngineWorkerApi } from '../src/engine/worker-messages.ts';
import type { StartedWorker } from '../src/engine/worker-pool.ts';
import { checkoutRoot, createEngine } from '../src/node/client.ts';
import * as whole from '../wasm/full/engine.js';
import { frameOf, tinyDicom, tinyVideo } from './tiny-dicom.ts';
import { opened } from './tracked-clips.ts';

const ROOT = checkoutRoot();
const IMAGE = { frames: 48, columns: 128, rows: 96 };
const H264 = '1.2.840.10008.1.2.4.102';
const HEVC = '1.2.840.10008.1.2.4.107';
const video = (name: string, syntax: string): Uint8Array<ArrayBuffer> =>
  tinyVideo(IMAGE, syntax, readFileSync(path.join(ROOT, 'fixtures', 'video', name)));

/** A decoder whose pictures are those of `tinyDicom`, whatever the stream shows. */
function known(seen: { open: number; most: number; asked: number }): PicturesOf {
  return () => {
    let isOpen = false;
    return {
      advance: () => undefined,
      frame: async (frameIndex) => {
        if (!isOpen) seen.most = Math.max(seen.most, (seen.open += 1));
        isOpen = true;
        seen.asked += 1;
        const chroma = new Uint8Array((IMAGE.columns * IMAGE.rows) / 2).fill(128);
        const luma = frameOf(frameIndex + 1, IMAGE);
        const bytes = new Uint8Array([...luma, ...chroma]);
        return { bytes, width: IMAGE.columns, height: IMAGE.rows, interleaved: false, bt709: false, full_range: true };
      },
      close: async () => {
        if (isOpen) seen.open -= 1;
        isOpen = false;
      },
    };
  };
}

/** An engine whose workers are in this thread and decode video. */
function engineWith(pictures: PicturesOf, workers: number): EngineClient {
  const start = async (): Promise<StartedWorker> => {
    const worker = new EngineWorker({ first: whole, sha256: async () => '', pictures, disk: null });
    await worker.load(await WebAssembly.compile(readFileSync(path.join(ROOT, 'bindings', 'wasm', 'full', 'engine_bg.wasm'))), false);
    const api = Object.assign(worker, { [releaseProxy]: () => undefined }) as unknown as Remote<EngineWorkerApi>;
    return { api, onCrash: () => undefined, terminate: () => undefined };
  };
  return new EngineClient({ start, workers, share: false });
}

/** A line that is drawn on a frame within the clip, looked for on another, and drawn on a third. */
const REQUEST: TrackRequest = {
  frame_number: 12,
  alike: [30],
  first: 3,
  last: 44,
  lines: [
    {
      points: [
        [40, 30],
        [60, 40],
        [80, 60],
      ],
      form: 'open',
    },
  ],
  anchors: [
    {
      frame_number: 20,
      lines: [
        [
          [41, 30],
          [62, 41],
          [80, 61],
        ],
      ],
    },
  ],
};

describe('lines in a video', () => {
  let reference: EngineClient;
  beforeAll(async () => {
    reference = await createEngine({ workers: 2 });
  });
  afterAll(() => reference.close());

  it.each([1, 2])('are equal to lines in frames of the same pixels, to the bit, with %i workers', async (workers) => {
    const expected = await reference.track(await opened(reference, tinyDicom(IMAGE)), REQUEST);
    expect(expected.ok).toBe(true);
    const seen = { open: 0, most: 0, asked: 0 };
    const engine = engineWith(known(seen), workers);
    const shares: number[] = [];
    const handle = await opened(engine, video('avc.mp4', H264));
    expect(await engine.track(handle, REQUEST, { onProgress: (share) => shares.push(share) })).toEqual(expected);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
    // Each way has its own decoder, and none stays.
    expect(seen.most).toBeGreaterThan(1);
    await engine.close();
    expect(seen.open).toBe(0);
  });

  it('stop when they are cancelled, and leave no decoder', async () => {
    const seen = { open: 0, most: 0, asked: 0 };
    const engine = engineWith(known(seen), 2);
    const handle = await opened(engine, video('avc.mp4', H264));
    const stop = new AbortController();
    const found = await engine.track(handle, REQUEST, { signal: stop.signal, onProgress: () => stop.abort() });
    expect(found).toMatchObject({ ok: false, error: { code: 'aborted' } });
    await expect.poll(() => seen.open).toBe(0);
    expect(seen.asked).toBeLessThan(10);
    await engine.close();
  });

  it.each([
    ['HEVC (H.265) video (hvc1.', 'hevc.mp4', HEVC],
    ['H.264 video (avc1.', 'avc.mp4', H264],
  ])('are refused by the name of the codec where nothing decodes it: %s', async (name, file, syntax) => {
    const found = await reference.track(await opened(reference, video(file, syntax)), REQUEST);
    expect(found).toMatchObject({ ok: false, error: { code: 'video-unsupported' } });
    expect(found.ok ? '' : found.error.message).toContain(`This browser does not decode ${name}`);
  });
});
