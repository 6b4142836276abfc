import { NO_ANALYSIS } from '@echometry/contract/calls/error.ts';
import { seenBy } from '../access/blinding.ts';
import { projectByName, studyIn } from '../access/project-access.ts';
import { visibleHead } from '../access/visible-head.ts';
import { readAnalysis } from './read.ts';
import { recordAct } from '../db/audit.ts';
import { quantitiesOf } from '../db/studies.ts';
import type { Handlers } from '../access/call-route.ts';
import type { Services } from '../access/services.ts';

export const downloadRawHandlers = (services: Services): Pick<Handlers, 'analysisDownloadRaw'> => ({
  analysisDownloadRaw: async ({ body, caller }) => {
    const access = await projectByName(services, caller, body.db_name);
    const study = await studyIn(services, access, body.id, 'id');
    const head = await visibleHead(services, caller, access, study.id);
    if (head === undefined) return { analysis: null, message: NO_ANALYSIS } as const;
    const seen = seenBy(services, access, study);
    const analysis = await readAnalysis(services, seen, head, access.project.qc.show_status);
    const { db } = services;
    await db.query.transaction().execute((inside) =>
      recordAct(inside, db.dialect, {
        at: services.now(),
        actorId: caller.user.id,
        role: caller.role,
        act: 'raw-download',
        studyId: study.id,
        subject: study.study_id,
        detail: { project: access.project._id, version: analysis.version, images: analysis.images.length },
      }),
    );
    return { analysis: { ...analysis, study: quantitiesOf(seen) } };
  },
});
