/** Lines of a model that a user sent: the job that reads them from an upload, and its result. */
import {
  MAX_REPORTED_REFUSALS,
  MODEL_DOMAIN,
  PredictionsOrder,
  PredictionsOutcome,
  type PredictionsRecord,
} from '@echometry/contract/records/predictions.ts';
import { Value } from 'typebox/value';
import type { JobRecord } from '../../db/jobs.ts';
import { storedJson } from '../../db/stored-json.ts';
import { nameless, Refusal } from '../../errors.ts';
import { JobRefusal, type JobWork } from '../../jobs/job-work.ts';
import type { SecretBox } from '../../workspace/secret-box.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Uploads } from '../uploads.ts';
import type { DrawHooks, DrawOrder, Refusals } from './draw-lines.ts';
import { importPredictions, type Predictions, type PredictionsReport } from './import-predictions.ts';

export const PREDICTIONS_KIND = 'predictions';

const UPLOAD_GONE = 'The server restarted, and the sent files were lost. Send them again; studies that were stored get a new version.';

const raterOf = (model: string): string => `${model}@${MODEL_DOMAIN}`;
const sealedAs = (id: string): string => `lines of a model, job ${id}`;
const orderOf = ({ request }: JobRecord): PredictionsOrder => Value.Parse(PredictionsOrder, JSON.parse(request));

/** Names of files and entries come from people and may name patients: they are sealed like the names of imported files. */
const seal = (secrets: SecretBox, id: string, outcome: PredictionsOutcome): string =>
  Buffer.from(secrets.seal(sealedAs(id), Buffer.from(JSON.stringify(outcome)))).toString('base64');

const outcomeIn = storedJson(PredictionsOutcome, 'The outcome of lines');

async function outcomeOf(secrets: SecretBox, { id, result }: JobRecord): Promise<PredictionsOutcome | null> {
  if (result === null) return null;
  const sealed = Buffer.from(JSON.parse(result) as string, 'base64');
  return outcomeIn(Buffer.from(secrets.open(sealedAs(id), sealed)).toString('utf8'));
}

export async function predictionsRecordOf(secrets: SecretBox, job: JobRecord): Promise<PredictionsRecord> {
  const { id, state, created_at, ended_at, done, total, failure } = job;
  const { project, model, version, check } = orderOf(job);
  const outcome = await outcomeOf(secrets, job);
  return { id, status: state, project, model, version, check, created_at, ended_at, done, total, failure, outcome };
}

export interface PredictionsDeps {
  workspace: Pick<Workspace, 'db'>;
  secrets: SecretBox;
  uploads: Uploads;
  draw: (order: DrawOrder, hooks: DrawHooks) => Promise<Refusals>;
  now: () => number;
}

/** The lines of an order, in the files of its upload. */
function linesOf(uploads: Uploads, job: JobRecord, order: PredictionsOrder): Predictions {
  const files = uploads.places(order.upload);
  if (files === null) throw new JobRefusal(UPLOAD_GONE);
  const exported = order.exported === null ? null : files[order.exported];
  if (exported === undefined) throw new JobRefusal(`The upload has no file number ${(order.exported ?? 0) + 1}.`);
  return {
    project: order.project,
    rater: raterOf(order.model),
    version: order.version,
    files: files.filter((file) => file !== exported),
    exported,
    isCheck: order.check,
    by: { id: job.owner_id, role: job.role },
  };
}

const named = ({ refused, ...report }: PredictionsReport): PredictionsOutcome => ({
  ...report,
  refused: refused.slice(0, MAX_REPORTED_REFUSALS),
});

/** Does jobs that read lines of a model. An upload stays after a check, and is removed once it was stored. */
export function predictionsWork({ workspace, secrets, uploads, draw, now }: PredictionsDeps): JobWork {
  return async (job, reports) => {
    const order = orderOf(job);
    try {
      const report = await importPredictions(workspace.db, linesOf(uploads, job, order), {
        draw,
        now,
        signal: reports.signal,
        onProgress: ({ done, total }) => reports.progress(done, total),
      });
      const { studies, images, lines, refused_in_all } = report;
      if (!order.check) await uploads.drop(order.upload, null);
      return {
        result: seal(secrets, job.id, named(report)),
        counts: { studies: studies.length, images, lines, refused: refused_in_all, check: order.check ? 1 : 0 },
      };
    } catch (error) {
      throw error instanceof Refusal && !reports.signal.aborted ? new JobRefusal(nameless(error)) : error;
    } finally {
      uploads.release(order.upload);
    }
  };
}
