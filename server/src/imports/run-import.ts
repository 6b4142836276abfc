import { setImmediate } from 'node:timers/promises';
import type { Engine } from '@echometry/bindings/engine/api.ts';
import type { DataType } from '@echometry/contract/records/data-type.ts';
import type { MappingRow, PatientChoice } from '@echometry/contract/records/import.ts';
import { MappingIndex } from '@echometry/contract/rules/import-mapping.ts';
import { isStorageFull } from '../db/storage-full.ts';
import { findProject, listProjects, type ProjectRow } from '../db/projects.ts';
import type { Pacs } from '../dicomweb/pacs.ts';
import { Refusal } from '../errors.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { importAll, type ImportProgress, type ImportReport } from './import-all.ts';
import { REFUSE_PLACEHOLDERS } from './patient-choice.ts';
import { EntryRefusal } from './entry-refusal.ts';
import type { FileOutcome } from './import-file.ts';
import type { MaskSamples } from './mask-samples.ts';
import type { ImportRequest } from './request.ts';
import { pacsNamed, pacsSource } from './pacs-source.ts';
import { openSource, type Source } from './source.ts';
import { zipSource } from './zip-source.ts';

/** A demo workspace is for trying out; real files get there only on purpose (docs/contracts.md#workspaces). */
export const REFUSED_IN_DEMO =
  'This is the demo workspace. To import into it anyway, add --into-demo. To keep real work apart, use a separate workspace: ' +
  'ECHOMETRY_DATA=FOLDER npm start makes it, and ECHOMETRY_DATA=FOLDER npm run import -- ... imports into it.';

/** Content, target and files of an import. */
export interface ImportPlan {
  /** `_id` or database name of the project. */
  project: string;
  intoDemo: boolean;
  /** Data type of new studies; null takes the project's. */
  dataType: DataType | null;
  patients: PatientChoice;
  mapping: readonly MappingRow[];
  open: (project: ProjectRow) => Promise<Source>;
}

export interface ImportOptions {
  signal: AbortSignal;
  /** Frames of devices that wait for a mask. */
  samples: MaskSamples;
  onProgress?: (progress: ImportProgress) => void;
  onFile?: (name: string, outcome: FileOutcome, position: number) => void;
}

/** Rows of a mapping that are put in order at once; other requests are handled in between. */
const INDEXED_AT_ONCE = 5000;

async function indexOf(mapping: readonly MappingRow[]): Promise<MappingIndex> {
  const index = new MappingIndex();
  for (let from = 0; from < mapping.length; from += INDEXED_AT_ONCE) {
    index.add(mapping.slice(from, from + INDEXED_AT_ONCE));
    await setImmediate();
  }
  return index;
}

type Place = Pick<Workspace, 'db' | 'objects' | 'deidKey' | 'mark'>;

async function projectNamed({ db: { query } }: Place, name: string): Promise<ProjectRow> {
  const found = (await findProject(query, { key: name })) ?? (await findProject(query, { dbName: name }));
  if (found !== null) return found;
  const names = (await listProjects(query)).map((p) => p.project._id);
  throw new Refusal(
    names.length === 0
      ? `No project is named ${name}, and this workspace has no projects yet.`
      : `No project is named ${name}. Projects: ${names.join(', ')}.`,
  );
}

/** Imports inside the process that owns the workspace. */
export async function importInto(place: Place, engine: Engine, plan: ImportPlan, options: ImportOptions): Promise<ImportReport> {
  if (place.mark.kind === 'demo' && !plan.intoDemo) throw new Refusal(REFUSED_IN_DEMO);
  const found = await projectNamed(place, plan.project);
  const source = await plan.open(found);
  const { signal, samples, ...told } = options;
  try {
    return await importAll(
      { db: place.db, objects: place.objects, engine, deidKey: place.deidKey, now: Date.now, signal, samples },
      {
        source,
        project: found.project._id,
        target: {
          projectId: found.id,
          dataType: plan.dataType ?? found.project.data_type,
          patientShow: null,
          patients: plan.patients,
          mapping: await indexOf(plan.mapping),
          blackOut: found.project.black_out === true,
        },
        ...told,
      },
    );
  } catch (error) {
    if (isStorageFull(error))
      throw new Refusal(
        'The disk of the workspace is full. Images imported so far are kept; none is incomplete. Free some space and import again: imported files are skipped.',
      );
    throw error;
  } finally {
    await source.close();
  }
}

/** Carries out a request of the command line; a refusal goes only to the person at the console, and names its entry. */
export async function runImport(
  place: Place,
  engine: Engine,
  request: ImportRequest,
  options: ImportOptions & { pacs: readonly Pacs[] },
): Promise<ImportReport> {
  const { pacs, ...told } = options;
  const { source } = request;
  const plan: ImportPlan = {
    project: request.project,
    intoDemo: request.into_demo,
    dataType: request.data_type,
    patients: request.patients ?? REFUSE_PLACEHOLDERS,
    mapping: request.mapping ?? [],
    open: ({ id }) =>
      typeof source === 'string'
        ? openSource(source, zipSource)
        : pacsSource({
            pacs: pacsNamed(pacs, source.pacs),
            selection: source.selection,
            projectId: id,
            db: place.db,
            engine,
            deidKey: place.deidKey,
            signal: told.signal,
          }),
  };
  try {
    return await importInto(place, engine, plan, told);
  } catch (error) {
    throw error instanceof EntryRefusal ? new Refusal(error.withName) : error;
  }
}
