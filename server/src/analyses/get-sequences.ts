import { projectByName, studyIn } from '../access/project-access.ts';
import type { Handlers } from '../access/call-route.ts';
import type { Services } from '../access/services.ts';
import { readSequences } from '../db/image-documents.ts';

export function getSequencesHandlers(services: Services): Pick<Handlers, 'analysisGetSequences'> {
  const analysisGetSequences: Handlers['analysisGetSequences'] = async ({ body, caller }) => {
    const access = await projectByName(services, caller, body.db_name);
    const study = await studyIn(services, access, body.id, 'id');
    return { sequences: Object.fromEntries(await readSequences(services.db.query, study.id, body.hashes)) };
  };

  return { analysisGetSequences };
}
