import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import type { exportsSend } from '@echometry/contract/calls/exports.ts';
import { ExportRequest, FORMATS_FOR_PACS, type SendingRequest } from '@echometry/contract/records/export.ts';
import { Value } from 'typebox/value';
import type { Caller } from '../../access/caller.ts';
import { countUnderWay, type JobRecord } from '../../db/jobs.ts';
import { invalidField } from '../../errors.ts';
import { JOBS_OF_A_PERSON } from '../../jobs/limits.ts';
import { EXPORT_KIND, SENDING_KIND } from '../export-jobs.ts';
import { sendingRecordOf } from '../export-record.ts';
import { ownJob } from '../own-job.ts';
import { queueOnce, TooMany } from '../queue-once.ts';
import type { ExportServices } from '../services.ts';

type Queued = AnswerOf<typeof exportsSend>;

const TOO_MANY = `${JOBS_OF_A_PERSON} of your exports are being sent. Wait until one has ended, or cancel one.`;

/** Refuses what cannot be sent, by the field that is wrong. */
function checkSending({ config }: ExportServices, job: JobRecord, { pacs }: SendingRequest): void {
  const names = config.pacsForExports.map(({ name }) => name);
  if (!names.includes(pacs))
    throw invalidField(
      'pacs',
      names.length === 0
        ? 'is not configured. An administrator names it in config.json, field pacs, with "takes_exports": true'
        : `takes no exports. Choose one of ${names.join(', ')}`,
    );
  if (job.state !== 'finished') throw invalidField('export', 'has no archive. Send it once it is ready');
  if (job.removed_at !== null) throw invalidField('export', 'is no longer kept. Run it again, and send the new one');
  const { formats } = Value.Parse(ExportRequest, JSON.parse(job.request));
  if (!FORMATS_FOR_PACS.some((format) => formats.includes(format)))
    throw invalidField('export', 'has no DICOM objects. Export in the formats DICOM SR or DICOM SEG');
}

/** Queues the sending of an own export, and writes who sent what where. The same id and request again is the same sending. */
export async function queueSending(
  services: ExportServices,
  caller: Caller,
  { id, request }: { id: string; request: SendingRequest },
): Promise<Queued> {
  const { job: exported, access } = await ownJob(services, caller, request.export, EXPORT_KIND, 'export');
  checkSending(services, exported, request);
  const ownerId = caller.user.id;
  try {
    const record = await queueOnce(services, caller, {
      job: { id, kind: SENDING_KIND, ownerId, role: access.role, projectId: access.id, request, now: services.now() },
      detail: { project: access.project._id, ...request },
      checkLimits: async (inside) => {
        if ((await countUnderWay(inside, SENDING_KIND, { ownerId })) >= JOBS_OF_A_PERSON) throw new TooMany(TOO_MANY);
      },
    });
    if (record === 'taken') throw invalidField('id', 'stands for another job');
    return { accepted: true, sending: sendingRecordOf(record) };
  } catch (error) {
    if (error instanceof TooMany) return { accepted: false, message: error.message };
    throw error;
  }
}
