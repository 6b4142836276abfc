import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { EngineClient } from '@echometry/bindings/engine/client.ts';
import { checkoutRoot, createEngine } from '@echometry/bindings/node/client.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ExportContents } from '@echometry/contract/records/export.ts';
import { EXPORT_FORMATS, type ExportFormat } from '@echometry/contract/rules/export-formats.ts';
import { defaultExport } from '@echometry/contract/rules/export-request.ts';
import { DEMO_PLAN } from '../src/demo/plan/demo-plan.ts';
import { generateDemo } from '../src/demo/plan/generate-demo.ts';
import { phantomBinary } from '../src/demo/plan/test-set.ts';
import { readDocument } from '../src/analyses/read.ts';
import { storeConfigSet } from '../src/db/config-sets.ts';
import type { DatabaseLocation } from '../src/db/connect.ts';
import { fillDemo } from '../src/demo/seed.ts';
import { archivePath } from '../src/exports/archive-path.ts';
import { runExport } from '../src/exports/run-export.ts';
import { SHIPPED_SETS } from '../src/workspace/shipped-config.ts';
import { type Workspace, openWorkspace } from '../src/workspace/workspace.ts';
import { unzipped } from './exported.ts';
import { storeWork } from './store-work.ts';
import { temporaryFolder } from './temporary.ts';

const AT = 1_795_000_000_000;

/** A patient of the demo: files of the generator, imported and traced in a separate workspace. */
export class TracedStudy {
  private constructor(
    readonly folder: string,
    readonly engine: EngineClient,
    readonly workspace: Workspace,
  ) {}

  static make(patient: string, database?: DatabaseLocation): Promise<TracedStudy> {
    return TracedStudy.makeAll([patient], database);
  }

  /** Several patients, each in the project of the demo that has them. */
  static async makeAll(patients: readonly string[], database?: DatabaseLocation): Promise<TracedStudy> {
    const root = checkoutRoot();
    const folder = await temporaryFolder(`traced-${patients.join('-')}`);
    const drawn = path.join(folder, 'drawn');
    await mkdir(drawn, { recursive: true });
    const ofPatient = DEMO_PLAN.map((project) => ({
      ...project,
      studies: project.studies.filter(({ patient_show }) => patients.includes(patient_show)),
    }));
    const plan = ofPatient.filter(({ studies }) => studies.length > 0);
    const manifest = await generateDemo({ outDir: drawn, phantomBinary: phantomBinary(), plan });
    const engine = await createEngine({ workers: 1, root });
    const workspace = await openWorkspace({
      folder: path.join(folder, 'workspace'),
      kindIfNew: 'demo',
      ...(database === undefined ? {} : { database }),
    });
    for (const set of SHIPPED_SETS) await storeConfigSet(workspace.db.query, set, 1);
    await fillDemo(
      workspace,
      { engine, signal: new AbortController().signal, onProgress: () => undefined, now: () => AT },
      drawn,
      manifest,
    );
    return new TracedStudy(folder, engine, workspace);
  }

  async close(): Promise<void> {
    await this.workspace.close();
    await this.engine.close();
  }

  /** Stores the newest shared analysis again with changed images. */
  async change(of: (image: AnalysisImage) => AnalysisImage): Promise<void> {
    const head = await this.workspace.db.query
      .selectFrom('analysis_version')
      .innerJoin('study', 'study.id', 'analysis_version.study_id')
      .innerJoin('user_account', 'user_account.id', 'analysis_version.editor_id')
      .select(['analysis_version.id', 'study.study_id', 'user_account.email'])
      .where('analysis_version.blind', '=', 0)
      .orderBy('analysis_version.id', 'desc')
      .executeTakeFirstOrThrow();
    const { images, missing_images } = (await readDocument(this.workspace, head.id)).document;
    const changed = { studyId: head.study_id, email: head.email, images: images.map(of), missingImages: missing_images, now: AT };
    await storeWork(this.workspace.db, changed);
  }

  /** An export of everything in every format, with the DICOM files. */
  async exported(type: ExportFormat['type']): Promise<{ files: Map<string, Buffer>; contents: ExportContents }> {
    const project = await this.workspace.db.query
      .selectFrom('project')
      .select(['project.id', 'project.key'])
      .innerJoin('study', 'study.project_id', 'project.id')
      .executeTakeFirstOrThrow();
    const exportsFolder = path.join(this.folder, type);
    await mkdir(exportsFolder, { recursive: true });
    const place = {
      db: this.workspace.db,
      engine: this.engine,
      objects: this.workspace.objects,
      geometryFile: path.join(checkoutRoot(), 'bindings', 'wasm', 'geometry', 'engine_bg.wasm'),
      exportsFolder,
    };
    const contents = await runExport(place, {
      id: 'made',
      projectId: project.id,
      project: project.key,
      request: {
        ...defaultExport(type),
        images: type === 'segmentations',
        formats: EXPORT_FORMATS.filter((format) => format.type === type).map(({ name }) => name),
      },
      now: () => AT,
      signal: new AbortController().signal,
      progress: () => undefined,
      log: () => undefined,
    });
    return { files: await unzipped(archivePath(exportsFolder, 'made')), contents };
  }
}
