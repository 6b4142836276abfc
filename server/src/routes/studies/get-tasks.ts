import { type StudyTask } from '@echometry/contract/calls/studies/get-tasks.ts';
import { projectByName } from '../../access/project-access.ts';
import { visibleHeads } from '../../access/visible-head.ts';
import { listStudies } from '../../db/studies.ts';
import { type Handlers } from '../../http/call-route.ts';
import { taskOf } from '../../lists/tasks.ts';
import { type Services } from '../../services.ts';

export function getTasksHandlers(services: Services): Pick<Handlers, 'getTasks'> {
  const getTasks: Handlers['getTasks'] = async ({ body, caller }) => {
    const access = await projectByName(services, caller, body.db_name);
    const [studies, heads] = await Promise.all([listStudies(services.db.query, access.id, true), visibleHeads(services, caller, access)]);
    const tasks: StudyTask[] = [];
    // One after the other: documents of a large project together would fill the memory.
    for (const study of studies) {
      const task = await taskOf(services, access, study, heads.get(study.id)?.[0], access.role);
      if (task !== null) tasks.push(task);
    }
    return { tasks };
  };

  return { getTasks };
}
