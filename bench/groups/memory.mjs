// Bytes a pixel and frame take in the ring: what the decoder hands out.
import { decoders } from '../lib/engine.mjs';
import { syntheticJpeg } from '../lib/material.mjs';
import { rowOf } from '../lib/row.mjs';

const MUST = { 422: 2.1, 420: 1.6, grey: 1.1 };

export default async function run() {
  const rows = [];
  for (const kind of ['422', '420', 'grey']) {
    const loop = await syntheticJpeg(kind);
    const ours = await decoders(loop.descriptor);
    ours.texture(loop.frames[0]);
    const value = ours.output().length / loop.width / loop.height;
    ours.free();
    rows.push(rowOf(kind === 'grey' ? 'grey' : kind.split('').join(':'), [value], 'bytes/px', { must: MUST[kind] }));
  }
  return rows;
}
