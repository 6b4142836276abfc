/** Names of system errors, such as ENOENT. */
const ERRNO = /^E[A-Z0-9]+$/;

/**
 * The failure in words that name no file. The message of a system error repeats a path, which may hold the name of a
 * patient and shows where the server keeps its data.
 */
export function nameless(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason was given';
  const { code, syscall = 'the system' } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && ERRNO.test(code) ? `${syscall} failed (${code})` : error.message;
}

/** The same with the lines of the program that it came through, for a log. */
export function namelessTrace(error: unknown): string {
  const frames = error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)) : [];
  return [nameless(error), ...frames].join('\n');
}
