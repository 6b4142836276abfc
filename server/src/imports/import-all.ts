import type { FileOnDisk } from '@echometry/bindings/engine/api.ts';
import { nameless, Refusal } from '../errors.ts';
import { type ByteRoom, byteRoom } from './byte-room.ts';
import { damagedInWords } from './damaged-frames.ts';
import { LargerThanRoom } from './dicomweb/retrieve.ts';
import { FILES_IN_FLIGHT, LOOKUP_ROWS, MAX_BYTES_IN_FLIGHT, MAX_FILE_BYTES } from './limits.ts';
import { EcgFiles, type EcgOutcome } from './ecg-files.ts';
import { type FileOutcome, importFile, type ImportTools, type Progress, type Target } from './import-file.ts';
import type { Placed } from './image-order.ts';
import { earlierReport, placedReport, placeReports } from './machine-report.ts';
import { placeImages } from './place-images.ts';
import { dropEmptyPatients } from './records.ts';
import { groupRecorder } from './recorder.ts';
import type { ReadableFile, Source, SourceFile } from './source.ts';

/** Common settings of all files of an import. */
type ImportSetting = Omit<ImportTools, 'onObject' | 'recorder' | 'ecgs'>;

/** Result of an import. File names in it go to the person who asked and nowhere else. */
export interface ImportReport {
  project: string;
  imported: number;
  already_there: number;
  skipped: Array<{ file: string; reason: string }>;
  /** Files whose SOP Instance UID belongs to a stored image with other content, or of another patient: nothing was changed. */
  conflicts: Array<{ file: string; reason: string }>;
  studies: string[];
  /** Files whose patient has an impossible date: imported without the age that would rest on it. */
  ages_left_out: Array<{ file: string; reason: string }>;
  /** Files with damaged frames, which are kept as far as they can be read. */
  damaged_frames: Array<{ file: string; reason: string }>;
  /** Files whose study keeps its facts, though the mapping has others. */
  mapping_kept: Array<{ file: string; reason: string }>;
  /** Rows of the mapping that no file belongs to, by number. */
  mapping_rows_unused: number[];
  /** Files that wait until the mask of their device is approved. */
  held: Array<{ file: string; reason: string }>;
  /** Structured reports of machines, with what was read of them. */
  measurements: Array<{ file: string; reason: string }>;
  /** Separate ECG files, with the number of clips that took their part. */
  ecgs: Array<{ file: string; reason: string }>;
  /** Images whose burned-in text was blacked out, every frame verified. */
  blacked_out: number;
  /** Images that may carry text burned into the picture: look at them before sharing. */
  may_carry_burned_in_text: number;
  /** Images whose file declares no burned-in text, which is unverified. */
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
  /** Called for every image that exists afterwards, new or not. */
  onFile?: (name: string, outcome: FileOutcome, position: number) => void;
}

/** Outcomes of the files of an import so far. */
interface Tally {
  report: ImportReport;
  /** Reports whose study is known only after all other files. */
  machine: { file: string; outcome: Extract<FileOutcome, { kind: 'measurements' }>; position: number }[];
  /** Separate ECG files, whose clips come last. */
  ecgs: { file: string; outcome: () => EcgOutcome; position: number }[];
  studies: Set<string>;
  placed: Map<string, Placed>;
}

const emptyReport = (project: string): ImportReport => ({
  project,
  imported: 0,
  already_there: 0,
  skipped: [],
  conflicts: [],
  ages_left_out: [],
  damaged_frames: [],
  studies: [],
  mapping_kept: [],
  mapping_rows_unused: [],
  held: [],
  measurements: [],
  ecgs: [],
  blacked_out: 0,
  may_carry_burned_in_text: 0,
  burned_in_text_unverified: 0,
  cancelled: false,
  seconds: 0,
});

/** How the files of an import are imported. */
interface Importing {
  tools: Omit<ImportTools, 'onObject'>;
  target: Target;
  room: ByteRoom;
  /** Objects of files that were not recorded; objects of the others are named, and need not be remembered. */
  written: Set<string>;
}

