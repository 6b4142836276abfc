import { mkdir, readFile, rm } from 'node:fs/promises';
import type { Engine } from '@echometry/bindings/engine/api.ts';
import { engineVersion, loadGeometry } from '@echometry/bindings/engine/geometry.ts';
import type { ExportContents, ExportRequest } from '@echometry/contract/records/export.ts';
import { type ConfigSet, currentConfigSet } from '../db/config-sets.ts';
import type { Db } from '../db/connect.ts';
import { findProject } from '../db/projects.ts';
import type { ArchiveFile, LeftOut } from './formats/source.ts';
import { Archive, utf8 } from './archive.ts';
import { archivePath } from './archive-path.ts';
import { csvLine } from '@echometry/contract/rules/csv.ts';
import { counted } from '@echometry/contract/rules/counted.ts';
import { EXPORT_DOCUMENT_SCHEMA } from './document-schema.ts';
import { ExportSource } from './export-source.ts';
import { exportedFiles, passesOf } from './formats.ts';
import { readmeOf } from './readme.ts';
import { ExportReferences } from './references.ts';
import { selectWorks } from './select-works.ts';
import type { ObjectReader } from '../objects/store.ts';

/** Where an export reads from and writes to. */
export interface ExportPlace {
  db: Db;
  engine: Engine;
  objects: ObjectReader;
  /** Built geometry of the engine. */
  geometryFile: string;
  /** Folder of archives. */
  exportsFolder: string;
}

export interface ExportOrder {
  /** Names the archive. */
  id: string;
  projectId: number;
  /** Key of the project. */
  project: string;
  request: ExportRequest;
  now: () => number;
  signal: AbortSignal;
  progress: (done: number, total: number) => void;
  log: (line: string) => void;
}

export type ExportConfig = Record<'image_types' | 'measurements' | 'calipers' | 'references', ConfigSet>;

async function configOf(db: Db, projectId: number): Promise<ExportConfig> {
  const [image_types, measurements, calipers, references] = await Promise.all([
    currentConfigSet(db.query, 'echo_image_types', projectId),
    currentConfigSet(db.query, 'echo_measurements', projectId),
    currentConfigSet(db.query, 'echo_caliper', projectId),
    currentConfigSet(db.query, 'echo_references', projectId),
  ]);
  if (image_types === null || measurements === null || calipers === null || references === null)
    throw new Error('The workspace has no configuration');
  return { image_types, measurements, calipers, references };
}

/** Work chosen by a request, ready to be read. */
export async function openSource(
  place: Omit<ExportPlace, 'exportsFolder' | 'geometryFile'>,
  order: Pick<ExportOrder, 'projectId' | 'project' | 'request' | 'signal'> & { onWork: () => void },
) {
  const config = await configOf(place.db, order.projectId);
  const project = await findProject(place.db.query, { key: order.project });
  const references = new ExportReferences(config.references, project?.project.references);
  const selected = await selectWorks(place.db.query, order.projectId, order.request);
  const source = new ExportSource({ ...order, db: place.db, engine: place.engine, objects: place.objects, config, references, selected });
  return { source, works: selected.works, config };
}

const LOG_EVERY = 0.1;

/** Logs each tenth of the way. */
function tenths(order: ExportOrder, source: ExportSource, total: number): (done: number) => void {
  let next = LOG_EVERY;
  return (done) => {
    order.progress(done, total);
    if (done < total * next) return;
    next += LOG_EVERY;
    const { values, differing } = source;
    order.log(
      values > 0
        ? `${done} of ${counted(total, 'work')}, ${counted(values, 'value')} computed, ${counted(differing, 'differs', 'differ')} from the stored value`
        : `${done} of ${counted(total, 'work')}`,
    );
  };
}

/**
 * Makes the archive of an export. Until it is whole it lies under another name; leftovers of an interrupted try are written
 * again.
 */
export async function runExport(place: ExportPlace, order: ExportOrder): Promise<ExportContents> {
  const { request } = order;
  const target = archivePath(place.exportsFolder, order.id);
  const scratch = `${target}.work`;
  await rm(scratch, { recursive: true, force: true });
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  await loadGeometry(new Uint8Array(await readFile(place.geometryFile)));
  let done = 0;
  let report: ((done: number) => void) | null = null;
  const { source, works, config } = await openSource(place, { ...order, onWork: () => report?.((done += 1)) });
  const total = works.length * passesOf(request.formats, request.images);
  report = tenths(order, source, total);
  order.log(`${works.length} works (a study by one person) chosen in ${order.project}, editor ${request.editor || 'all'}, ${request.data}`);
  order.progress(0, total);
  const at = new Date(order.now());
  const archive = new Archive(target, at);
  try {
    for await (const file of exportedFiles({
      source,
      scratch,
      objects: place.objects,
      imageTypes: config.image_types,
      schema: EXPORT_DOCUMENT_SCHEMA,
      at,
    })) {
      order.signal.throwIfAborted();
      await archive.add(file);
    }
    for (const file of closing(source, archive, { order, at, config })) await archive.add(file);
    order.signal.throwIfAborted();
    const files = archive.files.length;
    const { size_bytes, sha256 } = await archive.close();
    return { ...source.counts, left_out: source.leftOut.length, files, size_bytes, sha256 };
  } finally {
    await rm(scratch, { recursive: true, force: true });
    await rm(`${target}.part`, { force: true });
  }
}

const LEFT_OUT_COLUMNS = [
  'study_id',
  'editor',
  'reviewer',
  'version',
  'instance_id',
  'format',
  'reason',
] as const satisfies readonly (keyof LeftOut)[];

/** The list of what was left out; no file where nothing was. */
export function* leftOutFiles(leftOut: readonly LeftOut[]): Iterable<ArchiveFile> {
  if (leftOut.length === 0) return;
  const rows = leftOut.map((what) => csvLine(LEFT_OUT_COLUMNS.map((column) => what[column])));
  yield { path: 'left_out.csv', content: utf8([csvLine(LEFT_OUT_COLUMNS), ...rows]) };
}

/** Files that are written last: what was left out, the README and the manifest. */
function* closing(
  source: ExportSource,
  archive: Archive,
  { order, at, config }: { order: ExportOrder; at: Date; config: Record<string, ConfigSet> },
): Iterable<ArchiveFile> {
  const { leftOut, counts } = source;
  yield* leftOutFiles(leftOut);
  const { project, request } = order;
  yield { path: 'README.md', content: utf8([readmeOf({ project, request, at: at.toISOString(), counts, leftOut })]) };
  const manifest = {
    format: 1,
    export: order.id,
    project,
    made_at: at.toISOString(),
    engine_version: engineVersion(),
    config_versions: Object.fromEntries(Object.values(config).map(({ name, version, sha256 }) => [name, { version, sha256 }])),
    filters: request,
    counts,
    files: archive.files,
  };
  yield { path: 'manifest.json', content: utf8([`${JSON.stringify(manifest, null, 2)}\n`]) };
}
