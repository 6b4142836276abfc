// The parts of `npm test`: listed before it begins, each with the time it usually takes, and timed.
import { existsSync, mkdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './root.mjs';
import { say } from './steps.mjs';

/** Minutes that each part takes on two cores, from nothing. */
const USUAL = {
  'set-up and builds': 6,
  'checks and Rust': 7,
  TypeScript: 13,
  journeys: 24,
  benches: 1,
  player: 1,
};
/** Where this checkout keeps what its last whole run took, in minutes. */
const KEPT = inRoot('build', 'reports', 'durations.json');
/** Disk space that a run from nothing needs, in GB. */
const DISK_GB = 16;
const GB = 1e9;
const MINUTE_MS = 60_000;

/** @type {Record<string, number>} */
const took = {};

const minutes = (value) => (value < 1 ? 'under a minute' : `${Math.round(value)} min`);

/** Lists the parts of a whole run, and warns of a disk with little space. */
export function announce() {
  const isKept = existsSync(KEPT);
  const expected = isKept ? JSON.parse(readFileSync(KEPT, 'utf8')) : USUAL;
  const sum = Object.values(expected).reduce((all, one) => all + one, 0);
  say(`npm test takes about ${minutes(sum)} (${isKept ? 'as the last time here' : 'on two cores, from nothing'}):`);
  for (const [part, value] of Object.entries(expected)) say(`    ${part.padEnd(20)}${minutes(value)}`);
  const { bavail, bsize } = statfsSync(inRoot());
  const free = (bavail * bsize) / GB;
  if (free < DISK_GB) say(`    Only ${free.toFixed(0)} GB of this disk are free; a run from nothing writes up to ${DISK_GB} GB.`);
}

/**
 * Does and times a part.
 * @template T
 * @param {keyof typeof USUAL} part
 * @param {() => Promise<T>} action
 */
export async function inPart(part, action) {
  const begin = Date.now();
  try {
    return await action();
  } finally {
    took[part] = (Date.now() - begin) / MINUTE_MS;
  }
}

/** Prints what each part took, and keeps it for the next run. */
export function keepDurations() {
  say(
    `Time: ${Object.entries(took)
      .map(([part, value]) => `${part} ${value.toFixed(1)} min`)
      .join(', ')}.`,
  );
  mkdirSync(path.dirname(KEPT), { recursive: true });
  writeFileSync(KEPT, JSON.stringify(took));
}
