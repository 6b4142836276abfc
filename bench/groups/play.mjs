// 600 animation frames of a decoded loop with an overlay of 2,000 points: the product's player and surface in Chromium.
import { openBrowser } from '../lib/browser.mjs';
import { jpegFile } from '../lib/encapsulated.mjs';
import { syntheticJpeg } from '../lib/material.mjs';
import { median } from '../lib/rounds.mjs';

const TICKS = 600;
/** Animation frames before the first measured one: code is compiled, buffers are made. */
const WARM_TICKS = 120;
/** Bytes between two samples of the allocation profiler. */
const SAMPLING_BYTES = 64;

const percentile = (values, share) => [...values].sort((a, b) => a - b)[Math.min(Math.floor(values.length * share), values.length - 1)];

/** Bytes allocated by the page's own scripts, collected or not. */
function allocated({ profile }) {
  const sum = (node) => node.selfSize * (node.callFrame.url.includes('/assets/') ? 1 : 0) + node.children.reduce((total, child) => total + sum(child), 0);
  return sum(profile.head);
}

export default async function run({ rounds }) {
  const loop = await syntheticJpeg('422');
  const browser = await openBrowser({ files: { 'loop.dcm': jpegFile(loop) }, peers: null });
  const held = [];
  const p95 = [];
  const bytes = [];
  for (let round = 0; round < rounds; round += 1) {
    const page = await browser.fresh();
    await page.evaluate(() => globalThis.bench.prepare('/loop.dcm'));
    await page.evaluate((ticks) => globalThis.bench.play(ticks), WARM_TICKS);
    const played = await page.evaluate((ticks) => globalThis.bench.play(ticks), TICKS);
    held.push(played.held);
    p95.push(percentile(played.main, 0.95));
    // Once more under the profiler, which would disturb the times.
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.startSampling', { samplingInterval: SAMPLING_BYTES, includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true });
    await page.evaluate((ticks) => globalThis.bench.playQuietly(ticks), TICKS);
    bytes.push(allocated(await session.send('HeapProfiler.stopSampling')) / TICKS);
    await page.evaluate(() => globalThis.bench.close());
    await page.context().close();
  }
  await browser.close();
  const row = (name, values, unit, must) => ({ name, value: median(values), unit, peer: null, ratio: null, must, stretch: null, rounds, worst: Math.max(...values) });
  return [row('repeated frames once decoded', held, 'frames', 0), row('p95 of the main thread outside of software GL', p95, 'ms', 2), row('allocation', bytes, 'bytes/frame', 0)];
}
