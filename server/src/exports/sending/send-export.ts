import { FORMATS_FOR_PACS, SendingRequest } from '@echometry/contract/records/export.ts';
import { counted } from '@echometry/contract/rules/counted.ts';
import { Value } from 'typebox/value';
import { findJob } from '../../db/jobs.ts';
import type { Db } from '../../db/connect.ts';
import { PacsFault } from '../../dicomweb/fault.ts';
import type { Pacs } from '../../dicomweb/pacs.ts';
import { storeInstance } from '../../dicomweb/store.ts';
import { tried } from '../../dicomweb/tried.ts';
import { JobRefusal, type JobReports, type JobWork } from '../../jobs/job-work.ts';
import { ArchiveReader } from '../archive-reader.ts';
import type { OpenOutput, Outputs } from '../outputs.ts';
import type { ExportSettings } from '../services.ts';

const GONE = 'The archive of this export is not there any more. Run the export again, and send the new one.';
const EMPTY = 'This export contains no DICOM object: left_out.csv in its archive lists the reasons.';
const RESUME = 'Objects sent so far stay there. Send the export again: nothing is stored twice.';

const isForPacs = (path: string): boolean => FORMATS_FOR_PACS.some((format) => path.startsWith(`${format}/`)) && path.endsWith('.dcm');

/** Our objects have their file meta information, and the elements before the SOP Class, within these bytes. */
const HEADER_BYTES = 2048;

/** The SOP Instance UID of one of our objects, read from its file meta information. */
async function uidOf(object: Buffer): Promise<string> {
  // Loaded by the first export that is sent: a start does not need it.
  const { DicomMessage } = (await import('dcmjs')).default.data;
  const header = new Uint8Array(object.subarray(0, HEADER_BYTES));
  const { meta } = DicomMessage.readFile(header.buffer, { untilTag: '00080016' });
  const uid: unknown = meta['00020003']?.Value?.[0];
  if (typeof uid !== 'string') throw new Error('An object of an export has no SOP Instance UID');
  return uid;
}

/** Sends the objects of an archive one by one; refused ones are in the log, each with its reason. */
async function sendAll(archive: ArchiveReader, pacs: Pacs, { signal, progress, log }: JobReports) {
  const paths = archive.paths.filter(isForPacs);
  if (paths.length === 0) throw new JobRefusal(EMPTY);
  let [stored, refused] = [0, 0];
  progress(0, paths.length);
  for (const path of paths) {
    signal.throwIfAborted();
    const object = await archive.bytes(path);
    const uid = await uidOf(object);
    const outcome = await tried(() => storeInstance(pacs, object, uid, signal), signal);
    if (!outcome.stored) {
      refused += 1;
      log(`${path} was refused: ${outcome.reason}`);
    } else {
      stored += 1;
      if (outcome.warning !== null) log(`${path} is stored with a warning: ${outcome.warning}`);
    }
    progress(stored + refused, paths.length);
  }
  log(`${counted(stored, 'object')} stored in ${pacs.name}, ${refused} refused`);
  return { stored, refused };
}

async function fromArchive(opened: OpenOutput, pacs: Pacs, reports: JobReports) {
  try {
    const archive = await ArchiveReader.open(opened.file);
    try {
      return await sendAll(archive, pacs, reports);
    } finally {
      archive.close();
    }
  } finally {
    await opened.close();
  }
}

/** Work of the jobs that send objects of an export to a PACS. */
export function sendingWork(db: Db, outputs: Outputs, { pacsForExports }: ExportSettings): JobWork {
  return async (job, reports) => {
    const request = Value.Parse(SendingRequest, JSON.parse(job.request));
    const pacs = pacsForExports.find(({ name }) => name === request.pacs);
    if (pacs === undefined) throw new JobRefusal(`The PACS ${request.pacs} takes no exports any more.`);
    const exported = await findJob(db.query, request.export);
    const opened = exported?.removed_at === null ? await outputs.open(exported.id) : null;
    if (opened === null) throw new JobRefusal(GONE);
    try {
      const counts = await fromArchive(opened, pacs, reports);
      return { result: counts, counts: { ...counts, export: request.export, pacs: pacs.name } };
    } catch (error) {
      throw error instanceof PacsFault ? new JobRefusal(`${error.message} ${RESUME}`) : error;
    }
  };
}
