/** Largest body of a call that names no limit of its own, in bytes. */
export const MAX_BODY_BYTES = 64 * 1024;
/** Time a client has to send its request, in ms. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** Life of a signed address, in ms; addresses of one window are equal, so that browsers can cache what they lead to. */
export const SIGNED_URL_MS = 10 * 60 * 1000;
/** Sign-in attempts of one address in a minute. */
export const SIGN_INS_PER_MINUTE = 120;
/** Decoders of server jobs: each holds one file and one frame, and two keep two cores busy. */
export const ENGINE_WORKERS = 2;
