import { isDatabaseAway } from '../db/database-away.ts';
import { isReadOnly } from '../db/read-only.ts';
import { isStorageFull } from '../db/storage-full.ts';
import { StoreUnavailable } from '../errors.ts';

/** A cause of a failed start that the user can fix, in a sentence; null where only the trace of the error helps. */
export function startRefusal(error: unknown, folder: string): string | null {
  if (isStorageFull(error)) return `The disk of ${folder} is full. Make room and start again; nothing that is stored was changed.`;
  if (isReadOnly(error))
    return `The workspace ${folder} may not be written by this account. Give it the right to write there, or mount its disk for writing, and start again; nothing was changed.`;
  if (isDatabaseAway(error))
    return 'PostgreSQL cannot be reached at the address that ECHOMETRY_DATABASE_URL names. Start again when it runs; nothing was changed.';
  if (error instanceof StoreUnavailable) return `${error.message}. Start again when it can be reached; nothing was changed.`;
  return null;
}
