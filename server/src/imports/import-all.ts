import type { FileOnDisk } from '@echometry/bindings/api.ts';
import { nameless, Refusal } from '../errors.ts';
import { byteRoom } from './byte-room.ts';
import { damagedInWords } from './damaged-frames.ts';
import { LargerThanRoom } from './dicomweb/retrieve.ts';
import { FILES_IN_FLIGHT, LOOKUP_ROWS, MAX_BYTES_IN_FLIGHT, MAX_FILE_BYTES } from './limits.ts';
import { type FileOutcome, importFile, type ImportTools, type Target } from './import-file.ts';
import type { Placed } from './image-order.ts';
import { placeImages } from './place-images.ts';
import { dropEmptyPatients } from './records.ts';
import { groupRecorder } from './recorder.ts';
import type { ReadableFile, Source, SourceFile } from './source.ts';

/** Common settings of all files of an import. */
type ImportSetting = Omit<ImportTools, 'onObject' | 'recorder'>;

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

/**
 * Imports a source with several files on their way at once. Each file is there whole or not at all; after a cancel or a
 * refusal what was imported stays, and objects whose records never came are taken back.
 */
export async function importAll(tools: ImportSetting, run: ImportRun): Promise<ImportReport> {
  const begin = tools.now();
  const report: ImportReport = {
    project: run.project,
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
    blacked_out: 0,
    may_carry_burned_in_text: 0,
    burned_in_text_unverified: 0,
    cancelled: false,
    seconds: 0,
  };
  const studies = new Set<string>();
  // Objects of files that were not recorded; objects of the others are named, and need not be remembered.
  const written = new Set<string>();
  const placed = new Map<string, Placed>();
  const room = byteRoom(MAX_BYTES_IN_FLIGHT);
  const recorder = groupRecorder(tools.db);
  let done = 0;

  const note = (name: string, position: number, outcome: FileOutcome): void => {
    if ('order' in outcome && outcome.order !== null)
      placed.set(outcome.instanceId, { order: outcome.order, name, isNew: outcome.kind === 'imported' });
    if ('kept' in outcome && outcome.kept.length > 0) report.mapping_kept.push({ file: name, reason: outcome.kept.join('; ') });
    if (outcome.kind === 'skipped') report.skipped.push({ file: name, reason: outcome.reason });
    else if (outcome.kind === 'held') report.held.push({ file: name, reason: outcome.reason });
    else if (outcome.kind === 'conflict') report.conflicts.push({ file: name, reason: outcome.reason });
    else if (outcome.kind === 'already-there') report.already_there += 1;
    else {
      report.imported += 1;
      studies.add(outcome.studyId);
      if (outcome.leftOut.length > 0) report.ages_left_out.push({ file: name, reason: `implausible-date: ${outcome.leftOut.join('; ')}` });
      if (outcome.damagedFrames.length > 0) report.damaged_frames.push({ file: name, reason: damagedInWords(outcome.damagedFrames) });
      if (outcome.burnedInText === 'blacked-out') report.blacked_out += 1;
      else if (outcome.burnedInText === 'may-carry') report.may_carry_burned_in_text += 1;
      else report.burned_in_text_unverified += 1;
    }
    run.onFile?.(name, outcome, position);
    done += 1;
    run.onProgress?.({ done, total: run.source.total });
  };

  const one = async (file: SourceFile, position: number): Promise<void> => {
    if ('skip' in file) return note(file.name, position, { kind: 'skipped', reason: file.skip });
    if ('there' in file) return note(file.name, position, { kind: 'already-there', ...file.there, kept: [], order: null });
    const outcome = (await within(file.size, file, position)) ?? (await within(MAX_FILE_BYTES, file, position));
    return note(file.name, position, outcome ?? { kind: 'skipped', reason: `larger than the limit file_bytes (${MAX_FILE_BYTES})` });
  };

  /** Imports a file while there is room for it; null when it turns out to be larger. */
  const within = async (bytes: number, file: ReadableFile, position: number): Promise<FileOutcome | null> => {
    const release = await room.enter(bytes);
    try {
      return await readAndImport(file, bytes, position);
    } finally {
      release();
    }
  };

  const readAndImport = async (file: ReadableFile, roomBytes: number, position: number): Promise<FileOutcome | null> => {
    let bytes: Uint8Array | FileOnDisk;
    try {
      bytes = file.place === undefined ? await file.read(roomBytes) : { path: file.place, most: roomBytes };
    } catch (error) {
      if (error instanceof LargerThanRoom) return null;
      if (error instanceof Refusal || tools.signal.aborted) throw error;
      return { kind: 'skipped', reason: `unreadable: ${nameless(error)}` };
    }
    const fresh: string[] = [];
    let isRecorded = false;
    try {
      const fileTools: ImportTools = { ...tools, recorder, onObject: (key) => fresh.push(key) };
      const outcome = await importFile(fileTools, run.target, bytes, { position, expected: file.expected ?? null });
      isRecorded = outcome.kind === 'imported';
      return outcome;
    } finally {
      if (!isRecorded) for (const key of fresh) written.add(key);
    }
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
        const place = started++;
        await one(next.value, next.value.position ?? place);
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
  await placeImages(tools, placed, run.target.projectId);
  report.cancelled = tools.signal.aborted;
  report.studies = [...studies].sort();
  report.mapping_rows_unused = run.target.mapping.unused;
  report.seconds = (tools.now() - begin) / 1000;
  return report;
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
