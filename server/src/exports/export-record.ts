import {
  ExportContents,
  type ExportRecord,
  ExportRequest,
  type JobStatus,
  SendingCounts,
  type SendingRecord,
  SendingRequest,
} from '@echometry/contract/records/export.ts';
import { Value } from 'typebox/value';
import { type JobRecord, outputOf } from '../db/jobs.ts';

/** Bucket of outputs; a project may have another one for its images. */
const EXPORTS_BUCKET = 'exports';
const DAY_MS = 24 * 60 * 60 * 1000;

export const statusOf = (job: JobRecord): JobStatus => ({
  id: job.id,
  status: job.state,
  log: JSON.parse(job.log) as string[],
  done: job.done,
  total: job.total,
});

/** An export as its owner sees it. Stored JSON is checked like anything from outside. */
export function exportRecordOf(job: JobRecord, project: string, keptDays: number): ExportRecord {
  const isKept = job.state === 'finished' && job.removed_at === null;
  return {
    ...statusOf(job),
    project,
    request: Value.Parse(ExportRequest, JSON.parse(job.request)),
    created_at: job.created_at,
    started_at: job.started_at,
    ended_at: job.ended_at,
    failure: job.failure,
    contents: job.result === null ? null : Value.Parse(ExportContents, JSON.parse(job.result)),
    output: isKept ? { bucket: EXPORTS_BUCKET, object: outputOf(job) } : null,
    kept_until: isKept && job.ended_at !== null ? job.ended_at + keptDays * DAY_MS : null,
  };
}

/** A sending as its owner sees it. It has no output, which is the last line of every finished job. */
export const sendingRecordOf = (job: JobRecord): SendingRecord => ({
  ...statusOf(job),
  log: (JSON.parse(job.log) as string[]).filter((line) => line !== outputOf(job)),
  ...Value.Parse(SendingRequest, JSON.parse(job.request)),
  created_at: job.created_at,
  ended_at: job.ended_at,
  failure: job.failure,
  counts: job.result === null ? null : Value.Parse(SendingCounts, JSON.parse(job.result)),
});

/** The id of an output that `minio/get_presigned_urls` names; null for anything else. */
export const idOfOutput = ({ bucket, object }: { bucket: string; object: string }): string | null =>
  bucket === EXPORTS_BUCKET && object.startsWith('exports/') ? object.slice('exports/'.length) : null;
