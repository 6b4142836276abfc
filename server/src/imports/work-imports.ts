import { setImmediate } from 'node:timers/promises';
import type { Engine } from '@echometry/bindings/engine/api.ts';
import { ImportOrder } from '@echometry/contract/records/import.ts';
import { Compile, type Validator } from 'typebox/compile';
import type { ImportSettings } from './import-settings.ts';
import { type ImportRequestMark, queueHeldFiles } from '../db/held-imports.ts';
import { endRun, heldFilesOf, noteFiles, orderOf, type FileNote } from '../db/imports.ts';
import type { JobRecord } from '../db/jobs.ts';
import { JobRefusal, type JobWork } from '../jobs/job-work.ts';
import type { SecretBox } from '../workspace/secret-box.ts';
import { nameless, Refusal } from '../errors.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { damagedInWords } from './damaged-frames.ts';
import type { EngineOnDemand } from './engine-on-demand.ts';
import { EntryRefusal } from './entry-refusal.ts';
import type { FileOutcome } from './import-file.ts';
import { NOTE_MS, NOTED_AT_ONCE } from './limits.ts';
import type { MaskSamples } from './mask-samples.ts';
import { pacsNamed, pacsSource } from './pacs-source.ts';
import { importInto } from './run-import.ts';
import { placeBelow } from './server-folders.ts';
import { onlyNamed, openSource, type Source } from './source.ts';
import type { Uploads } from './uploads.ts';
import { zipSource } from './zip-source.ts';

export interface ImportDeps {
  workspace: Workspace;
  config: ImportSettings;
  secrets: SecretBox;
  uploads: Uploads;
  engine: EngineOnDemand;
  samples: MaskSamples;
}

const UPLOAD_AGAIN = 'Images imported so far are kept. Choose the files again: imported files are skipped.';
const UPLOAD_GONE = `The server restarted, and the uploaded files were lost. ${UPLOAD_AGAIN}`;

/** Does jobs that import. A job that a start of the server interrupted continues, and skips stored files. */
export function importWork(deps: ImportDeps): JobWork {
  const { workspace, secrets, uploads } = deps;
  const { query } = workspace.db;
  return async (job, reports) => {
    const order = await readOrder(deps, job.id);
    const notes = noting((some) => noteFiles(query, secrets, job.id, some));
    let isEnded = false;
    try {
      const report = await deps.engine.during((engine) =>
        importInto(
          workspace,
          engine,
          {
            project: order.project,
            intoDemo: order.into_demo,
            dataType: order.data_type,
            patients: order.patients,
            mapping: order.mapping,
            open: async ({ id }) => {
              const places = await placesOf(deps, job);
              const source = await sourceOf(deps, order, { projectId: id, engine, signal: reports.signal });
              return places === null ? source : onlyNamed(source, places);
            },
          },
          {
            signal: reports.signal,
            samples: deps.samples,
            onProgress: ({ done, total }) => reports.progress(done, total),
            onFile: notes.add,
          },
        ),
      );
      await notes.flush();
      // The code that stopped the work gives the job back, or has ended it.
      reports.signal.throwIfAborted();
      // Files of an upload are gone once they were read: the person sends them again.
      if (report.held.length > 0 && order.source.kind !== 'upload')
        await queueHeldFiles({ db: workspace.db, secrets }, { job, order, now: Date.now() });
      isEnded = true;
      const { imported, already_there, measurements, ecgs, held, skipped, conflicts } = report;
      return {
        result: null,
        counts: {
          imported,
          already_there,
          measurements: measurements.length,
          ecgs: ecgs.length,
          held: held.length,
          skipped: skipped.length,
          conflicts: conflicts.length,
          studies: report.studies.length,
        },
        withEnd: (inside) => endRun(inside, job.id, report.mapping_rows_unused),
      };
    } catch (error) {
      if (reports.signal.aborted) throw error;
      if (error instanceof EntryRefusal) notes.add(error.entry.name, { kind: 'skipped', reason: error.reason }, error.entry.number - 1);
      await notes.flush();
      // Read files of an upload are gone, so that a second try would miss them.
      if (!(error instanceof Refusal) && order.source.kind !== 'upload') throw error;
      isEnded = true;
      const message = nameless(error);
      throw new JobRefusal(error instanceof Refusal ? message : `${message}. ${UPLOAD_AGAIN}`, (inside) => endRun(inside, job.id, []));
    } finally {
      await notes.close();
      // Originals are kept no longer than they are needed; a server that stops removes them all.
      if (order.source.kind === 'upload' && (isEnded || reports.signal.aborted)) await uploads.drop(order.source.upload, null);
    }
  };
}

