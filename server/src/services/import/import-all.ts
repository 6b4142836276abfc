import { Refusal } from '../../refusal.ts';
import { byteRoom } from './byte-room.ts';
import { FILES_IN_FLIGHT, MAX_BYTES_IN_FLIGHT } from './limits.ts';
import { type FileOutcome, importFile, type ImportTools, type Target } from './import-file.ts';
import { dropEmptyPatients } from './records.ts';
import { type Source, type SourceFile } from './source.ts';

/** What an import did. File names in it go to the person who asked and nowhere else. */
export interface ImportReport {
  project: string;
  imported: number;
  already_there: number;
  skipped: Array<{ file: string; reason: string }>;
  /** Files whose SOP Instance UID is that of a stored image with other content, or of another patient: nothing was changed. */
  conflicts: Array<{ file: string; reason: string }>;
  studies: string[];
  /** Files whose patient has an impossible date: imported without the age that would rest on it. */
  ages_left_out: Array<{ file: string; reason: string }>;
  /** Images that may carry text burned into the picture: look at them before sharing. */
  may_carry_burned_in_text: number;
  /** Images whose file says that it carries none, which nobody verified. */
  burned_in_text_unverified: number;
  cancelled: boolean;
  seconds: number;
}

export interface ImportProgress {
  done: number;
  total: number;
}

export interface ImportRun {
  source: Source;
  project: string;
  target: Target;
  onProgress?: (progress: ImportProgress) => void;
  /** Told of every image that is there afterwards, new or not. */
  onFile?: (name: string, outcome: FileOutcome) => void;
}

/**
 * Imports a source with several files on their way at once. Each file is there whole or not at all; after a cancel or a
 * refusal what was imported stays, and objects whose records never came are taken back.
 */
export async function importAll(tools: Omit<ImportTools, 'onObject'>, run: ImportRun): Promise<ImportReport> {
  const begin = tools.now();
  const report: ImportReport = {
    project: run.project,
    imported: 0,
    already_there: 0,
    skipped: [],
    conflicts: [],
    ages_left_out: [],
    studies: [],
    may_carry_burned_in_text: 0,
    burned_in_text_unverified: 0,
    cancelled: false,
    seconds: 0,
  };
  const studies = new Set<string>();
  const written = new Set<string>();
  const fileTools: ImportTools = { ...tools, onObject: (key) => written.add(key) };
  const room = byteRoom(MAX_BYTES_IN_FLIGHT);
  let done = 0;

  const note = (name: string, outcome: FileOutcome): void => {
    if (outcome.kind === 'skipped') report.skipped.push({ file: name, reason: outcome.reason });
    else if (outcome.kind === 'conflict') report.conflicts.push({ file: name, reason: outcome.reason });
    else if (outcome.kind === 'already-there') report.already_there += 1;
    else {
      report.imported += 1;
      studies.add(outcome.studyId);
      if (outcome.leftOut.length > 0) report.ages_left_out.push({ file: name, reason: `implausible-date: ${outcome.leftOut.join('; ')}` });
      if (outcome.burnedInText === 'may-carry') report.may_carry_burned_in_text += 1;
      else report.burned_in_text_unverified += 1;
    }
    run.onFile?.(name, outcome);
    done += 1;
    run.onProgress?.({ done, total: run.source.total });
  };

  const one = async (file: SourceFile, position: number): Promise<void> => {
    if ('skip' in file) return note(file.name, { kind: 'skipped', reason: file.skip });
    const release = await room.enter(file.size);
    try {
      return note(file.name, await readAndImport(file, position));
    } finally {
      release();
    }
  };

  const readAndImport = async (file: Extract<SourceFile, { size: number }>, position: number): Promise<FileOutcome> => {
    let bytes: Uint8Array;
    try {
      bytes = await file.read();
    } catch (error) {
      if (error instanceof Refusal) throw error;
      return { kind: 'skipped', reason: `unreadable: ${error instanceof Error ? error.message : String(error)}` };
    }
    return importFile(fileTools, run.target, bytes, position);
  };

  // All workers draw from one iterator, so that files start in the order of their names.
  const files = run.source.files()[Symbol.asyncIterator]();
  let failure: unknown = null;
  let started = 0;
  const worker = async (): Promise<void> => {
    while (failure === null && !tools.signal.aborted) {
      const next = await files.next();
      if (next.done === true) return;
      try {
        await one(next.value, started++);
      } catch (error) {
        if (!tools.signal.aborted) failure ??= error;
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: FILES_IN_FLIGHT }, worker));

  // On a full disk even this may fail; the next start sets them apart then.
  await takeBack(tools, written).catch((error: unknown) => {
    failure ??= error;
  });
  if (failure !== null) throw failure;
  report.cancelled = tools.signal.aborted;
  report.studies = [...studies].sort();
  report.seconds = (tools.now() - begin) / 1000;
  return report;
}

/** Removes patients without studies, and of the objects written here those no record names. */
async function takeBack(tools: Omit<ImportTools, 'onObject'>, written: ReadonlySet<string>): Promise<void> {
  await dropEmptyPatients(tools.db.query);
  const rows = await tools.db.query.selectFrom('stored_object').select('sha256').execute();
  const named = new Set(rows.map((row) => row.sha256));
  for (const key of written) if (!named.has(key)) await tools.objects.remove(key);
}
