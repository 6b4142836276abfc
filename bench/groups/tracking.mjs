// Lines followed through a clip by the product's engine, as the page asks for it: both directions, each in a separate worker.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildServer } from '../../scripts/lib/build.mjs';
import { inRoot } from '../../scripts/lib/root.mjs';
import { openBrowser } from '../lib/browser.mjs';
import { sized } from '../lib/smoke.mjs';
import { rowOf } from '../lib/row.mjs';

const FRAMES = sized(60, 6);
const POINTS = 100;
const WORKERS = 2;
/** From a key to what is offered. */
const MUST_S = 1;
/** Half of the points are on each wall. */
const WALLS = ['endo', 'epi'];
/** Mean distance of what was followed from the truth on the last frame, in pixels: about 1 mm. */
const NEAR_PX = 3;

/** A four-chamber clip of the demo with its truth. */
function clip(folder) {
  const generator = inRoot('server', 'dist', 'generate.js');
  spawnSync(process.execPath, [generator, folder, '--projects', 'demo-cycles-adult', '--seed', '7000'], {
    env: { ...process.env, ECHOMETRY_ROOT: inRoot() },
    cwd: inRoot(),
  });
  const { projects } = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
  const image = projects.flatMap(({ patients }) => patients.flatMap(({ images }) => images)).find(({ file }) => file.endsWith('a4c.dcm'));
  const { frames, end_diastole_frames: diastoles } = JSON.parse(readFileSync(path.join(folder, image.truth), 'utf8')).four_chamber;
  return { bytes: readFileSync(path.join(folder, image.file)), frames, alike: diastoles.filter((frame) => frame > 1 && frame <= FRAMES) };
}

/** Evenly chosen stations of a wall. */
const chosen = (wall) =>
  Array.from({ length: POINTS / WALLS.length }, (_, n) => wall[Math.round((n * (wall.length - 1)) / (POINTS / WALLS.length - 1))]);

function check({ frames: found }, known) {
  if (found.length !== FRAMES) throw new Error(`${found.length} frames were followed instead of ${FRAMES}`);
  const distances = found.at(-1).lines.flatMap((line, wall) => {
    const truth = chosen(known[FRAMES - 1][WALLS[wall]]);
    return line.map(({ x, y }, at) => Math.hypot(x - truth[at][0], y - truth[at][1]));
  });
  if (distances.length !== POINTS) throw new Error(`${distances.length} points were followed instead of ${POINTS}`);
  const mean = distances.reduce((sum, one) => sum + one, 0) / POINTS;
  // Along the wall a point may slide further than its wall moves away from it.
  if (mean > 2 * NEAR_PX) throw new Error(`followed points lie ${mean.toFixed(1)} px from the truth`);
}

export default async function run({ rounds }) {
  await buildServer();
  const folder = mkdtempSync(path.join(tmpdir(), 'echometry-bench-tracking-'));
  try {
    const { bytes, frames, alike } = clip(folder);
    const browser = await openBrowser({ files: { 'clip.dcm': bytes }, peers: null });
    const lines = WALLS.map((wall) => ({ points: chosen(frames[0][wall]), form: 'open' }));
    const request = { frame_number: 1, alike, first: 1, last: FRAMES, lines };
    const page = await browser.fresh();
    const times = [];
    for (let round = 0; round <= rounds; round += 1) {
      const { tracks, seconds } = await page.evaluate((asked) => globalThis.bench.track('/clip.dcm', asked), { request, workers: WORKERS });
      // The first round compiles.
      if (round > 0) times.push(seconds);
      check(tracks, frames);
    }
    await browser.close();
    const name = `${POINTS} points followed through ${FRAMES} frames of 800x600, decoding included, two workers`;
    return [rowOf(name, times, 's', { must: MUST_S })];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
