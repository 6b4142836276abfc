import { type StudyTask } from '@echometry/contract/calls/studies/get-tasks.ts';
import { nextAction, remainingActions } from '@echometry/contract/rules/next-action.ts';
import { type RoleName } from '@echometry/contract/records/role.ts';
import { projectByName, type ProjectAccess } from '../../access/project-access.ts';
import { visibleHeads } from '../../access/visible-head.ts';
import { readDocument } from '../../analysis/read.ts';
import { type HeadRecord } from '../../db/analyses.ts';
import { listStudies, type StudyRecord } from '../../db/studies.ts';
import { type Handlers } from '../../http/call-route.ts';
import { type Services } from '../../services.ts';

const NOTHING = { images: [], missing_images: [] };

/** What is next in a study; null where the role has nothing to do. Only incomplete analyses are read: the others lack nothing. */
async function taskOf(
  services: Services,
  { project }: ProjectAccess,
  study: StudyRecord,
  head: HeadRecord | undefined,
  role: RoleName,
): Promise<StudyTask | null> {
  if (head !== undefined && head.study_state !== 'Incomplete') return null;
  const { images, missing_images } = head === undefined ? NOTHING : (await readDocument(services, head.version_id)).document;
  const actions = remainingActions({
    images,
    missing: missing_images,
    requirements: project.image_requirements,
    modalityOf: () => null,
    project: project.name_to_show,
  });
  const next = nextAction(actions, role);
  if (next === null) return null;
  const { step, type, instance_id, verb, brief } = next;
  return { study_id: study.study_id, step, type, instance_id, verb, brief, left: actions.length };
}

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
