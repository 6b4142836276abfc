import { type StudyTask } from '@echometry/contract/calls/studies/get-tasks.ts';
import { nextAction, remainingActions } from '@echometry/contract/rules/next-action.ts';
import { type RoleName } from '@echometry/contract/records/role.ts';
import { type ProjectAccess } from '../access/project-access.ts';
import { readDocument } from '../analysis/read.ts';
import { type HeadRecord } from '../db/analyses.ts';
import { type StudyRecord } from '../db/studies.ts';
import { type Services } from '../services.ts';

const NOTHING = { images: [], missing_images: [] };

/** What is next in a study; null where the role has nothing to do. Only incomplete analyses are read: the others lack nothing. */
export async function taskOf(
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
