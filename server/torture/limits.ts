import { randomInt } from 'node:crypto';

const { env } = process;

/** Kills of each engine: a handful in `npm test`, at least 200 in `npm run torture`. */
export const ROUNDS = Number(env['ECHOMETRY_TORTURE_ROUNDS'] ?? 7);
/** True in `npm run torture`, where every fault lasts longer. */
export const IS_LONG = env['ECHOMETRY_TORTURE_ROUNDS'] !== undefined;
/** Everything random follows from it. The short form is the same in every run; the long one is another in every run, and prints it. */
export const SEED = Number(env['ECHOMETRY_TORTURE_SEED'] ?? (IS_LONG ? randomInt(2 ** 31) : 20261123));
/** No further round begins after this time, in ms. */
export const BOUND_MS = Number(env['ECHOMETRY_TORTURE_MINUTES'] ?? 20) * 60_000;
/** Longest that a server may take to be ready again, in ms. */
export const RECOVERY_MS = 120_000;
/** Longest that a job may take to end after the server is back, in ms. */
export const JOB_MS = 240_000;
/** Pause of a person between two saves, in ms. */
export const SAVE_PAUSE_MS = 8;
/** Random text of a save, in characters: from little to many pages of the database. */
export const MIN_TEXT = 200;
export const MAX_TEXT = 40_000;
/** Studies with drawn heads that exports read. */
export const DRAWN_STUDIES = 12;
/** Files of one import. */
export const IMPORT_FILES = 24;
/** Only one scenario, to look for the cause of a fault. */
export const ONLY = env['ECHOMETRY_TORTURE_ONLY'] ?? '';
