/** SQLITE_READONLY and SQLITE_CANTOPEN. */
const SQLITE_CODES: ReadonlySet<unknown> = new Set([8, 14]);
/** EROFS, EACCES and EPERM, of files, and of PostgreSQL a transaction that may only read (25006). */
const CODES: ReadonlySet<unknown> = new Set(['EROFS', 'EACCES', 'EPERM', '25006']);

/** Low byte of an extended result code of SQLite: the code itself (sqlite.org/rescode.html). */
const primary = (code: unknown): unknown => (typeof code === 'number' ? code & 0xff : code);

/** True when something failed because the server may not write where its data lie. */
export function isReadOnly(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, errcode, cause } = error as { code?: unknown; errcode?: unknown; cause?: unknown };
  return CODES.has(code) || SQLITE_CODES.has(primary(errcode)) || isReadOnly(cause);
}
