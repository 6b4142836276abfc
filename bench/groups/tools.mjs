// A point of a traced study is dragged over a clip in the product's viewer: how long until it is drawn, and what a drag allocates.
import { openBrowser } from '../lib/browser.mjs';
import { inRoot } from '../../scripts/lib/root.mjs';
import { keyToMark } from '../lib/key-to-mark.mjs';
import { median } from '../lib/rounds.mjs';

/** Points of the drawing: five traced lines of forty, with their handles and labels. */
const POINTS = 200;
/** Moves of the pointer that are timed, and those before them until the browser has compiled what each one runs. */
const MOVES = 300;
const WARM_MOVES = 200;
/** Radius of the circle that the pointer goes round, in CSS pixels, and steps of one round. */
const CIRCLE_PX = 60;
const STEPS = 100;
/** Bytes between two samples of the allocation profiler. */
const SAMPLING_BYTES = 1024;
/** A point is where the pointer left it, to half a pixel of the screen: pointers come in whole ones. */
const PLACED_WITHIN_PX = 0.51;

/** Two animation frames of 60 a second: one that the event waits for, and one in which software may still draw the one before. */
const MUST_MS = 34;
/** A mark is made by a key, as `play` is measured. */
const MUST_KEY_MS = 4;
/** Most of it are the shapes of the tool itself, which are data made anew for every state. */
const MUST_BYTES = 100_000;

const percentile = (values, share) => [...values].sort((a, b) => a - b)[Math.min(Math.floor(values.length * share), values.length - 1)];

/** Bytes allocated by the page's own scripts and by whatever they called, collected or not. */
function allocated({ profile }) {
  const sum = (node, ours) => {
    const mine = ours || node.callFrame.url.includes('/assets/');
    return node.children.reduce((total, child) => total + sum(child, mine), mine ? node.selfSize : 0);
  };
  return sum(profile.head, false);
}

/** Notes for every move of the pointer how long it took until the animation frame that draws it had given its commands. */
function watchMoves() {
  const pending = [];
  const taken = [];
  addEventListener('pointermove', ({ timeStamp }) => pending.push(timeStamp), { capture: true });
  // After the viewer's own, which it asks for first in every animation frame.
  const after = () => {
    requestAnimationFrame(after);
    const now = performance.now();
    for (const time of pending) taken.push(now - time);
    pending.length = 0;
  };
  requestAnimationFrame(after);
  globalThis.moves = () => taken.splice(0);
}

/** Where the first point lies in the window, and where its drawing is. */
const placeOfFirst = (page) =>
  page.evaluate(() => {
    const canvas = document.querySelector('canvas');
    const { left, top } = canvas.getBoundingClientRect();
    const view = JSON.parse(canvas.dataset.view);
    const [{ x, y }] = globalThis.bench().points;
    return { x: left + view.left + (x + 0.5) * view.scale, y: top + view.top + (y + 0.5) * view.scale * view.aspect };
  });

async function drag(page, from, moves, start = 0) {
  for (let move = start; move < start + moves; move += 1) {
    const angle = (2 * Math.PI * move) / STEPS;
    await page.mouse.move(from.x - CIRCLE_PX + CIRCLE_PX * Math.cos(angle), from.y + CIRCLE_PX * Math.sin(angle));
  }
}

/** What was dragged is where the pointer is, and nothing else has moved. */
async function check(page, before, pointer) {
  const at = await placeOfFirst(page);
  const after = await page.evaluate(() => globalThis.bench().points);
  const others = after.slice(1).every(({ x, y }, index) => x === before[index + 1].x && y === before[index + 1].y);
  if (Math.abs(at.x - pointer.x) > PLACED_WITHIN_PX || Math.abs(at.y - pointer.y) > PLACED_WITHIN_PX || !others)
    throw new Error(`the point is at ${at.x}, ${at.y} and the pointer at ${pointer.x}, ${pointer.y}`);
}

const keyRows = (found, row) => {
  return [
    row(
      'key to mark, main thread outside of GL: 95 of 100',
      found.map(({ ms }) => percentile(ms, 0.95)),
      'ms',
      MUST_KEY_MS,
      null,
    ),
    row(
      'marks that the next animation frame did not draw',
      found.map(({ undrawn }) => undrawn),
      'marks',
      0,
      null,
    ),
  ];
};

export default async function run({ rounds }) {
  const browser = await openBrowser({ files: {}, peers: null, page: inRoot('web', 'harness') });
  const p95 = [];
  const bytes = [];
  for (let round = 0; round < rounds; round += 1) {
    const page = await browser.fresh(`?points=${POINTS}`);
    await page.waitForFunction(() => document.querySelector('canvas')?.dataset.frame !== undefined);
    await page.evaluate(watchMoves);
    const before = await page.evaluate(() => globalThis.bench().points);
    const from = await placeOfFirst(page);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await drag(page, from, WARM_MOVES);
    await page.evaluate(() => globalThis.moves());
    await drag(page, from, MOVES);
    p95.push(percentile(await page.evaluate(() => globalThis.moves()), 0.95));
    // By itself: the profiler would disturb the times.
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.startSampling', {
      samplingInterval: SAMPLING_BYTES,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    });
    await drag(page, from, MOVES);
    bytes.push(Math.round(allocated(await session.send('HeapProfiler.stopSampling')) / MOVES));
    await drag(page, from, 1, STEPS / 2);
    await page.mouse.up();
    await check(page, before, { x: from.x - 2 * CIRCLE_PX, y: from.y });
    await page.context().close();
  }
  await browser.close();
  const row = (name, values, unit, must, stretch) => ({
    name,
    value: median(values),
    unit,
    peer: null,
    ratio: null,
    must,
    stretch,
    rounds,
    worst: Math.max(...values),
  });
  return [
    row(`drag of one of ${POINTS} points, event to drawn: 95 of 100`, p95, 'ms', MUST_MS, null),
    row(`drag of one of ${POINTS} points, allocation`, bytes, 'bytes/move', MUST_BYTES, null),
    ...keyRows(await keyToMark(rounds), row),
  ];
}
