import { Type } from 'typebox';
import { ProjectStorage, QuarantinedObject, ScrubResult, ScrubRun } from '../../records/administered-work.ts';
import { Instant, Nullable, Strict } from '../../records/strict.ts';
import { ADMINISTERING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

const Count = Type.Integer({ minimum: 0 });
/** Most objects of the quarantine in one response. */
export const LISTED_QUARANTINE = 500;

/** Stored and quarantined objects, the last read-back and backup, and the free room. */
export const storageGet = defineCall({
  path: 'storage/get',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({}),
  answer: Strict({
    projects: Type.Array(ProjectStorage),
    total: Strict({ objects: Count, bytes: Count }),
    quarantine: Strict({ objects: Count, bytes: Count, listed: Type.Array(QuarantinedObject, { maxItems: LISTED_QUARANTINE }) }),
    last_scrub: Nullable(ScrubResult),
    scrub: Nullable(ScrubRun),
    /** Null where no backup was made by this workspace since this is kept. */
    last_backup_at: Nullable(Instant),
    /** Null where the system does not report it. */
    disk: Nullable(Strict({ free_bytes: Count, total_bytes: Count })),
  }),
});
