import { projectByName, studyIn } from '../access/project-access.ts';
import { visibleHead } from '../access/visible-head.ts';
import type { Handlers } from '../access/call-route.ts';
import type { Services } from '../access/services.ts';

export function lastUpdateHandlers(services: Services): Pick<Handlers, 'analysisLastUpdate'> {
  const analysisLastUpdate: Handlers['analysisLastUpdate'] = async ({ body, caller }) => {
    const access = await projectByName(services, caller, body.db_name);
    const study = await studyIn(services, access, body.id, 'id');
    const head = await visibleHead(services, caller, access, study.id, body.editor);
    return { version: head?.version_id ?? null, updated_at: head?.updated_at ?? null, editor: head?.editor ?? null };
  };

  return { analysisLastUpdate };
}
