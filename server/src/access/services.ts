import type { Db } from '../db/connect.ts';
import type { StudyAliases } from './study-aliases.ts';

/** Services that every call needs. Subjects whose calls need more extend them. */
export interface Services {
  readonly db: Db;
  /** Name of this installation; projects of another cloud are not offered. */
  readonly cloud: string;
  /** Ids of studies that do not show the date. */
  readonly aliases: StudyAliases;
  /** Milliseconds since 1970 UTC; tests hold it still. */
  readonly now: () => number;
}
