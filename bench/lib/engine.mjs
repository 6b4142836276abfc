// The product's own WebAssembly build in Node: parser and frame decoder as the workers use them.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { buildEngineWasm } from '../../scripts/lib/build.mjs';
import { inRoot } from '../../scripts/lib/root.mjs';

/** @typedef {typeof import('../../bindings/wasm/full/engine.js')} Wasm */
/** @type {{ wasm: Wasm, memory: WebAssembly.Memory } | null} */
let loaded = null;

/** @type {() => Promise<{ wasm: Wasm, memory: WebAssembly.Memory }>} The module, loaded once. */
export async function engine() {
  if (loaded) return loaded;
  await buildEngineWasm();
  /** @type {Wasm} */
  const wasm = await import(pathToFileURL(inRoot('bindings', 'wasm', 'full', 'engine.js')).href);
  const { memory } = wasm.initSync({ module: readFileSync(inRoot('bindings', 'wasm', 'full', 'engine_bg.wasm')) });
  loaded = { wasm, memory };
  return loaded;
}

/** Frames of a file in memory, with what a decoder must know. */
export async function framesOf(file) {
  const { wasm } = await engine();
  const parser = new wasm.Parser();
  parser.push(file);
  parser.finish();
  const frames = [];
  for (let number = 1; number <= parser.frames_total(); number += 1) {
    const ranges = parser.frame_ranges(number);
    const pieces = [];
    for (let at = 0; at < ranges.length; at += 2) pieces.push(file.subarray(ranges[at], ranges[at] + ranges[at + 1]));
    frames.push(new Uint8Array(Buffer.concat(pieces)));
  }
  const descriptor = JSON.parse(parser.decoder_descriptor());
  parser.free();
  return { frames, descriptor, width: descriptor.width, height: descriptor.height };
}

/** Decoders of one descriptor: to the texture of the player, and to RGB. */
export async function decoders(descriptor) {
  const { wasm, memory } = await engine();
  const decoder = new wasm.FrameDecoder(JSON.stringify(descriptor));
  const output = () => new Uint8Array(memory.buffer, decoder.output_ptr(), decoder.output_len());
  return {
    texture: (stream) => JSON.parse(decoder.decode(stream)),
    rgb: (stream) => JSON.parse(decoder.decode_picture(stream)),
    output,
    free: () => decoder.free(),
  };
}
