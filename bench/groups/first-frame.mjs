// Bytes that must arrive beyond the end of fragment 1 before frame 1 can be decoded, with and without an offset table.
import { engine } from '../lib/engine.mjs';
import { jpegFile } from '../lib/encapsulated.mjs';
import { syntheticJpeg } from '../lib/material.mjs';
import { rowOf } from '../lib/row.mjs';

/** Bytes of the file pushed at once, the finest a network could deliver. */
const STEP = 1;
const MUST = 64 * 1024;

export default async function run() {
  const { wasm } = await engine();
  const loop = await syntheticJpeg('422');
  const file = jpegFile({ ...loop, frames: loop.frames.slice(0, 3) });
  const parser = new wasm.Parser();
  let at = 0;
  while (parser.frames_available() < 1 && at < file.length) {
    parser.push(file.subarray(at, at + STEP));
    at += STEP;
  }
  const ranges = parser.frame_ranges(1);
  const value = at - (ranges[0] + ranges[1]);
  parser.free();
  return [rowOf('synthetic, bytes beyond fragment 1', [value], 'bytes', { must: MUST })];
}
