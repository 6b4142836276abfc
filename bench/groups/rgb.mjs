// JPEG to RGB as for an export, one wasm thread, against libjpeg-turbo (native, AVX2).
import { checkAgainstTurbo, nativeFrame } from '../lib/native.mjs';
import { decoders } from '../lib/engine.mjs';
import { realJpeg, syntheticJpeg } from '../lib/material.mjs';
import { onOneProcessor } from '../lib/one-processor.mjs';
import { ensureTurbo } from '../lib/peers.mjs';
import { SHORT_ROUNDS, interleaved, medianFrame } from '../lib/rounds.mjs';
import { sized } from '../lib/smoke.mjs';
import { compared, megapixels } from '../lib/row.mjs';

const WARM_UP = sized(60, 1);

/** Both contenders on the same processor. */
export default ({ rounds }) => onOneProcessor(() => run(rounds * sized(SHORT_ROUNDS, 1)));

async function run(rounds) {
  const turbo = await ensureTurbo();
  const rows = [];
  for (const loop of [await syntheticJpeg('422'), ...(await realJpeg())]) {
    const ours = await decoders(loop.descriptor);
    await checkAgainstTurbo(turbo, loop, ours);
    for (let i = 0; i < WARM_UP; i += 1) ours.rgb(loop.frames[i % loop.frames.length]);
    const times = await interleaved({ native: () => nativeFrame(turbo, loop), ours: () => medianFrame(loop.frames, ours.rgb) }, rounds);
    ours.free();
    const facts = { peer: 'native', must: 0.55, stretch: 0.7, ...megapixels(loop, times.ours) };
    rows.push(compared(`${loop.name}, ${loop.bpp.toFixed(2)} bit/px`, times.ours, times.native, facts));
  }
  return rows;
}
