import type { OpenState } from '@echometry/contract/calls/studies.ts';
import { projectByName, studyIn } from '../access/project-access.ts';
import { dropOpenFlag, openFlag, type OpenFlag, takeOpenFlag } from '../db/open-flags.ts';
import { dropLease, dropLeases, renewLease } from '../db/study-leases.ts';
import { requireOwn } from '../access/read-caller.ts';
import type { Handlers } from '../access/call-route.ts';
import type { Services } from '../access/services.ts';

const stateOf = (flag: OpenFlag | null, userId: number): OpenState => ({
  is_open: flag !== null,
  mine: flag?.userId === userId,
  open_by: flag?.email ?? null,
  since: flag?.openedAt ?? null,
});

export function openHandlers(services: Services): Pick<Handlers, 'setOpen' | 'getOpen'> {
  const { query } = services.db;

  const setOpen: Handlers['setOpen'] = async ({ body, caller }) => {
    requireOwn(caller, body.user);
    const access = await projectByName(services, caller, body.db_name);
    const study = await studyIn(services, access, body.study_id, 'study_id');
    const now = services.now();
    const holder = { studyId: study.id, userId: caller.user.id };
    if (body.open) {
      await takeOpenFlag(query, study.id, caller.user.id, now);
      if (body.lease !== undefined) await renewLease(query, holder, body.lease, now);
    } else if (body.lease === undefined) {
      await dropLeases(query, holder);
      await dropOpenFlag(query, study.id, caller.user.id);
    } else if (await dropLease(query, holder, body.lease, now)) {
      await dropOpenFlag(query, study.id, caller.user.id);
    }
    return stateOf(await openFlag(query, study.id, now), caller.user.id);
  };

  const getOpen: Handlers['getOpen'] = async ({ body, caller }) => {
    const access = await projectByName(services, caller, body.db_name);
    const study = await studyIn(services, access, body.study_id, 'study_id');
    return stateOf(await openFlag(query, study.id, services.now()), caller.user.id);
  };

  return { setOpen, getOpen };
}
