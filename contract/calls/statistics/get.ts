import { Type, type Static } from 'typebox';
import { Instant, Name, Nullable, OneOf, Strict } from '../../records/strict.ts';
import { STATISTICS_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** Something that is made in the background: it waits, runs, or ended last. */
export const Making = Strict({
  state: OneOf(['queued', 'running', 'finished', 'error'] as const),
  /** Studies read so far, and of how many; null before that is known. */
  done: Type.Integer({ minimum: 0 }),
  total: Nullable(Type.Integer({ minimum: 0 })),
  /** Why it failed; null otherwise. */
  failure: Nullable(Type.String()),
});
export type Making = Static<typeof Making>;

/**
 * The statistics of a project (docs/specification.md#platform-3): signed addresses of the files of contract/records/statistics.ts
 * and of the pictures of their plots, and how far a new making has come.
 */
export const statisticsGet = defineCall({
  path: 'statistics/get',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: STATISTICS_ROLES },
  body: Strict({ db_name: Name }),
  answer: Strict({
    /** Empty before the first making. */
    files: Type.Array(Strict({ name: Type.String(), url: Type.String(), size_bytes: Type.Integer({ minimum: 0 }), made_at: Instant })),
    making: Nullable(Making),
  }),
});
