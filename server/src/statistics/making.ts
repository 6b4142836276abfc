import type { Making } from '@echometry/contract/calls/statistics.ts';
import type { JobRecord } from '../db/jobs.ts';

/** A job as those see it who wait for what it makes. A cancelled one made nothing and failed at nothing. */
export const makingOf = ({ state, done, total, failure }: JobRecord): Making => ({
  state: state === 'cancelled' ? 'finished' : state,
  done,
  total,
  failure,
});
