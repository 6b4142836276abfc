import { maySave } from '@echometry/contract/rules/permissions.ts';
import { seenBy } from '../access/blinding.ts';
import { projectByName, studyIn } from '../access/project-access.ts';
import { inactiveFiles, studyFileOf } from '../db/files.ts';
import { studyHeadOf } from '../db/studies.ts';
import type { Handlers } from '../access/call-route.ts';
import { listedFiles } from '../reviews/listed-files.ts';
import type { Services } from '../access/services.ts';

export function filesGetHandlers(services: Services): Pick<Handlers, 'filesGet'> {
  const filesGet: Handlers['filesGet'] = async ({ body, caller }) => {
    const access = await projectByName(services, caller, body.db_name);
    const study = await studyIn(services, access, body.id, 'id');
    // A stored selection is for roles that work on the images; Viewers see none (docs/specification.md#platform-6).
    const inactive = maySave(caller.role) ? await inactiveFiles(services.db.query, study.id, caller.user.id) : null;
    const files = await listedFiles(services, caller, access, study.id, 'id');
    return {
      study: studyHeadOf(seenBy(services, access, study), access.project._id),
      selection_stored: inactive !== null,
      images: files.map((file) => studyFileOf(file, inactive ?? new Set())),
    };
  };

  return { filesGet };
}
