/** Largest file taken, in bytes (docs/contracts.md#limits). */
export const MAX_FILE_BYTES = 2 * 1024 ** 3;
/** Entries of a ZIP at most (docs/contracts.md#limits). */
export const MAX_ZIP_ENTRIES = 10_000;
/** Bytes a ZIP may hold once inflated, counted while inflating (docs/contracts.md#limits). */
export const MAX_ZIP_BYTES = 20 * 1024 ** 3;
/** Inflated to compressed size of one ZIP entry at most (docs/contracts.md#limits). */
export const MAX_ZIP_RATIO = 200;
/** The ratio is looked at from this many inflated bytes on: a short header of zeros is no bomb. */
export const ZIP_RATIO_GRACE_BYTES = 1024 * 1024;
/** Icons: boxes in pixels that the frame is fitted into. */
export const SMALL_ICON = { max_width: 160, max_height: 120 } as const;
export const BIG_ICON = { max_width: 480, max_height: 360 } as const;
/** Bytes of files on their way at one time, unless a single file is larger; each is held about three times. */
export const MAX_BYTES_IN_FLIGHT = 512 * 1024 ** 2;
/** Files on their way at one time: enough to keep two engine workers and the disk busy. */
export const FILES_IN_FLIGHT = 4;
