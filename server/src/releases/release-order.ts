import type { ReleaseContents, ReleaseRequest } from '@echometry/contract/records/release.ts';
import type { Dialect } from '../db/dialect.ts';
import type { ReleasedWork } from '../db/releases.ts';
import type { ObjectsPlace } from '../objects/place.ts';
import type { AllDifferences } from './differences.ts';

/** A project whose work a release has. */
export interface ReleasedProject {
  id: number;
  key: string;
  /** Name for people. */
  title: string;
}

/** Order of the thread of releases. */
export interface ReleaseOrder {
  root: string;
  dialect: Dialect;
  objects: ObjectsPlace;
  /** Empty folder for the archive and what it is made from. */
  folder: string;
  id: string;
  /** The project that the release belongs to, and then further ones whose work it has. */
  projects: ReleasedProject[];
  request: ReleaseRequest;
  version: number;
  /** The version before of the same name; null for the first. */
  previous: { version: number; sha256: string } | null;
  /** When it is made, in ms since 1970 UTC. */
  at: number;
}

/** Result of the thread: the archive in the folder of the order, and what the record of the release has. */
export interface ReleaseOutcome {
  type: 'release';
  archive: string;
  size_bytes: number;
  sha256: string;
  contents: ReleaseContents;
  differences: AllDifferences | null;
  works: ReleasedWork[];
}
