/**
 * Cost of opening a video in addition to the file itself (contracts: 64 MiB + 2 x file + 2 x one frame, the file being one of the two).
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { checkoutRoot } from '../src/node/client.ts';
import * as wasm from '../wasm/full/engine.js';

const ROOT = checkoutRoot();
const FILE_BYTES = 64 * 1024 ** 2;
const CHUNK_BYTES = 1024 * 1024;
/** Eight bytes for each packet of 188, in a list that doubles: old and new while it grows, and the chunk that is shown. */
const MAX_GROWTH = FILE_BYTES / 4;
const PACKET_BYTES = 188;
/** Each packet of the clip is followed by so many that continue its picture, and the clip is repeated until the file is full. */
const FILLING = 40;
const FILLER_BYTES = 2000;

let memory: WebAssembly.Memory;

beforeAll(() => {
  memory = wasm.initSync({ module: readFileSync(path.join(ROOT, 'bindings', 'wasm', 'full', 'engine_bg.wasm')) }).memory;
});

const clip = (name: string): Buffer => readFileSync(path.join(ROOT, 'fixtures', 'video', name));

/** A transport stream of large pictures. */
function* transportStream(): Generator<Uint8Array> {
  const source = clip('avc.mpegts');
  // The video of ffmpeg's streams.
  const video = 0x100;
  const filler = Buffer.alloc(PACKET_BYTES, 0xff);
  filler.set([0x47, video >> 8, video & 0xff, 0x10]);
  const part: Buffer[] = [];
  for (let at = 0; at < source.length; at += PACKET_BYTES) {
    const packet = source.subarray(at, at + PACKET_BYTES);
    part.push(packet);
    if ((packet.readUInt16BE(1) & 0x1fff) === video) for (let count = 0; count < FILLING; count += 1) part.push(filler);
  }
  const once = Buffer.concat(part);
  for (let at = 0; at < FILE_BYTES; at += once.length) yield once;
}

/** A program stream of large pictures. */
function* programStream(): Generator<Uint8Array> {
  const source = clip('mpeg2.mpg');
  const end = source.lastIndexOf(Buffer.from([0, 0, 1, 0xb9]));
  yield end > 0 ? source.subarray(0, end) : source;
  const filler = Buffer.alloc(6 + FILLER_BYTES, 0xff);
  // A packet without time stamps.
  filler.set([0, 0, 1, 0xe0, FILLER_BYTES >> 8, FILLER_BYTES & 0xff, 0x80, 0, 0]);
  const many = Buffer.concat(Array.from({ length: 500 }, () => filler));
  for (let at = source.length; at < FILE_BYTES; at += many.length) yield many;
}

it.each([
  ['transport stream', '1.2.840.10008.1.2.4.102', transportStream, 1000],
  ['program stream', '1.2.840.10008.1.2.4.100', programStream, 48],
] as const)('a %s of 64 MB is read without being kept', (name, syntax, stream, frames) => {
  const before = memory.buffer.byteLength;
  const video = new wasm.VideoStream(syntax);
  video.add_fragment(0, 2 * FILE_BYTES);
  let length = 0;
  for (const part of stream()) {
    for (let at = 0; at < part.length; at += CHUNK_BYTES) video.push(part.subarray(at, at + CHUNK_BYTES));
    length += part.length;
  }
  video.finish();
  const growth = memory.buffer.byteLength - before;
  console.log(
    `${name}: ${(length / 1e6).toFixed(1)} MB, WebAssembly memory grows by ${(growth / 1e6).toFixed(1)} MB, ${video.frames_known()} frames`,
  );
  expect(length).toBeGreaterThanOrEqual(FILE_BYTES);
  expect(video.frames_known()).toBeGreaterThanOrEqual(frames);
  expect(growth).toBeLessThan(MAX_GROWTH);
  video.free();
});
