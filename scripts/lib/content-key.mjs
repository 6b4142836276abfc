// Keys of build outputs: outputs are kept while the content of their inputs is the same, never by date.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, inRoot } from './root.mjs';

const SKIP = new Set(['node_modules', 'dist', 'target', 'test-results', '.git']);
/** Build outputs, in addition to the sources; a folder of sources may have the same name. */
const BUILT = path.join('bindings', 'wasm');

function* filesUnder(place) {
  const stat = statSync(place, { throwIfNoEntry: false });
  if (!stat) return;
  if (stat.isFile()) {
    yield place;
    return;
  }
  for (const name of readdirSync(place).sort()) {
    const inside = path.join(place, name);
    if (!SKIP.has(name) && path.relative(ROOT, inside) !== BUILT) yield* filesUnder(inside);
  }
}

/** Hash over the content and the names of all files below the given places of the checkout, and over plain texts. */
export function contentKey(places, texts = []) {
  const hash = createHash('sha256');
  for (const place of places) {
    for (const file of filesUnder(inRoot(place))) {
      hash.update(path.relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  for (const text of texts) hash.update(String(text)).update('\0');
  return hash.digest('hex');
}

/**
 * Runs `build` unless `stamp` already holds `key` and every output is there. The stamp goes first and is
 * written last, so that an interrupted build is done again.
 */
export async function unlessBuilt(stamp, key, outputs, build) {
  const file = inRoot(stamp);
  if (existsSync(file) && readFileSync(file, 'utf8') === key && outputs.every((output) => existsSync(inRoot(output)))) return false;
  rmSync(file, { force: true });
  await build();
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, key);
  return true;
}
