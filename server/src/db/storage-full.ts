/** SQLITE_FULL. */
const SQLITE_FULL = 13;
/** EFBIG, ENOSPC and EDQUOT of Linux, as SQLite passes them on. */
const FULL_ERRNOS: ReadonlySet<unknown> = new Set([27, 28, 122]);
const FULL_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100']);

/** True when an operation failed for lack of room: a file, SQLite, or PostgreSQL (disk_full, 53100). */
export function isStorageFull(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, errcode, systemErrno, cause } = error as { code?: unknown; errcode?: unknown; systemErrno?: unknown; cause?: unknown };
  return FULL_CODES.has(code) || errcode === SQLITE_FULL || FULL_ERRNOS.has(systemErrno) || isStorageFull(cause);
}
