// A whole loop in Chromium, two workers, against Cornerstone's own path of colour JPEG; cold with the start of the engine.
import { openBrowser } from '../lib/browser.mjs';
import { jpegFile } from '../lib/encapsulated.mjs';
import { syntheticJpeg } from '../lib/material.mjs';
import { ensureNpmPeers } from '../lib/peers.mjs';
import { compared } from '../lib/row.mjs';

export default async function run({ rounds }) {
  const loop = await syntheticJpeg('422');
  const frames = Object.fromEntries(loop.frames.map((frame, index) => [`frame-${index}.jpg`, frame]));
  const browser = await openBrowser({ files: { 'loop.dcm': jpegFile(loop), ...frames }, peers: await ensureNpmPeers() });
  const times = { cold: [], warm: [], theirCold: [], theirWarm: [] };
  for (let round = 0; round < rounds; round += 1) {
    const ours = await browser.fresh();
    times.cold.push(await ours.evaluate(() => globalThis.bench.loop('/loop.dcm', { workers: 2, cold: true })));
    await ours.evaluate(() => globalThis.bench.loop('/loop.dcm', { workers: 2, cold: false }));
    times.warm.push(await ours.evaluate(() => globalThis.bench.loop('/loop.dcm', { workers: 2, cold: false })));
    await ours.context().close();
    const theirs = await browser.fresh();
    const names = Object.keys(frames).map((name) => `/${name}`);
    times.theirCold.push(await theirs.evaluate((list) => globalThis.bench.cornerstoneLoop(list), names));
    times.theirWarm.push(await theirs.evaluate((list) => globalThis.bench.cornerstoneLoop(list), names));
    await theirs.context().close();
  }
  await browser.close();
  const row = (name, own, theirs, must, stretch) =>
    compared(`${loop.frames.length} frames ${loop.width}x${loop.height}, ${name}`, own, theirs, { peer: 'Cornerstone', must, stretch });
  return [row('warm', times.warm, times.theirWarm, 10, 16), row('cold', times.cold, times.theirCold, 6, 10)];
}