/**
 * Imports a source with several files on their way at once. Each file is there whole or not at all; after a cancel or a
 * refusal what was imported stays, and objects whose records never came are taken back.
 */
export async function importAll(tools: ImportSetting, run: ImportRun): Promise<ImportReport> {
  const begin = tools.now();
  const { source, target } = run;
  const tally: Tally = { report: emptyReport(run.project), machine: [], ecgs: [], studies: new Set(), placed: new Map() };
  const recorder = groupRecorder(tools.db);
  const ecgs = new EcgFiles();
  const importing: Importing = { tools: { ...tools, recorder, ecgs }, target, room: byteRoom(MAX_BYTES_IN_FLIGHT), written: new Set() };
  const later: SourceFile[] = [];
  let done = 0;
  const work = async (file: SourceFile, position: number): Promise<void> => {
    const outcome = await outcomeOf(importing, file, position);
    if (outcome.kind === 'later') {
      later.push({ ...file, position });
      return;
    }
    if (outcome.kind === 'measurements') tally.machine.push({ file: file.name, outcome, position });
    else if (outcome.kind === 'ecg-file') tally.ecgs.push({ file: file.name, outcome: outcome.outcome, position });
    else say(run, tally, { file: file.name, outcome, position });
    done += 1;
    run.onProgress?.({ done, total: source.total });
  };
  let failure = await workThrough(source.files(), tools.signal, work);
  ecgs.complete();
  failure ??= await workThrough(later, tools.signal, work);
  // On a full disk even this may fail; the next start sets them apart then.
  await takeBack(tools, importing.written).catch((error: unknown) => {
    failure ??= error;
  });
  if (failure !== null) throw failure;
  await placeImages(tools, tally.placed, target.projectId);
  if (!tools.signal.aborted) for (const { file, outcome, position } of tally.ecgs) say(run, tally, { file, outcome: outcome(), position });
  await noteReports(tools, run, tally, Math.max(done, source.total));
  return {
    ...tally.report,
    cancelled: tools.signal.aborted,
    studies: [...tally.studies].sort(),
    mapping_rows_unused: target.mapping.unused,
    seconds: (tools.now() - begin) / 1000,
  };
}

/**
 * Gives reports that wait to their studies, this import's and those of earlier imports, and notes where they belong. Reports of earlier
 * imports are noted at positions from `next`, after the files of this one.
 */
async function noteReports({ db }: ImportSetting, run: ImportRun, tally: Tally, next: number): Promise<void> {
  const { projectId } = run.target;
  const removed = new Map((await placeReports(db, projectId)).map(({ instanceId, outcome }) => [instanceId, outcome]));
  for (const { file, outcome, position } of tally.machine) {
    say(run, tally, { file, outcome: removed.get(outcome.instanceId) ?? (await placedReport(db, projectId, outcome)), position });
    removed.delete(outcome.instanceId);
  }
  for (const [index, [instanceId, outcome]] of [...removed].entries())
    say(run, tally, { file: earlierReport(instanceId), outcome, position: next + index });
}

/** Notes the outcome of a file, and passes it on. */
function say(
  { onFile }: ImportRun,
  tally: Tally,
  { file, outcome, position }: { file: string; outcome: FileOutcome; position: number },
): void {
  note(tally, file, outcome);
  onFile?.(file, outcome, position);
}

/** Works at several files at once until one fails, and returns that failure or null. After a cancel nothing counts as one. */
async function workThrough(
  some: AsyncIterable<SourceFile> | Iterable<SourceFile>,
  signal: AbortSignal,
  work: (file: SourceFile, position: number) => Promise<void>,
): Promise<unknown> {
  // All workers draw from one iterator, so that files start in the order of their names.
  const files = Symbol.asyncIterator in some ? some[Symbol.asyncIterator]() : some[Symbol.iterator]();
  let failure: unknown = null;
  let started = 0;
  const worker = async (): Promise<void> => {
    while (failure === null && !signal.aborted) {
      const next = await files.next();
      if (next.done === true) return;
      try {
        const place = started++;
        await work(next.value, next.value.position ?? place);
      } catch (error) {
        if (!signal.aborted) failure ??= error;
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: FILES_IN_FLIGHT }, worker));
  return failure;
}

