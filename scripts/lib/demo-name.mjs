// The folder of kept demo workspaces, and the name that a build gives its own.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CACHE } from './root.mjs';

export const DEMOS = path.join(CACHE, 'demo-workspaces');

/** Inputs of a demo, by the keys of the build outputs (build.mjs). */
const MADE_BY = ['server/dist/.key', 'target/release/.echometry-phantom.key', 'bindings/wasm/.key'];
const DAY_LENGTH = 'YYYY-MM-DD'.length;

/**
 * Name of the demo that this build makes today: what happened in it is dated back from the day. Null for what was built by hand.
 * @param {string} root the checkout with the build
 */
export function nameOfDemo(root) {
  const keys = MADE_BY.map((place) => path.join(root, place));
  if (!keys.every((place) => existsSync(place))) return null;
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, DAY_LENGTH));
  for (const place of keys) hash.update('\0').update(readFileSync(place));
  return hash.digest('hex');
}
