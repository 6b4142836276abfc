/** The first part of the engine returns what the whole engine returns, to the byte, and a worker turns to the whole for everything else. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import * as first from '../wasm/first/engine.js';
import * as whole from '../wasm/full/engine.js';
import type { PartName } from '../src/engine/engine-parts.ts';
import { EngineWorker } from '../src/engine/engine-worker.ts';
import type { DecodeRequest, ParseEvent } from '../src/engine/worker-messages.ts';
import { checkoutRoot } from '../src/node/client.ts';
import { undecoded } from '../src/node/undecoded-video.ts';
import { drawnDemo } from './drawn-demo.ts';
import { sampleAt, tinyDicom } from './tiny-dicom.ts';

const ROOT = checkoutRoot();
const REAL = path.join(process.env['ECHOMETRY_SHARED'] ?? path.join(ROOT, '..', 'shared'), 'real-dicom');
const UID = '1.2.840.10008.1.2';
const bytesOf = (build: string) => readFileSync(path.join(ROOT, 'bindings', 'wasm', build, 'engine_bg.wasm'));

type Part = { glue: Pick<typeof first, 'Parser' | 'FrameDecoder'>; memory: WebAssembly.Memory };
let parts: { first: Part; whole: Part };
beforeAll(() => {
  parts = {
    first: { glue: first, memory: first.initSync({ module: bytesOf('first') }).memory },
    whole: { glue: whole, memory: whole.initSync({ module: bytesOf('full') }).memory },
  };
});

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A frame as a part decodes it, or its refusal. */
function decoded({ glue, memory }: Part, descriptor: string, frame: Uint8Array, skipBits = 0) {
  try {
    const decoder = new glue.FrameDecoder(descriptor);
    try {
      const header = decoder.decode(frame, skipBits);
      const samples = new Uint8Array(memory.buffer, decoder.output_ptr(), decoder.output_len());
      return { header, start: [...samples.subarray(0, 64)], samples: sha256(samples) };
    } finally {
      decoder.free();
    }
  } catch (thrown) {
    return { refusal: String(thrown) };
  }
}

/** A file as a part reads it. */
function read({ glue }: Part, file: Uint8Array) {
  const parser = new glue.Parser();
  let failure: string | null = null;
  try {
    parser.push(file);
    parser.finish();
  } catch (thrown) {
    failure = String(thrown);
  }
  const metadata = parser.metadata() ?? null;
  const descriptor = metadata === null ? '' : parser.decoder_descriptor();
  const frames = Array.from({ length: parser.is_video() ? 0 : parser.frames_total() }, (_, index) => {
    try {
      return {
        ranges: [...parser.frame_ranges(index + 1)],
        skip: parser.frame_skip_bits(index + 1),
        partial: parser.frame_partial(index + 1),
      };
    } catch (thrown) {
      return String(thrown);
    }
  });
  const inflated = parser.inflated();
  const told = { failure, metadata, descriptor, frames, warnings: parser.warnings(), isVideo: parser.is_video() };
  parser.free();
  return { told, bytes: inflated ?? file };
}

/** Compares what both parts read of a file; returns how many of its frames the first part decoded. */
function compare(file: Uint8Array, name: string): number {
  const [one, both] = [read(parts.first, file), read(parts.whole, file)];
  expect(one.told, name).toEqual(both.told);
  let count = 0;
  const { frames, descriptor } = one.told;
  for (const frame of [frames.at(0), frames.at(-1)]) {
    if (frame === undefined || typeof frame === 'string') continue;
    const pieces = frame.ranges.flatMap((start, at) =>
      at % 2 === 0 ? [one.bytes.subarray(start, start + (frame.ranges[at + 1] ?? 0))] : [],
    );
    const bytes = new Uint8Array(Buffer.concat(pieces));
    const early = decoded(parts.first, descriptor, bytes, frame.skip);
    if ('refusal' in early) continue;
    expect(early, name).toEqual(decoded(parts.whole, descriptor, bytes, frame.skip));
    count += 1;
  }
  return count;
}

/** Facts of a file with one frame of this transfer syntax. */
const descriptorOf = (syntax: string): string => {
  const { told } = read(parts.whole, tinyDicom({ frames: 1, columns: 16, rows: 12 }));
  return JSON.stringify({ ...(JSON.parse(told.descriptor) as object), transfer_syntax_uid: `${UID}${syntax}` });
};

const streams = (codec: string): [string, Uint8Array][] => {
  const folder = path.join(ROOT, 'fuzz', 'seeds', codec);
  return readdirSync(folder).flatMap((name): [string, Uint8Array][] => {
    const stream = new Uint8Array(readFileSync(path.join(folder, name)));
    return [
      [name, stream],
      [`${name}, cut off`, stream.subarray(0, Math.floor(stream.length * 0.6))],
    ];
  });
};

