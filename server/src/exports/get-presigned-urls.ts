import { recordAct } from '../db/audit.ts';
import { rootOf } from '../db/sessions.ts';
import type { Handlers } from '../access/call-route.ts';
import { EXPORT_KIND } from './export-jobs.ts';
import { notFound, wrongState } from '../errors.ts';
import type { ExportServices } from './services.ts';
import { exportRecordOf, idOfOutput } from './export-record.ts';
import { ownJob } from './own-job.ts';

export function getPresignedUrlsHandlers(services: ExportServices): Pick<Handlers, 'getPresignedUrls'> {
  const { db } = services;
  return {
    getPresignedUrls: async ({ body, caller }) => {
      const id = idOfOutput(body);
      if (id === null) throw notFound('object', 'No such object');
      const { job, access } = await ownJob(services, caller, id, EXPORT_KIND);
      const { output, contents } = exportRecordOf(job, access.project._id, services.config.exportsKeptDays);
      if (output === null || contents === null)
        throw wrongState(
          job.state === 'finished' ? 'This export is no longer kept. Run it again' : `This export is not finished: ${job.state}`,
        );
      const at = services.now();
      const { url, expiresAt } = services.signer.sign(
        { target: `export/${id}`, userId: caller.user.id, projectId: access.id, role: access.role, signIn: rootOf(caller.session) },
        at,
      );
      await db.query.transaction().execute((inside) =>
        recordAct(inside, db.dialect, {
          at,
          actorId: caller.user.id,
          role: caller.role,
          act: 'export-download',
          studyId: null,
          subject: id,
          detail: { project: access.project._id, size_bytes: contents.size_bytes },
        }),
      );
      return [{ url, filename: `${id}.zip`, size_bytes: contents.size_bytes, expires_at: expiresAt }];
    },
  };
}
