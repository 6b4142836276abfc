// Builds that the checkouts of a machine share: what was compiled from the same content with the same compiler is copied.
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { unlessBuilt } from './content-key.mjs';
import { isKept, removeUnused } from './kept.mjs';
import { CACHE, inRoot } from './root.mjs';
import { say } from './steps.mjs';

const SHARED = path.join(CACHE, 'builds');

function copy(from, to) {
  mkdirSync(path.dirname(to), { recursive: true });
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
}

/** Moved in whole: another checkout never finds half of a build. */
function keep(name, outputs) {
  const aside = path.join(SHARED, `${name}.${process.pid}.part`);
  for (const output of outputs) copy(inRoot(output), path.join(aside, output));
  if (existsSync(path.join(SHARED, name))) rmSync(aside, { recursive: true, force: true });
  else renameSync(aside, path.join(SHARED, name));
  removeUnused(SHARED);
}

/**
 * As `unlessBuilt`, and copies what another checkout built from the same content.
 * @param {string} what named to the reader; part of the name it is kept under
 * @param {string} stamp
 * @param {string} key
 * @param {readonly string[]} outputs files and folders of the checkout that the build makes
 * @param {() => Promise<unknown>} build
 */
export const unlessShared = (what, stamp, key, outputs, build) =>
  unlessBuilt(stamp, key, outputs, async () => {
    const name = `${what.replaceAll(/\W+/g, '-')}-${key}`;
    const kept = path.join(SHARED, name);
    if (isKept(kept)) {
      for (const output of outputs) copy(path.join(kept, output), inRoot(output));
      say(`    ${what}: copied from an earlier build of the same sources`);
      return;
    }
    await build();
    keep(name, outputs);
  });
