const { env } = process;

/** Length of each case: two seconds in `npm run acceptance`, which shows that nothing fails; a minute in `npm run load`. */
export const SECONDS = Number(env['ECHOMETRY_LOAD_SECONDS'] ?? 2);
/** True in `npm run load`, which writes down times. Elsewhere times decide nothing. */
export const IS_MEASURED = env['ECHOMETRY_LOAD_SECONDS'] !== undefined;
/** Only cases whose name has this text. */
export const ONLY = env['ECHOMETRY_LOAD_ONLY'] ?? '';
/** Bytes of the file that is played, and of one piece of it. */
export const FILE_BYTES = 1024 * 1024;
export const PIECE_BYTES = 256 * 1024;
/** Seconds between two plays of one person. */
export const PLAY_EVERY_S = 4;
/** How often the memory of the server is looked at, in ms. */
export const SAMPLE_MS = 1000;