async function outcomeOf(importing: Importing, file: SourceFile, position: number): Promise<Progress> {
  if ('skip' in file) return { kind: 'skipped', reason: file.skip };
  if ('there' in file) return { kind: 'already-there', ...file.there, kept: [], order: null };
  const outcome =
    (await importWithin(importing, file.size, file, position)) ?? (await importWithin(importing, MAX_FILE_BYTES, file, position));
  return outcome ?? { kind: 'skipped', reason: `larger than the limit file_bytes (${MAX_FILE_BYTES})` };
}

/** Imports a file while there is room for it; null when it turns out to be larger. */
async function importWithin(importing: Importing, bytes: number, file: ReadableFile, position: number): Promise<Progress | null> {
  const release = await importing.room.enter(bytes);
  try {
    return await readAndImport(importing, bytes, file, position);
  } finally {
    release();
  }
}

async function readAndImport(importing: Importing, room: number, file: ReadableFile, position: number): Promise<Progress | null> {
  const { tools, target, written } = importing;
  let bytes: Uint8Array | FileOnDisk;
  try {
    bytes = file.place === undefined ? await file.read(room) : { path: file.place, most: room };
  } catch (error) {
    if (error instanceof LargerThanRoom) return null;
    if (error instanceof Refusal || tools.signal.aborted) throw error;
    return { kind: 'skipped', reason: `unreadable: ${nameless(error)}` };
  }
  const fresh: string[] = [];
  let isRecorded = false;
  try {
    const fileTools: ImportTools = { ...tools, onObject: (key) => fresh.push(key) };
    const outcome = await importFile(fileTools, target, bytes, { position, expected: file.expected ?? null });
    isRecorded = outcome.kind === 'imported';
    return outcome;
  } finally {
    if (!isRecorded) for (const key of fresh) written.add(key);
  }
}

function note({ report, studies, placed }: Tally, file: string, outcome: FileOutcome): void {
  if ('order' in outcome && outcome.order !== null)
    placed.set(outcome.instanceId, { order: outcome.order, name: file, isNew: outcome.kind === 'imported' });
  if ('kept' in outcome && outcome.kept.length > 0) report.mapping_kept.push({ file, reason: outcome.kept.join('; ') });
  if (outcome.kind === 'skipped') report.skipped.push({ file, reason: outcome.reason });
  else if (outcome.kind === 'held') report.held.push({ file, reason: outcome.reason });
  else if (outcome.kind === 'conflict') report.conflicts.push({ file, reason: outcome.reason });
  else if (outcome.kind === 'already-there') report.already_there += 1;
  else if (outcome.kind === 'measurements') report.measurements.push({ file, reason: outcome.reason });
  else if (outcome.kind === 'ecg') report.ecgs.push({ file, reason: outcome.reason });
  else {
    report.imported += 1;
    studies.add(outcome.studyId);
    if (outcome.leftOut.length > 0) report.ages_left_out.push({ file, reason: `implausible-date: ${outcome.leftOut.join('; ')}` });
    if (outcome.damagedFrames.length > 0) report.damaged_frames.push({ file, reason: damagedInWords(outcome.damagedFrames) });
    if (outcome.burnedInText === 'blacked-out') report.blacked_out += 1;
    else if (outcome.burnedInText === 'may-carry') report.may_carry_burned_in_text += 1;
    else report.burned_in_text_unverified += 1;
  }
}

/** Removes patients without studies, and of the objects written here those no record names. */
async function takeBack(tools: ImportSetting, written: ReadonlySet<string>): Promise<void> {
  await dropEmptyPatients(tools.db.query);
  const keys = [...written];
  for (let begin = 0; begin < keys.length; begin += LOOKUP_ROWS) {
    const some = keys.slice(begin, begin + LOOKUP_ROWS);
    const rows = await tools.db.query.selectFrom('stored_object').select('sha256').where('sha256', 'in', some).execute();
    const named = new Set(rows.map((row) => row.sha256));
    for (const key of some) if (!named.has(key)) await tools.objects.remove(key);
  }
}
