import type { Db } from '../db/connect.ts';

/** Services that every call needs. Subjects whose calls need more extend them. */
export interface Services {
  readonly db: Db;
  /** Name of this installation; projects of another cloud are not offered. */
  readonly cloud: string;
  /** Milliseconds since 1970 UTC; tests hold it still. */
  readonly now: () => number;
}
