/** Codes of Node where a connection to PostgreSQL is not made or breaks. */
const BROKEN: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** PostgreSQL: connection exceptions (class 08), too many connections, and a server that stops or starts (Appendix A of its manual). */
const STATES = /^(?:08...|53300|57P0[123])$/;
/**
 * The driver's own words, which carry no code (pg, lib/client.js and lib/connection.js), and those of Node where it writes to
 * a connection that the other side has ended (net, writeAfterFIN), which name no system call.
 */
const WORDS =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed and is not queryable|timeout exceeded when trying to connect|timeout expired|This socket has been ended by the other party)/;

/** True when something failed because PostgreSQL was not reached. Work in progress may have been stored or not. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (typeof code === 'string' && STATES.test(code)) return true;
  // Other connections that are refused, such as those to a mail server, are reported where they are opened.
  return WORDS.test(error.message) || (BROKEN.has(code) && (syscall !== undefined || error instanceof AggregateError));
}