/** Compiled at the first use: a mapping has tens of thousands of rows. */
let isOrder: Validator<{}, typeof ImportOrder> | null = null;

async function readOrder({ workspace, secrets }: ImportDeps, jobId: string): Promise<ImportOrder> {
  const stored = await orderOf(workspace.db.query, secrets, jobId);
  await setImmediate();
  if (stored === null) throw new JobRefusal('The order of this import is no longer stored. Start the import again.');
  if (!(isOrder ??= Compile(ImportOrder)).Check(stored)) throw new Error('The order of this import cannot be read');
  return stored;
}

/** Places of the files that an import is about by name; null where it is about all. */
async function placesOf({ workspace, secrets }: ImportDeps, { request }: JobRecord): Promise<ReadonlyMap<string, number> | null> {
  const { continues } = JSON.parse(request) as ImportRequestMark;
  if (continues === undefined) return null;
  const places = await heldFilesOf(workspace.db.query, secrets, continues);
  if (places === null) throw new Refusal('The names of the files that waited are no longer kept. Import them again.');
  return places;
}

async function sourceOf(
  { config, uploads, workspace }: ImportDeps,
  { source }: ImportOrder,
  into: { projectId: number; engine: Engine; signal: AbortSignal },
): Promise<Source> {
  switch (source.kind) {
    case 'folder':
      return openSource(await placeBelow(config.importFolders, source.folder, source.path), zipSource);
    case 'upload': {
      const found = await uploads.open(source.upload, zipSource);
      if (found === null) throw new Refusal(UPLOAD_GONE);
      return found;
    }
    case 'pacs':
      return pacsSource({
        ...into,
        pacs: pacsNamed(config.pacs, source.pacs),
        selection: source.selection,
        db: workspace.db,
        deidKey: workspace.deidKey,
      });
  }
}

const noteOf = (name: string, nth: number, outcome: FileOutcome, position: number): FileNote => {
  const isNew = outcome.kind === 'imported';
  const messages = isNew
    ? [
        ...outcome.leftOut.map((fault) => `without age: ${fault}`),
        ...(outcome.damagedFrames.length > 0 ? [damagedInWords(outcome.damagedFrames)] : []),
        ...outcome.findings,
        ...outcome.kept,
      ]
    : 'kept' in outcome
      ? outcome.kept
      : [outcome.reason];
  return {
    name,
    nth,
    position,
    outcome: outcome.kind,
    reason: messages.join('; '),
    studyId: 'studyId' in outcome ? outcome.studyId : null,
    burnedInText: isNew ? outcome.burnedInText : null,
    ageLeftOut: isNew && outcome.leftOut.length > 0,
  };
};

/** Collects what became of files and stores it some at a time; a failure to store ends the import at its next flush. */
function noting(store: (notes: readonly FileNote[]) => Promise<void>) {
  const waiting: FileNote[] = [];
  const seen = new Map<string, number>();
  let storing: Promise<void> = Promise.resolve();
  const flush = (): Promise<void> => {
    const some = waiting.splice(0);
    storing = storing.then(() => store(some));
    return storing;
  };
  // A failure is reported by the last flush, which the import waits for.
  const timer = setInterval(() => void flush().catch(() => undefined), NOTE_MS);
  return {
    add: (name: string, outcome: FileOutcome, position: number): void => {
      const nth = seen.get(name) ?? 0;
      seen.set(name, nth + 1);
      waiting.push(noteOf(name, nth, outcome, position));
      if (waiting.length >= NOTED_AT_ONCE) void flush().catch(() => undefined);
    },
    flush,
    close: async (): Promise<void> => {
      clearInterval(timer);
      // As above.
      await storing.catch(() => undefined);
    },
  };
}
