// A point of a traced study is dragged over a clip in the product's viewer: how long until it is drawn, and what a drag allocates.
import { openBrowser } from '../lib/browser.mjs';
import { inRoot } from '../../scripts/lib/root.mjs';
import { keyToMark } from '../lib/key-to-mark.mjs';
import { computedFor, watchGl } from '../lib/main-thread.mjs';
import { sized } from '../lib/smoke.mjs';
import { rowOf } from '../lib/row.mjs';

/** Points of the largest drawing that is dragged in. */
const MANY_POINTS = 2000;
/** Drags between two looks at the memory, and those before the first. */
const DRAGS = sized(1000, 10);
const WARM_DRAGS = sized(600, 2);
/** Allowed growth of the memory in all of them: a quarter of a kilobyte for each, as of compiled code and inline caches. */
const MUST_GROWTH_BYTES = 256_000;
/** Points of the drawing: five traced lines of forty, with their handles and labels. */
const POINTS = 200;
/** Moves of the pointer that are timed, and those before them until the browser has compiled what each one runs. */
const MOVES = sized(300, 10);
const WARM_MOVES = sized(200, 5);
/** Radius of the circle that the pointer goes round, in CSS pixels, and steps of one round. */
const CIRCLE_PX = 60;
const STEPS = 100;
/** Bytes between two samples of the allocation profiler. */
const SAMPLING_BYTES = 1024;
/** A point is where the pointer left it, to half a pixel of the screen: pointers come in whole ones. */
const PLACED_WITHIN_PX = 0.51;

/** An animation frame of 60 a second: what the page computes for a move must fit into it. */
const MUST_MS = 16.7;
/** A mark made by a key and a move among many points, as `play` is measured. */
const MUST_SCRIPT_MS = 4;
/** Most of it are the shapes of the tool itself, which are data recreated for every state. */
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

/** Place of the first point in the window, and of its drawing. */
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

/** Bytes on the heap of the page after everything that is not held was collected. */
async function heldBytes(session) {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

/** The page with a drawing of so many points, and where the first of them lies. */
async function opened(browser, points) {
  const page = await browser.fresh(`?points=${points}`);
  await page.waitForFunction(() => document.querySelector('canvas')?.dataset.frame !== undefined);
  const before = await page.evaluate(() => globalThis.bench().points);
  return { page, before, from: await placeOfFirst(page) };
}

/** One round of a drag among so many points: ms of the main thread outside of WebGL of each move, and how many were not drawn at once. */
async function dragAmong(browser, points) {
  const { page, before, from } = await opened(browser, points);
  await page.evaluate(watchGl, 'pointermove');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await drag(page, from, WARM_MOVES);
  await page.evaluate(() => globalThis.eventsTaken());
  const taken = await computedFor(page, 'pointermove', () => drag(page, from, MOVES));
  if (taken.length !== MOVES) throw new Error(`the pointer moved ${MOVES} times, and ${taken.length} moves were heard`);
  await drag(page, from, 1, STEPS / 2);
  await page.mouse.up();
  await check(page, before, { x: from.x - 2 * CIRCLE_PX, y: from.y });
  await page.context().close();
  return { ms: taken.map(({ ms }) => ms), undrawn: taken.filter(({ drawn }) => !drawn).length };
}

/** Drags a point to and fro, each time with a separate press and release. */
async function dragToAndFro(page, from, drags) {
  for (let count = 0; count < drags; count += 1) {
    await page.mouse.down();
    await page.mouse.move(from.x + (count % 2 === 0 ? CIRCLE_PX : 0), from.y);
    await page.mouse.up();
  }
}

/** Bytes by which the memory that is held grows over many drags. */
async function growthOverDrags(browser) {
  const { page, before, from } = await opened(browser, MANY_POINTS);
  const session = await page.context().newCDPSession(page);
  await page.mouse.move(from.x, from.y);
  await dragToAndFro(page, from, WARM_DRAGS);
  const start = await heldBytes(session);
  await dragToAndFro(page, from, DRAGS);
  const grown = (await heldBytes(session)) - start;
  await check(page, before, from);
  await page.context().close();
  return grown;
}

/** The dragged point is at the pointer, and nothing else has moved. */
async function check(page, before, pointer) {
  const at = await placeOfFirst(page);
  const after = await page.evaluate(() => globalThis.bench().points);
  const others = after.slice(1).every(({ x, y }, index) => x === before[index + 1].x && y === before[index + 1].y);
  if (Math.abs(at.x - pointer.x) > PLACED_WITHIN_PX || Math.abs(at.y - pointer.y) > PLACED_WITHIN_PX || !others)
    throw new Error(`the point is at ${at.x}, ${at.y} and the pointer at ${pointer.x}, ${pointer.y}`);
}

/** Bytes that a move among the fewer points allocates; separately, because the profiler would disturb the times. */
async function bytesOfMove(browser) {
  const { page, before, from } = await opened(browser, POINTS);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await drag(page, from, WARM_MOVES);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.startSampling', {
    samplingInterval: SAMPLING_BYTES,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  await drag(page, from, MOVES);
  const bytes = Math.round(allocated(await session.send('HeapProfiler.stopSampling')) / MOVES);
  await drag(page, from, 1, STEPS / 2);
  await page.mouse.up();
  await check(page, before, { x: from.x - 2 * CIRCLE_PX, y: from.y });
  await page.context().close();
  return bytes;
}

/** Rows of what the page's main thread computed for an event, and of the animation frames that came without its drawing. */
const scriptRows = (what, events, found, { row, must }) => [
  row(
    `${what}, main thread outside of GL: 95 of 100`,
    found.map(({ ms }) => percentile(ms, 0.95)),
    'ms',
    must,
    null,
  ),
  row(
    `${events} that the next animation frame did not draw`,
    found.map(({ undrawn }) => undrawn),
    events,
    0,
    null,
  ),
];

export default async function run({ rounds }) {
  const browser = await openBrowser({ files: {}, peers: null, page: inRoot('web', 'harness') });
  const among = { few: [], many: [] };
  const bytes = [];
  for (let round = 0; round < rounds; round += 1) {
    among.few.push(await dragAmong(browser, POINTS));
    bytes.push(await bytesOfMove(browser));
    among.many.push(await dragAmong(browser, MANY_POINTS));
  }
  const growth = await growthOverDrags(browser);
  await browser.close();
  const row = (name, values, unit, must, stretch) => rowOf(name, values, unit, { must, stretch });
  const script = { row, must: MUST_SCRIPT_MS };
  return [
    ...scriptRows(`drag of one of ${POINTS} points`, `moves among ${POINTS} points`, among.few, { row, must: MUST_MS }),
    row(`drag of one of ${POINTS} points, allocation`, bytes, 'bytes/move', MUST_BYTES, null),
    ...scriptRows(`drag of one of ${MANY_POINTS} points`, `moves among ${MANY_POINTS} points`, among.many, script),
    row(`${DRAGS} drags of one of ${MANY_POINTS} points, growth of the memory`, [growth], 'bytes', MUST_GROWTH_BYTES, null),
    ...scriptRows('key to mark', 'marks', await keyToMark(rounds), script),
  ];
}