describe('the first part of the engine', () => {
  it('reads and decodes drawn files as the whole engine does', () => {
    const folder = drawnDemo({ projects: ['demo-cycles-fetal'] });
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.dcm'));
    const counts = names.slice(0, 12).map((name) => compare(new Uint8Array(readFileSync(path.join(folder, name))), name));
    expect(counts.length).toBeGreaterThan(4);
    expect(Math.min(...counts)).toBe(2);
  });

  it('reads and decodes real files as the whole engine does', () => {
    if (!existsSync(REAL)) {
      console.log('SKIPPED: real files are absent, so the parts of the engine were compared on made files only');
      return;
    }
    const { files } = JSON.parse(readFileSync(path.join(REAL, 'manifest.json'), 'utf8')) as { files: { file: string }[] };
    const counts = files.map(({ file }) => compare(new Uint8Array(readFileSync(path.join(REAL, file))), file));
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(files.length / 4);
  }, 120_000);

  it('decodes every JPEG stream of other encoders to the same bytes, whole and cut off', () => {
    const descriptor = descriptorOf('.4.50');
    const both = streams('jpeg').map(([name, stream]) => {
      const early = decoded(parts.first, descriptor, stream);
      expect(early, name).toEqual(decoded(parts.whole, descriptor, stream));
      return early;
    });
    expect(both.filter((one) => 'samples' in one).length).toBeGreaterThan(5);
  });

  it('decodes RLE and refuses it damaged as the whole engine does', () => {
    const row = Uint8Array.from({ length: 64 }, (_, at) => (at * 37) % 251);
    const header = new Uint8Array(64);
    header.set([1, 0, 0, 0, 64]);
    // One run of 65 equal bytes would be a second form; 3 literal runs of 64 are the picture of 16 x 12.
    const rle = Buffer.concat([header, ...[0, 1, 2].map((run) => Buffer.from([63, ...row.map((value) => value ^ run)]))]);
    const descriptor = descriptorOf('.5');
    const found = decoded(parts.first, descriptor, rle);
    expect(found).toMatchObject({ start: [...row] });
    for (const stream of [rle, rle.subarray(0, 100), rle.subarray(0, 10)])
      expect(decoded(parts.first, descriptor, stream)).toEqual(decoded(parts.whole, descriptor, stream));
  });

  it.each([
    ['jpeg_ls', '.4.80'],
    ['jpeg_2000', '.4.90'],
    ['high_throughput', '.4.201'],
    ['jpeg_xl', '.4.111'],
  ])('leaves %s to the whole engine', (codec, syntax) => {
    const descriptor = descriptorOf(syntax);
    const found = streams(codec).map(([, stream]) => [decoded(parts.first, descriptor, stream), decoded(parts.whole, descriptor, stream)]);
    for (const [early] of found) expect(early).toMatchObject({ refusal: expect.stringContaining('unsupported-transfer-syntax') as string });
    expect(found.filter(([, late]) => late && 'samples' in late).length).toBeGreaterThan(0);
  });
});

describe('a worker that starts with the first part', () => {
  const FILE = 1;
  /** A worker whose whole engine comes when it is let through. */
  async function world() {
    let letThrough: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    const asked: PartName[] = [];
    const worker = new EngineWorker({ first, sha256: async () => '', pictures: undecoded, disk: null });
    await worker.load(async (name) => {
      asked.push(name);
      if (name === 'whole') await gate;
      return WebAssembly.compile(bytesOf(name === 'whole' ? 'full' : 'first'));
    }, true);
    const events: ParseEvent[] = [];
    const file = tinyDicom({ frames: 2, columns: 16, rows: 12 });
    const read = await worker.parse(FILE, { kind: 'bytes', buffer: file.buffer, length: file.length }, (event) => events.push(event));
    expect(read).toEqual({ ok: true, value: null });
    const head = events.find((event) => event.type === 'metadata');
    const place = events.flatMap((event) => (event.type === 'frames' ? event.frames : []))[1];
    if (!head || !place?.ok) throw new Error('The file was not read.');
    const request: DecodeRequest = { frame_number: 2, descriptor: head.descriptor, buffer: file.buffer, place, file: FILE, slot: null };
    return { worker, asked, letThrough, request, head };
  }
  const isPending = async (answer: Promise<unknown>): Promise<boolean> =>
    Promise.race([answer.then(() => false), new Promise<boolean>((resolve) => setTimeout(() => resolve(true), 50))]);

  it('reads a file and decodes its frames without the whole engine', async () => {
    const { worker, asked, request } = await world();
    const frame = await worker.decode(request);
    if (!frame.ok) throw new Error(frame.error.message);
    expect(frame.value.buffers[0]?.[3 * frame.value.stride + 5]).toBe(sampleAt(2, 3, 5));
    expect(asked).toEqual(['first']);
  });

  it('makes every other call wait for the whole engine, and serves it then', async () => {
    const { worker, asked, letThrough, request } = await world();
    const icon = worker.icon(request, { max_width: 8, max_height: 8 });
    const picture = worker.picture(request);
    expect(await isPending(Promise.race([icon, picture]))).toBe(true);
    expect((await worker.decode(request)).ok).toBe(true);
    letThrough();
    expect(await icon).toMatchObject({ ok: true });
    expect(await picture).toMatchObject({ ok: true, value: { rows: 12, columns: 16 } });
    expect(asked).toEqual(['first', 'whole']);
  });

  it('lets the whole engine decode what the first part refuses', async () => {
    const { worker, asked, letThrough, request } = await world();
    const [, stream] = streams('jpeg_ls')[0] ?? ['', new Uint8Array()];
    const frame = worker.decode({
      ...request,
      descriptor: descriptorOf('.4.80'),
      buffer: stream.slice().buffer,
      place: { ok: true, ranges: Float64Array.of(0, stream.length), skip_bits: 0, partial: false },
    });
    expect(await isPending(frame)).toBe(true);
    letThrough();
    expect(await frame).toMatchObject({ ok: true });
    expect(asked).toEqual(['first', 'whole']);
  });

  it('reports a part that does not come, and asks for it again', async () => {
    const worker = new EngineWorker({ first, sha256: async () => '', pictures: undecoded, disk: null });
    let tries = 0;
    await worker.load(async () => {
      tries += 1;
      if (tries === 1) throw new TypeError('Failed to fetch');
      return WebAssembly.compile(bytesOf('full'));
    }, true);
    expect(await worker.deidProfile()).toMatchObject({ ok: false, error: { code: 'network' } });
    expect(await worker.deidProfile()).toMatchObject({ ok: true });
  });
});
