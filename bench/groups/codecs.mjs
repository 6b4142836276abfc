// The lossless syntaxes, one wasm thread, against the decoders that Cornerstone uses.
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { decoders } from '../lib/engine.mjs';
import { lossless } from '../lib/material.mjs';
import { cornerstoneCodec, ensureNpmPeers } from '../lib/peers.mjs';
import { SHORT_ROUNDS, interleaved, medianFrame } from '../lib/rounds.mjs';
import { sized } from '../lib/smoke.mjs';
import { compared, megapixels } from '../lib/row.mjs';

const WARM_UP = sized(6, 1);
/** Frames of a round; the peers take up to half a second each. */
const FRAMES = sized(8, 1);

const GROUPS = [
  { name: 'JPEG lossless', kind: 'jpeg-lossless', must: 3, stretch: 6, peer: jpegLossless },
  {
    name: 'JPEG-LS',
    kind: 'jpeg-ls',
    must: 0.8,
    stretch: 1.2,
    peer: (home) => cornerstoneCodec(home, '@cornerstonejs/codec-charls', 'decodewasmjs', 'JpegLSDecoder'),
  },
  {
    name: 'JPEG 2000',
    kind: 'jpeg-2000',
    must: 1,
    stretch: 1.5,
    peer: (home) => cornerstoneCodec(home, '@cornerstonejs/codec-openjpeg', 'decodewasmjs', 'J2KDecoder'),
  },
  { name: 'RLE', kind: 'rle', must: 2, stretch: 5, peer: rle },
];

/** The decoders take the buffer under a view, so they get exactly the stream. */
const exact = (stream) => stream.buffer.slice(stream.byteOffset, stream.byteOffset + stream.byteLength);

async function jpegLossless(home) {
  const require = createRequire(path.join(home, 'x.js'));
  const { Decoder } = await import(pathToFileURL(require.resolve('@cornerstonejs/jpeg-lossless-decoder-js')).href);
  return (stream) => new Decoder().decode(exact(stream), 0, stream.length, 1);
}

async function rle(home, { width, height }) {
  const file = path.join(home, 'node_modules/@cornerstonejs/dicom-image-loader/dist/esm/shared/decoders/decodeRLE.js');
  const { default: decode } = await import(pathToFileURL(file).href);
  return (stream) =>
    decode({ bitsAllocated: 8, planarConfiguration: 0, rows: height, columns: width, samplesPerPixel: 3 }, new Uint8Array(exact(stream)));
}

export default async function run({ rounds: asked }) {
  const rounds = asked * sized(SHORT_ROUNDS, 1);
  const home = await ensureNpmPeers();
  const rows = [];
  for (const { name, kind, must, stretch, peer } of GROUPS) {
    const loop = await lossless(kind);
    const ours = await decoders(loop.descriptor);
    const theirs = await peer(home, loop);
    const frames = loop.frames.slice(0, FRAMES);
    ours.texture(frames[0]);
    const expected = loop.original.subarray(0, loop.width * loop.height * 3);
    if (!expected.equals(Buffer.from(ours.output()))) throw new Error(`${name}: frame 1 is not what was encoded`);
    for (let i = 0; i < WARM_UP; i += 1) {
      ours.texture(frames[i % frames.length]);
      await theirs(frames[i % frames.length]);
    }
    const times = await interleaved(
      { ours: () => medianFrame(frames, ours.texture), Cornerstone: () => medianFrame(frames, theirs) },
      rounds,
    );
    ours.free();
    const facts = { peer: 'Cornerstone', must, stretch, ...megapixels(loop, times.ours) };
    rows.push(compared(`${name}, ${loop.bpp.toFixed(1)} bit/px`, times.ours, times.Cornerstone, facts));
  }
  return rows;
}
