import { type Engine } from '@echometry/bindings/api.ts';
import { isStorageFull } from '../../db/storage-full.ts';
import { findProject, listProjects } from '../../db/projects.ts';
import { Refusal } from '../../refusal.ts';
import { type Workspace } from '../../workspace.ts';
import { importAll, type ImportProgress, type ImportReport } from './import-all.ts';
import { REFUSE_PLACEHOLDERS } from './patient-choice.ts';
import { type ImportRequest } from './request.ts';
import { openSource } from './source.ts';
import { zipSource } from './zip-source.ts';

/** A demo workspace is for trying out; real files get there only on purpose (docs/contracts.md#workspaces). */
export const REFUSED_IN_DEMO =
  'This is the demo workspace. To import into it anyway, add --into-demo. To keep real work apart, choose a workspace of its own: ' +
  'ECHOMETRY_DATA=FOLDER npm start makes it, and ECHOMETRY_DATA=FOLDER npm run import -- ... imports into it.';

/** Carries out an import request inside the process that owns the workspace. */
export async function runImport(
  workspace: Workspace,
  engine: Engine,
  request: ImportRequest,
  options: { signal: AbortSignal; onProgress?: (progress: ImportProgress) => void },
): Promise<ImportReport> {
  if (workspace.mark.kind === 'demo' && !request.into_demo) throw new Refusal(REFUSED_IN_DEMO);
  const { query } = workspace.db;
  const found = (await findProject(query, { key: request.project })) ?? (await findProject(query, { dbName: request.project }));
  if (found === null) {
    const names = (await listProjects(query)).map((p) => p.project._id);
    throw new Refusal(
      names.length === 0
        ? `There is no project named ${request.project}, and none at all in this workspace.`
        : `There is no project named ${request.project}. Projects: ${names.join(', ')}.`,
    );
  }
  const source = await openSource(request.source, zipSource);
  try {
    return await importAll(
      { db: workspace.db, objects: workspace.objects, engine, deidKey: workspace.deidKey, now: Date.now, signal: options.signal },
      {
        source,
        project: found.project._id,
        target: {
          projectId: found.id,
          dataType: request.data_type ?? found.project.data_type,
          patientShow: null,
          patients: request.patients ?? REFUSE_PLACEHOLDERS,
        },
        ...(options.onProgress ? { onProgress: options.onProgress } : {}),
      },
    );
  } catch (error) {
    if (isStorageFull(error))
      throw new Refusal(
        'The disk of the workspace is full. What was imported before stays; nothing is half-imported. Make room and import again: files that are there are passed over.',
      );
    throw error;
  } finally {
    await source.close();
  }
}
