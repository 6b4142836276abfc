import { isBlind } from '@echometry/contract/rules/permissions.ts';
import { workTask } from '@echometry/contract/rules/work-task.ts';
import { inSeenOrder, seenBy } from '../access/blinding.ts';
import { projectByName } from '../access/project-access.ts';
import { visibleHeads } from '../access/visible-head.ts';
import { studiesAssignedTo } from '../db/assignments.ts';
import { listStudies } from '../db/studies.ts';
import type { Handlers } from '../access/call-route.ts';
import { listWhatIsNot } from './studies-list.ts';
import { taskOf } from './tasks.ts';
import type { Services } from '../access/services.ts';

export function getTasksHandlers(services: Services): Pick<Handlers, 'getTasks'> {
  const getTasks: Handlers['getTasks'] = async ({ body, caller }) => {
    const access = await projectByName(services, caller, body.db_name);
    await listWhatIsNot(services, access);
    const [studies, heads] = await Promise.all([listStudies(services.db.query, access.id, true), visibleHeads(services, caller, access)]);
    const first = workTask(access.project);
    const assigned =
      access.project.assignment === true
        ? await studiesAssignedTo(services.db.query, access.id, { userId: caller.user.id, blind: isBlind(caller.role) ? 1 : 0 })
        : null;
    const asked = assigned === null ? studies : studies.filter(({ id }) => assigned.has(id));
    const seen = inSeenOrder(access, asked).map((study) => seenBy(services, access, study));
    return { tasks: seen.flatMap((study) => taskOf(study, heads.get(study.id)?.[0], first) ?? []) };
  };

  return { getTasks };
}
