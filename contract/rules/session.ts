/** Absolute life of a sign-in and of every role token taken from it (docs/specification.md#platform-9), in milliseconds. */
export const LOGIN_VALIDITY_MS = 7 * 24 * 60 * 60 * 1000;

/** Version of the terms of use that has to be accepted (docs/specification.md#platform-9). */
export const TERMS_VERSION = '20240627';

/** Version label of the header bar (docs/specification.md#platform-1). */
export const VERSION_LABEL = '2025-07-22';

/** Alerts hide automatically after this many milliseconds (docs/specification.md#platform-8). */
export const ALERT_HIDE_MS = 4000;
