// JPEG to planes, one wasm thread, against libjpeg-turbo's RGB (native, AVX2) and Cornerstone's wasm of it.
import { checkAgainstTurbo, nativeFrame } from '../lib/native.mjs';
import { decoders } from '../lib/engine.mjs';
import { realJpeg, syntheticJpeg } from '../lib/material.mjs';
import { onOneProcessor } from '../lib/one-processor.mjs';
import { cornerstoneCodec, ensureNpmPeers, ensureTurbo } from '../lib/peers.mjs';
import { SHORT_ROUNDS, interleaved, medianFrame } from '../lib/rounds.mjs';
import { sized } from '../lib/smoke.mjs';
import { compared, megapixels } from '../lib/row.mjs';

/** Frames decoded before time is taken, until every function is compiled at full speed. */
const WARM_UP = sized(60, 1);
const MUST = { native: 1, Cornerstone: 2.5 };
const STRETCH = { native: 1.3, Cornerstone: 3.5 };

/** Both contenders on the same processor. */
export default ({ rounds }) => onOneProcessor(() => run(rounds * sized(SHORT_ROUNDS, 1)));

async function run(rounds) {
  const turbo = await ensureTurbo();
  const codec = await cornerstoneCodec(await ensureNpmPeers(), '@cornerstonejs/codec-libjpeg-turbo-8bit', 'decodewasmjs', 'JPEGDecoder');
  const rows = [];
  for (const loop of [await syntheticJpeg('422'), ...(await realJpeg())]) {
    const ours = await decoders(loop.descriptor);
    await checkAgainstTurbo(turbo, loop, ours);
    const warm = (decode) => {
      for (let i = 0; i < WARM_UP; i += 1) decode(loop.frames[i % loop.frames.length]);
    };
    warm(ours.texture);
    warm(codec);
    const times = await interleaved(
      {
        native: () => nativeFrame(turbo, loop),
        ours: () => medianFrame(loop.frames, ours.texture),
        Cornerstone: () => medianFrame(loop.frames, codec),
      },
      rounds,
    );
    ours.free();
    for (const peer of ['native', 'Cornerstone']) {
      const facts = { peer, must: MUST[peer], stretch: STRETCH[peer], ...megapixels(loop, times.ours) };
      rows.push(compared(`${loop.name}, ${loop.bpp.toFixed(2)} bit/px`, times.ours, times[peer], facts));
    }
  }
  return rows;
}
