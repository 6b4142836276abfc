import { projectByKey } from '../access/project-access.ts';
import { countUnderWay, jobsOf } from '../db/jobs.ts';
import { studyTypesOf } from '../db/studies.ts';
import type { Handlers } from '../access/call-route.ts';
import { requireOwn } from '../access/read-caller.ts';
import { JOBS_OF_A_PERSON } from '../jobs/limits.ts';
import { EXPORT_KIND, SENDING_KIND } from './export-jobs.ts';
import type { ExportServices } from './services.ts';
import { exportRecordOf, sendingRecordOf } from './export-record.ts';
import { ownJob } from './own-job.ts';
import { queueSending } from './sending/queue-sending.ts';
import { checkRequest, measurementRequest, queueExport, segmentationRequest } from './queue-export.ts';

/** Exports that a list shows. */
const LISTED = 50;

type Names = 'exportsCreate' | 'exportsCreateMeasurements' | 'exportsGet' | 'exportsList' | 'exportsPreview' | 'exportsSend' | 'jobsRun';

export function exportHandlers(services: ExportServices): Pick<Handlers, Names> {
  const { query } = services.db;
  const { exportsKeptDays, pacsForExports } = services.config;
  return {
    exportsCreate: async ({ body, caller }) => {
      requireOwn(caller, body.user);
      return queueExport(services, caller, { project: body.project, id: body.id, request: segmentationRequest(body) });
    },
    exportsCreateMeasurements: async ({ body, caller }) => {
      requireOwn(caller, body.user);
      return queueExport(services, caller, { project: body.project, id: body.id, request: measurementRequest(body) });
    },
    jobsRun: async ({ body, caller }) => {
      requireOwn(caller, body.user_id);
      const { parameters } = body;
      const request = 'imview_header' in parameters ? measurementRequest(parameters) : segmentationRequest(parameters);
      return queueExport(services, caller, { project: parameters.project, id: body.output.slice('exports/'.length), request });
    },
    exportsGet: async ({ body, caller }) => {
      const { job, access } = await ownJob(services, caller, body.id, EXPORT_KIND);
      return exportRecordOf(job, access.project._id, exportsKeptDays);
    },
    exportsList: async ({ body, caller }) => {
      const access = await projectByKey(services, caller, body.project);
      const owner = { ownerId: caller.user.id };
      const jobs = await jobsOf(query, { ...owner, projectId: access.id, kind: EXPORT_KIND }, LISTED);
      const sendings = await jobsOf(query, { ...owner, projectId: access.id, kind: SENDING_KIND }, LISTED);
      return {
        exports: jobs.map((job) => exportRecordOf(job, access.project._id, exportsKeptDays)),
        under_way: await countUnderWay(query, EXPORT_KIND, owner),
        limit: JOBS_OF_A_PERSON,
        kept_days: exportsKeptDays,
        study_types: await studyTypesOf(query, access.id),
        pacs: pacsForExports.map(({ name }) => name),
        sendings: sendings.map(sendingRecordOf),
      };
    },
    exportsSend: ({ body: { id, ...request }, caller }) => queueSending(services, caller, { id, request }),
    exportsPreview: async ({ body, caller }) => {
      const access = await projectByKey(services, caller, body.project);
      checkRequest(body.request);
      return services.exports.preview({ userId: caller.user.id, projectId: access.id, project: access.project._id, request: body.request });
    },
  };
}
