import type { AnswerOf, BodyOf } from '@echometry/contract/calls/call.ts';
import type { exportsCreate, exportsCreateMeasurements } from '@echometry/contract/calls/exports.ts';
import { ALL, type ExportRequest } from '@echometry/contract/records/export.ts';
import { defaultExport, exportFault } from '@echometry/contract/rules/export-request.ts';
import { randomUUID } from 'node:crypto';
import type { Caller } from '../access/caller.ts';
import { projectByKey } from '../access/project-access.ts';
import { countUnderWay, findJob } from '../db/jobs.ts';
import { JOBS_OF_A_PERSON, JOBS_OF_A_PROJECT } from '../jobs/limits.ts';
import { invalidField } from '../errors.ts';
import { EXPORT_KIND } from './export-jobs.ts';
import type { ExportServices } from './services.ts';
import { refusalOfGates } from '../gates/gates.ts';
import { exportRecordOf } from './export-record.ts';
import { queueOnce, TooMany } from './queue-once.ts';

type Queued = AnswerOf<typeof exportsCreate>;

/** The request of a call for segmentations. */
export const segmentationRequest = (body: Omit<BodyOf<typeof exportsCreate>, 'user'>): ExportRequest => ({
  ...defaultExport('segmentations'),
  data: body.data,
  editor: body.editor,
  image_type: body.image_type,
  mode: body.mode,
  study_type: body.only_study_type,
  images: body.images,
  single_file: body.single_file,
  all_files: body.all_files,
  validated_only: body.validated_only ?? false,
  ...(body.formats ? { formats: body.formats } : {}),
});

/** The request of a call for measurements. */
export const measurementRequest = (body: Omit<BodyOf<typeof exportsCreateMeasurements>, 'user'>): ExportRequest => ({
  ...defaultExport('measurements'),
  data: body.data,
  editor: body.editor,
  image_type: body.image_type,
  mode: body.mode,
  study_type: body.only_study_type ?? ALL,
  all_files: body.all_files ?? true,
  validated_only: body.validated_only ?? false,
  view_header: body.imview_header,
  include_normal: body.include_normal,
  include_caliper: body.include_caliper,
  ...(body.formats ? { formats: body.formats } : {}),
});

/** Refuses what cannot be carried out, by the field that is wrong. */
export function checkRequest(request: ExportRequest): void {
  const fault = exportFault(request);
  if (fault !== null) throw invalidField(fault.field, fault.message);
}

const PERSON_LIMIT = `${JOBS_OF_A_PERSON} of your exports are under way. Wait until one has finished, or cancel one`;
const PROJECT_LIMIT = `${JOBS_OF_A_PROJECT} exports of this project are under way. Try again when one has ended`;

/** Queues an export, and writes who asked for what. The same id and request again is the same export. */
export async function queueExport(
  services: ExportServices,
  caller: Caller,
  asked: { project: string; id: string | undefined; request: ExportRequest },
): Promise<Queued> {
  const access = await projectByKey(services, caller, asked.project);
  checkRequest(asked.request);
  const job = {
    id: asked.id ?? randomUUID(),
    kind: EXPORT_KIND,
    ownerId: caller.user.id,
    role: access.role,
    projectId: access.id,
    request: asked.request,
    now: services.now(),
  };
  // An export that was accepted before stays accepted.
  const isNew = (await findJob(services.db.query, job.id)) === undefined;
  const refusal = isNew ? await refusalOfGates(services.db, access, 'export') : null;
  if (refusal !== null) return { accepted: false, message: refusal };
  try {
    const record = await queueOnce(services, caller, {
      job,
      detail: { project: access.project._id, ...asked.request, formats: asked.request.formats.join(' ') },
      checkLimits: async (inside) => {
        if ((await countUnderWay(inside, EXPORT_KIND, { ownerId: job.ownerId })) >= JOBS_OF_A_PERSON) throw new TooMany(PERSON_LIMIT);
        if ((await countUnderWay(inside, EXPORT_KIND, { projectId: job.projectId })) >= JOBS_OF_A_PROJECT) throw new TooMany(PROJECT_LIMIT);
      },
    });
    if (record === 'taken') throw invalidField('id', 'stands for another job');
    return { accepted: true, export: exportRecordOf(record, access.project._id, services.config.exportsKeptDays) };
  } catch (error) {
    if (error instanceof TooMany) return { accepted: false, message: error.message };
    throw error;
  }
}
