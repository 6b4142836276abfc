import { createEngine } from '@echometry/bindings/node/client.ts';
import type { Engine } from '@echometry/bindings/engine/api.ts';
import { connect, type DatabaseLocation, type Db } from '../src/db/connect.ts';
import { migrate } from '../src/db/migrate.ts';
import { createProject } from '../src/db/projects.ts';
import { type ObjectStore, openFolderStore } from '../src/objects/store.ts';
import { importAll, type ImportReport } from '../src/imports/import-all.ts';
import type { MappingRow, PatientChoice } from '@echometry/contract/records/import.ts';
import { MappingIndex } from '@echometry/contract/rules/import-mapping.ts';
import type { Source } from '../src/imports/source.ts';
import { NOON, PROJECT } from './world.ts';
import { temporaryFolder } from './temporary.ts';
import { maskSamples } from '../src/imports/mask-samples.ts';

export const KEY = new Uint8Array(32).fill(9);

/** A workspace without a server to import into. */
export interface ImportBench {
  db: Db;
  objects: ObjectStore;
  engine: Engine;
  /** Folder of the objects. */
  folder: string;
  projectId: number;
  run: (
    source: Source,
    options?: {
      signal?: AbortSignal;
      onProgress?: (p: { done: number; total: number }) => void;
      projectId?: number;
      patients?: PatientChoice;
      mapping?: readonly MappingRow[];
    },
  ) => Promise<ImportReport>;
  close: () => Promise<void>;
}

export async function importBench(location: DatabaseLocation): Promise<ImportBench> {
  const db = connect(location);
  await migrate(db);
  const folder = await temporaryFolder('import');
  const objects = await openFolderStore(folder);
  const engine = await createEngine({ workers: 2 });
  const projectId = await createProject(db.query, PROJECT);
  return {
    db,
    objects,
    engine,
    folder,
    projectId,
    run: (source, options = {}) =>
      importAll(
        {
          db,
          objects,
          engine,
          deidKey: KEY,
          now: () => NOON,
          signal: options.signal ?? new AbortController().signal,
          samples: maskSamples(),
        },
        {
          source,
          project: PROJECT._id,
          target: {
            projectId: options.projectId ?? projectId,
            dataType: 'adult',
            patientShow: null,
            patients: options.patients ?? { kind: 'refuse' },
            mapping: new MappingIndex(options.mapping ?? []),
            blackOut: false,
          },
          ...(options.onProgress ? { onProgress: options.onProgress } : {}),
        },
      ),
    close: async () => {
      await engine.close();
      await db.close();
      await objects.close();
    },
  };
}

/** A source of files in memory. */
export const memorySource = (files: ReadonlyArray<{ name: string; bytes: Uint8Array }>): Source => ({
  total: files.length,
  async *files() {
    for (const file of files) yield { name: file.name, size: file.bytes.byteLength, read: async () => new Uint8Array(file.bytes) };
  },
  close: async () => undefined,
});
