/** Jobs this server works at side by side, each of another kind. */
export const JOBS_AT_ONCE = 2;
/** How long a claim holds without being renewed, and how often it is renewed, in ms. */
export const LEASE_MS = 60_000;
export const RENEW_MS = 15_000;
/** How often the server looks for jobs without a wake-up, in ms. */
export const LOOK_MS = 2000;
/** Progress is stored at most this often, in ms. */
export const PROGRESS_MS = 500;
/** A job with this many failures is given up. */
export const MAX_FAILURES = 3;
/** Waits before the second and the third try, in ms. */
export const RETRY_WAITS_MS: readonly number[] = [5000, 30_000];
/** A job that was started this often and never ended takes its server down: it is given up. */
export const MAX_ATTEMPTS = 20;
/** Jobs of one person, and of one project, that may wait or run. */
export const JOBS_OF_A_PERSON = 2;
export const JOBS_OF_A_PROJECT = 6;
/** Lines of a log; the oldest but the first are left out. */
export const MAX_LOG_LINES = 200;
/** Days that the output of a job is kept unless configured otherwise. */
export const DEFAULT_KEPT_DAYS = 14;
/** JavaScript memory of the thread of a job, in MiB; the memory of its engine is extra. */
export const JOB_HEAP_MIB = 256;
/** How long one server has the turn of notifying owners if it ends in the middle of it, in ms. */
export const NOTIFYING_MS = 10 * 60 * 1000;
/** Wait of a job whose object store is away, in ms; it costs none of its tries. */
export const STORE_WAIT_MS = 60_000;
/** A mail that could not be sent is tried again this often, and for so long, in ms. */
export const MAIL_RETRY_MS = 60_000;
export const MAIL_GIVE_UP_MS = 24 * 60 * 60 * 1000;
/** Longest a preview may take, in ms, and how many are made at once. */
export const PREVIEW_MS = 20_000;
export const PREVIEWS_AT_ONCE = 1;
