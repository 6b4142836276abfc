import { setImmediate as nextTurn } from 'node:timers/promises';
import { EffortCases } from '@echometry/contract/rules/effort.ts';
import { mayCompare, mayReview, mayWork } from '@echometry/contract/rules/permissions.ts';
import type { Handlers } from '../../access/call-route.ts';
import { projectByName } from '../../access/project-access.ts';
import { effortOfProject } from '../../db/effort.ts';
import type { StatisticsServices } from '../services.ts';

/** Collects the parts, with other requests between them. */
async function inTurns<T>(parts: Iterable<T | null>): Promise<T[]> {
  const made: T[] = [];
  for (const part of parts) {
    if (part !== null) made.push(part);
    await nextTurn();
  }
  return made;
}

/** Distributions of active time, as far as the caller may see them (docs/readers.md#effort). */
export function effortGetHandlers(services: StatisticsServices): Pick<Handlers, 'effortGet'> {
  const effortGet: Handlers['effortGet'] = async ({ body, caller }) => {
    const { id, reviewsTo } = await projectByName(services, caller, body.db_name);
    const self = caller.user.id;
    const comparing = mayCompare(caller.role);
    const reviewed = mayReview(caller.role) ? new Set(reviewsTo) : null;
    const [own, together] = [new EffortCases(self), new EffortCases(self)];
    for await (const rows of effortOfProject(services.db.query, id, comparing ? null : self))
      for (const { email, ...row } of rows) {
        if (row.reader === self && mayWork(caller.role)) own.add(row);
        if (reviewed === null || (reviewed.has(email) && row.reader !== self)) together.add(row);
      }
    return { own: await inTurns(own.own()), together: comparing ? await inTurns(together.together()) : null };
  };
  return { effortGet };
}
