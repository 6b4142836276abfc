/** Hosts that may be configured. */
export const MAX_WEBHOOK_HOSTS = 64;
/** Time a receiver has until its response begins, in ms. */
export const RECEIVER_MS = 10_000;
/** Bytes of a response that are read, and the time for it in ms; nothing in it is used. */
export const MAX_RECEIVED_BYTES = 4096;
export const RECEIVED_MS = 1000;
/** Deliveries this server attempts at once, each to another webhook. */
export const DELIVERIES_AT_ONCE = 4;
/** How long a claim on a delivery holds, in ms: longer than an attempt can take. */
export const DELIVERY_LEASE_MS = 30_000;
/** How often the server looks for deliveries without a wake-up, in ms. */
export const LOOK_FOR_DELIVERIES_MS = 2000;

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Waits after the first failed attempt, the second and so on, in ms: 22 hours together. After the last one a delivery is given up. */
export const RETRY_WAITS_MS: readonly number[] = [
  10 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
];

/** Deliveries that the log shows. */
export const LISTED_DELIVERIES = 100;
/** Bytes of a secret: as many as the hash it keys. */
export const SECRET_BYTES = 32;
