/** Tries of one request to an object store, and the waits between them, in ms. */
export const STORE_RETRY_WAITS_MS: readonly number[] = [100, 400, 1600];
/** Longest silence of an object store within a request, in ms. */
export const STORE_SILENCE_MS = 30_000;
/** Connections to an object store at once. */
export const STORE_CONNECTIONS = 64;
/** Longest error that is read from an object store, in bytes. */
export const STORE_ERROR_BYTES = 64 * 1024;
/** Files of at least this size are stored in parts of it, in bytes: one part is in memory at a time, and S3 takes 10,000. */
export const STORE_PART_BYTES = 64 * 1024 * 1024;
/** Keys asked for in one page of a listing: the most that S3 gives. */
export const STORE_PAGE = 1000;
/** How long a result of "was it sound?" is valid without asking the store again, in ms. */
export const SOUND_FOR_MS = 10 * 60 * 1000;
/** Results kept in memory at most; the oldest is forgotten first. */
export const SOUND_ANSWERS = 100_000;
/** An object of a shared store that no record names may belong to a running import: it is kept for this long, in ms. */
export const UNNAMED_AFTER_MS = 24 * 60 * 60 * 1000;
/** Objects copied at once when they are moved. */
export const MOVES_AT_ONCE = 4;
/**
 * Objects whose folders are made durable together, and how long fewer of them wait for more, in ms. The more there are,
 * the more of the syncs find their work done by those before; a start reads what a second wrote.
 */
export const SETTLE_AT = 1024;
export const SETTLE_AFTER_MS = 1000;
/** Bytes up to which an object is hashed by another thread, which takes a copy; a larger one is hashed piece by piece. */
export const HASHED_WHOLE_BYTES = 32 * 1024 * 1024;
/** Bytes of a large object that are hashed before others get their turn. */
export const HASHED_AT_ONCE = 4 * 1024 * 1024;
/** Folders that are synced at the same time: a few share one flush of the disk, and leave threads of libuv to others. */
export const FOLDERS_SYNCED_AT_ONCE = 16;
