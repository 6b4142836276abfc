// Where the checkout is, wherever it was moved to and whatever its path holds.
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import os from 'node:os';

/** Absolute path of the checkout. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** A path inside the checkout. */
export const inRoot = (...parts) => path.join(ROOT, ...parts);

/** Tools of a pinned version are kept outside of the checkout, so that every clone shares them. */
export const CACHE = process.env.ECHOMETRY_CACHE ?? path.join(process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache'), 'echometry');
