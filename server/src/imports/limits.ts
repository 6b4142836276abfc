/** Largest file taken, in bytes (docs/contracts.md#limits). */
export const MAX_FILE_BYTES = 2 * 1024 ** 3;
/** Entries of a ZIP at most (docs/contracts.md#limits). */
export const MAX_ZIP_ENTRIES = 10_000;
/** Bytes a ZIP may hold once inflated, counted while inflating (docs/contracts.md#limits). */
export const MAX_ZIP_BYTES = 20 * 1024 ** 3;
/** Inflated to compressed size of one ZIP entry at most (docs/contracts.md#limits). */
export const MAX_ZIP_RATIO = 200;
/** The ratio is checked after this many inflated bytes: a short header of zeros is not a bomb. */
export const ZIP_RATIO_GRACE_BYTES = 1024 * 1024;
/** Icons: boxes in pixels that the frame is fitted into. */
export const ICON_BOXES = [
  { max_width: 160, max_height: 120 },
  { max_width: 480, max_height: 360 },
] as const;
/** Bytes of files on their way at one time, unless a single file is larger; each is held about three times. */
export const MAX_BYTES_IN_FLIGHT = 512 * 1024 ** 2;
/** Files on their way at one time: enough to keep the engine's workers and the disk busy while others wait to be recorded. */
export const FILES_IN_FLIGHT = 64;
/** Damaged frames of a file that its report names; more are counted. */
export const NAMED_FRAMES = 20;
/** Files that are recorded in one transaction. */
export const RECORDED_AT_ONCE = 32;
/** How long fewer files wait for more, in ms: a few files' time, so that a commit and its sync serve several. */
export const RECORD_AFTER_MS = 20;
/** Room for a file of a PACS, whose size is not known before it arrives, in bytes; a larger one is fetched again, separately. */
export const PACS_FILE_ROOM = 128 * 1024 ** 2;
/** Instances, or objects, that are looked up at once, to know which are there already. */
export const LOOKUP_ROWS = 500;
/** Uploads that one person may have open, and all together, those that are imported among them. */
export const UPLOADS_OF_A_PERSON = 2;
export const UPLOADS_AT_ONCE = 6;
/** An upload without a new piece for this long is removed, in ms. */
export const UPLOAD_IDLE_MS = 6 * 60 * 60 * 1000;
/** After this time without a piece, an upload makes way for another one that needs its place or its room, in ms. */
export const UPLOAD_ABANDONED_MS = 5 * 60 * 1000;
/** Outcomes of files are stored so many at once, and at the latest after this time, in ms. */
export const NOTED_AT_ONCE = 200;
export const NOTE_MS = 2000;
/** Entries of a folder that are listed. */
export const LISTED_ENTRIES = 500;
/** Files of one device whose frames are shown for the approval of its mask. */
export const SAMPLED_FILES = 4;
/** Bytes of sampled frames that are kept in memory for all devices together. */
export const MAX_SAMPLE_BYTES = 48 * 1024 ** 2;
/** Largest side of a sampled frame in pixels: text has to be legible. */
export const SAMPLE_SIDE_PX = 1600;
/** Numbers of a structured report without a counterpart that the report of an import names; more are counted. */
export const NAMED_NUMBERS = 20;
/** Samples of separate ECG files that an import keeps: 10 s at 500 Hz of 1,600 files. */
export const MAX_ECG_SAMPLES_OF_IMPORT = 8_000_000;
