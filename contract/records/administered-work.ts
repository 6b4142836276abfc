import { Type, type Static } from 'typebox';
import { JobStatus } from './export.ts';
import { RoleName } from './role.ts';
import { Instant, Name, Nullable, Strict } from './strict.ts';

const Count = Type.Integer({ minimum: 0 });

/** A job as administrators see it: whose, what and how far, without what came out of it. */
export const AdministeredJob = Strict({
  ...JobStatus.properties,
  kind: Name,
  owner: Name,
  role: RoleName,
  project: Nullable(Name),
  /** Number of starts, and of failures of the job itself. */
  attempts: Count,
  failures: Count,
  failure: Nullable(Type.String()),
  created_at: Instant,
  started_at: Nullable(Instant),
  ended_at: Nullable(Instant),
});
export type AdministeredJob = Static<typeof AdministeredJob>;

/** Stored bytes of a project; shared objects count in both projects. */
export const ProjectStorage = Strict({ project: Name, name_to_show: Type.String(), objects: Count, bytes: Count });
export type ProjectStorage = Static<typeof ProjectStorage>;

/** An object that no record names. */
export const QuarantinedObject = Strict({ key: Type.String(), size_bytes: Count, since: Instant, purge_from: Instant });
export type QuarantinedObject = Static<typeof QuarantinedObject>;

/** Result of reading everything back. */
export const ScrubResult = Strict({
  at: Instant,
  objects: Count,
  documents: Count,
  damaged: Count,
  /** The first of them, one sentence each. */
  faults: Type.Array(Type.String()),
});
export type ScrubResult = Static<typeof ScrubResult>;

export const ScrubRun = Strict({ id: Name, started_at: Instant, seen_at: Instant, done: Count, total: Count });
export type ScrubRun = Static<typeof ScrubRun>;

/** An act as it is kept in the chains. */
export const AuditRecord = Strict({
  id: Count,
  at: Instant,
  /** Null for what the program or the command line did. */
  person: Nullable(Type.String()),
  role: Nullable(RoleName),
  act: Name,
  study: Nullable(Type.String()),
  subject: Nullable(Type.String()),
  /** JSON text. */
  detail: Type.String(),
});
export type AuditRecord = Static<typeof AuditRecord>;
