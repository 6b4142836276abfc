// Lines followed through a clip by the product's engine, as the page asks for it: both directions, each in a separate worker.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildServer } from '../../scripts/lib/build.mjs';
import { inRoot } from '../../scripts/lib/root.mjs';
import { openBrowser } from '../lib/browser.mjs';
import { cycleMaterial } from '../lib/cycle-material.mjs';
import { sized } from '../lib/smoke.mjs';
import { rowOf } from '../lib/row.mjs';
import { median } from '../lib/rounds.mjs';

const FRAMES = sized(60, 6);
const POINTS = 100;
const WORKERS = 2;
/** From a key to what is offered. */
const MUST_S = 1;
/** Half of the points are on each wall. */
const WALLS = ['endo', 'epi'];
/** Three lines of a cycle, as a chamber view has them, and from a key to what is offered. */
const CYCLE = { lines: ['endo', 'epi', 'atrium'], points: 30, must: 0.6 };
/** Steps of a drag; the first compile. */
const STEPS = sized(60, 6);
const WARM = sized(20, 2);
/** One frame of the screen. */
const FRAME_MS = 16.7;
/** Difference of a curve from the closed form: thirty points make a curve that is nearly a half ellipse. */
const CLOSED_FORM = 2e-3;
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
const chosen = (wall, count) => Array.from({ length: count }, (_, n) => wall[Math.round((n * (wall.length - 1)) / (count - 1))]);

function check({ frames: found }, known, names, count) {
  if (found.length !== FRAMES) throw new Error(`${found.length} frames were followed instead of ${FRAMES}`);
  const distances = found.at(-1).lines.flatMap((line, wall) => {
    const truth = chosen(known[FRAMES - 1][names[wall]], count);
    return line.map(({ x, y }, at) => Math.hypot(x - truth[at][0], y - truth[at][1]));
  });
  const asked = names.length * count;
  if (distances.length !== asked) throw new Error(`${distances.length} points were followed instead of ${asked}`);
  const mean = distances.reduce((sum, one) => sum + one, 0) / asked;
  // Along the wall a point may slide further than its wall moves away from it.
  if (mean > 2 * NEAR_PX) throw new Error(`followed points lie ${mean.toFixed(1)} px from the truth`);
}

/** Median time of the curves for one step of a drag; without the drag they must be the closed form. */
async function drag(page) {
  const { volumes, ...material } = cycleMaterial(FRAMES);
  const { found, milliseconds } = await page.evaluate(
    ([given, how]) => globalThis.bench.curves(given, how),
    [material, { workers: WORKERS, steps: WARM + STEPS }],
  );
  const curve = found.curves.find(({ line, formula }) => line === 'LV endo' && formula === 'simpson');
  for (const [frame, volume] of volumes.entries())
    if (!(Math.abs(curve.values[frame] / volume - 1) < CLOSED_FORM))
      throw new Error(`the volume of frame ${frame + 1} is ${curve.values[frame]} instead of ${volume}`);
  return median(milliseconds.slice(WARM));
}

export default async function run({ rounds }) {
  await buildServer();
  const folder = mkdtempSync(path.join(tmpdir(), 'echometry-bench-tracking-'));
  try {
    const { bytes, frames, alike } = clip(folder);
    const browser = await openBrowser({ files: { 'clip.dcm': bytes }, peers: null });
    const page = await browser.fresh();
    const follow = async (names, count) => {
      const lines = names.map((name) => ({ points: chosen(frames[0][name], count), form: 'open' }));
      const request = { frame_number: 1, alike, first: 1, last: FRAMES, lines };
      const times = [];
      for (let round = 0; round <= rounds; round += 1) {
        const { tracks, seconds } = await page.evaluate((asked) => globalThis.bench.track('/clip.dcm', asked), {
          request,
          workers: WORKERS,
        });
        // The first round compiles.
        if (round > 0) times.push(seconds);
        check(tracks, frames, names, count);
      }
      return times;
    };
    const walls = await follow(WALLS, POINTS / WALLS.length);
    const cycle = await follow(CYCLE.lines, CYCLE.points);
    const drags = [];
    for (let round = 0; round < rounds; round += 1) drags.push(await drag(page));
    await browser.close();
    return [
      rowOf(`${POINTS} points followed through ${FRAMES} frames of 800x600, decoding included, two workers`, walls, 's', { must: MUST_S }),
      rowOf(`three lines of ${CYCLE.points} points followed through a cycle of ${FRAMES} frames of 800x600`, cycle, 's', {
        must: CYCLE.must,
      }),
      rowOf(`curves of three lines over ${FRAMES} frames for one step of a drag, median of a drag`, drags, 'ms', { must: FRAME_MS }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
