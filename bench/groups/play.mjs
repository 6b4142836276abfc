// 600 animation frames of a decoded loop with an overlay of 2,000 points: the product's player and surface in Chromium.
import { setTimeout as sleep } from 'node:timers/promises';
import { openBrowser } from '../lib/browser.mjs';
import { jpegFile } from '../lib/encapsulated.mjs';
import { syntheticJpeg } from '../lib/material.mjs';
import { sized } from '../lib/smoke.mjs';
import { rowOf } from '../lib/row.mjs';

const TICKS = sized(600, 20);
/** Animation frames before the first measured one. Until the browser has compiled what runs in each, every number with a fraction is an object. */
const WARM_TICKS = sized(1800, 20);
/** Milliseconds between two looks at how far the clip has played. */
const LOOK_EVERY_MS = 200;
/** Bytes between two samples of the allocation profiler. */
const SAMPLING_BYTES = 64;

const percentile = (values, share) => [...values].sort((a, b) => a - b)[Math.min(Math.floor(values.length * share), values.length - 1)];

/**
 * Bytes allocated by the page's own scripts and by whatever they called, collected or not. Reported in whole bytes a frame: the
 * smallest object has 12, so that a part of one is code which the browser put in place meanwhile, once for a function.
 */
function allocated({ profile }) {
  const sum = (node, ours) => {
    const mine = ours || node.callFrame.url.includes('/assets/');
    return node.children.reduce((total, child) => total + sum(child, mine), mine ? node.selfSize : 0);
  };
  return sum(profile.head, false);
}

/** Waits until the clip has played so many animation frames more; returns how many it was. */
async function ticksPass(page, count) {
  const ticks = () => page.evaluate(() => globalThis.bench.ticks());
  const first = await ticks();
  let passed = 0;
  while (passed < count) {
    await sleep(LOOK_EVERY_MS);
    passed = (await ticks()) - first;
  }
  return passed;
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
    // First under the profiler, which would disturb the times: of a clip that plays already and plays on.
    const session = await page.context().newCDPSession(page);
    await page.evaluate(() => globalThis.bench.run());
    await ticksPass(page, WARM_TICKS);
    await session.send('HeapProfiler.startSampling', {
      samplingInterval: SAMPLING_BYTES,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    });
    const passed = await ticksPass(page, TICKS);
    bytes.push(Math.round(allocated(await session.send('HeapProfiler.stopSampling')) / passed));
    await page.evaluate(() => globalThis.bench.halt());
    await session.detach();
    const played = await page.evaluate((ticks) => globalThis.bench.play(ticks), TICKS);
    held.push(played.held);
    p95.push(percentile(played.main, 0.95));
    await page.evaluate(() => globalThis.bench.close());
    await page.context().close();
  }
  await browser.close();
  const row = (name, values, unit, must) => rowOf(name, values, unit, { must });
  return [
    row('repeated frames once decoded', held, 'frames', 0),
    row('p95 of the main thread outside of software GL', p95, 'ms', 2),
    row('allocation', bytes, 'bytes/frame', 0),
  ];
}
