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
/** JavaScript memory of the thread of a job, in MiB; the memory of its engine is extra. */
export const JOB_HEAP_MIB = 256;
/** Wait of a job whose object store is away, in ms; it costs none of its tries. */
export const STORE_WAIT_MS = 60_000;
