// The same loop with two workers and with one.
import { openBrowser } from '../lib/browser.mjs';
import { jpegFile } from '../lib/encapsulated.mjs';
import { syntheticJpeg } from '../lib/material.mjs';
import { median, ratios } from '../lib/rounds.mjs';

export default async function run({ rounds }) {
  const loop = await syntheticJpeg('422');
  const browser = await openBrowser({ files: { 'loop.dcm': jpegFile(loop) }, peers: null });
  const one = [];
  const two = [];
  for (let round = 0; round < rounds; round += 1) {
    const page = await browser.fresh();
    for (const { workers, times } of [
      { workers: 1, times: one },
      { workers: 2, times: two },
    ]) {
      const measure = () => page.evaluate((count) => globalThis.bench.loop('/loop.dcm', { workers: count, cold: false }), workers);
      await measure();
      times.push(Math.min(await measure(), await measure()));
    }
    await page.context().close();
  }
  await browser.close();
  return [
    {
      name: `two against one, ${loop.width}x${loop.height}`,
      value: median(two),
      unit: 'ms',
      peer: 'one worker',
      ...ratios(two, one),
      must: 1.7,
      stretch: 1.9,
      rounds,
    },
  ];
}
