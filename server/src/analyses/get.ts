import { NO_ANALYSIS } from '@echometry/contract/calls/error.ts';
import { seenBy } from '../access/blinding.ts';
import { projectByName, studyIn } from '../access/project-access.ts';
import { visibleHead } from '../access/visible-head.ts';
import { readAnalysis } from './read.ts';
import { withComments, withoutComments } from './fill-comments.ts';
import type { Handlers } from '../access/call-route.ts';
import type { Services } from '../access/services.ts';

export function analysisGetHandlers(services: Services): Pick<Handlers, 'analysisGet'> {
  const analysisGet: Handlers['analysisGet'] = async ({ body, caller }) => {
    const access = await projectByName(services, caller, body.db_name);
    const study = seenBy(services, access, await studyIn(services, access, body.id, 'id'));
    const head = await visibleHead(services, caller, access, study.id, body.editor);
    if (head === undefined) return { analysis: null, message: NO_ANALYSIS } as const;
    const analysis = await readAnalysis(services, study, head, access.project.qc.show_status);
    analysis.images =
      body.comments === false ? withoutComments(analysis.images) : await withComments(services, caller, study, analysis.images);
    // Reviewers see only images flagged reference (docs/specification.md#platform-6).
    if (caller.role === 'Reviewer') analysis.images = analysis.images.filter((image) => image.reference);
    return { analysis };
  };

  return { analysisGet };
}
