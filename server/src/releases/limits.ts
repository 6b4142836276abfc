/** Jobs of releases that a list shows, and for how long a failed or cancelled job is shown, in ms. */
export const LISTED_JOBS = 20;
export const SHOW_ENDED_MS = 7 * 24 * 60 * 60 * 1000;
/** Releases of a project that a list has: the newest. */
export const LISTED_RELEASES = 100;
/** JavaScript memory of the thread, in MiB: it holds the values of two versions at once. */
export const RELEASE_HEAP_MIB = 1024;
/** Releases of one project that may wait or run: each counts on from the one before. */
export const RELEASES_AT_ONCE = 1;
