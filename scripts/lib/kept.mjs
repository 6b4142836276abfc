// Checkouts of a machine share builds and demos. Unused ones are removed after days, because another checkout may be reading the rest.
import { existsSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';

/** Days without use after which something goes. */
const UNUSED_DAYS = 3;
const DAY_MS = 86_400_000;

/** Whether it is kept; if so, it counts as used now. */
export function isKept(place) {
  if (!existsSync(place)) return false;
  const now = new Date();
  utimesSync(place, now, now);
  return true;
}

/** Removes what is directly in a folder and was not used for days. */
export function removeUnused(folder) {
  const end = Date.now() - UNUSED_DAYS * DAY_MS;
  for (const name of readdirSync(folder)) {
    const place = path.join(folder, name);
    if ((statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? end) < end) rmSync(place, { recursive: true, force: true });
  }
}
