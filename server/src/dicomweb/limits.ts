/** PACS that may be configured. */
export const MAX_PACS = 32;
/** Time a PACS has until its response begins, and between two pieces of it, in ms. */
export const RESPONSE_MS = 60_000;
export const IDLE_MS = 60_000;
/** A transfer that was cut, or a PACS that is busy or out of reach, is tried this often; waits between tries in ms. */
export const TRIES = 3;
export const RETRY_WAITS_MS: readonly number[] = [500, 3000];
/** Largest response to an object that is stored, in bytes: a few references. */
export const MAX_STORE_RESPONSE_BYTES = 1024 ** 2;
