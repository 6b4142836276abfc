import { workTask } from '@echometry/contract/rules/work-task.ts';
import { projectByName } from '../access/project-access.ts';
import { visibleHeads } from '../access/visible-head.ts';
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
    return { tasks: studies.flatMap((study) => taskOf(study, heads.get(study.id)?.[0], first) ?? []) };
  };

  return { getTasks };
}
