import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Engine } from '@echometry/bindings/engine/api.ts';
import { engineVersion, loadGeometry } from '@echometry/bindings/engine/geometry.ts';
import type { ReleaseContents } from '@echometry/contract/records/release.ts';
import type { Db } from '../db/connect.ts';
import { Archive, utf8 } from '../exports/archive.ts';
import type { ArchiveFile } from '../exports/formats/source.ts';
import type { ExportSource } from '../exports/export-source.ts';
import { type ExportConfig, leftOutFiles, openSource } from '../exports/run-export.ts';
import type { ObjectReader } from '../objects/store.ts';
import { ArchiveReader } from '../exports/archive-reader.ts';
import { type AllDifferences, definingSets, differencesOf, listed, versionIn } from './differences.ts';
import { GatheredWorks, sha256 } from './gather-works.ts';
import { licenceText } from './licence.ts';
import { dataciteOf, type ReleaseFacts, roCrateOf } from './metadata.ts';
import type { ReleaseOrder, ReleaseOutcome } from './release-order.ts';
import { releaseReadme } from './release-readme.ts';
import { CONFIGURATION, PATHS, REFERENCES, RELEASE_FORMAT } from './released-record.ts';
import { exportOf } from './selection.ts';

interface ReleasePlace {
  db: Db;
  engine: Engine;
  objects: ObjectReader;
}

interface Reports {
  signal: AbortSignal;
  progress: (done: number, total: number) => void;
  log: (line: string) => void;
}

const text = (file: string, content: string): ArchiveFile => ({ path: file, content: utf8([content]) });
const json = (file: string, value: unknown): ArchiveFile => text(file, `${JSON.stringify(value, null, 2)}\n`);

const builtEngine = (root: string): string => path.join(root, 'bindings', 'wasm', 'full', 'engine_bg.wasm');

/** Files that compute the values: configuration, engine, and the program that runs it. */
function* computing({ root }: ReleaseOrder, config: ExportConfig): Iterable<ArchiveFile> {
  const built = (name: string) => createReadStream(path.join(root, 'server', 'dist', 'release', name));
  yield text(CONFIGURATION.image_types, JSON.stringify(config.image_types));
  yield text(CONFIGURATION.measurements, JSON.stringify(config.measurements));
  yield text(CONFIGURATION.calipers, JSON.stringify(config.calipers));
  yield text(REFERENCES, JSON.stringify(config.references));
  yield { path: PATHS.engine, content: createReadStream(builtEngine(root)) };
  yield { path: PATHS.loader, content: built('engine.mjs') };
  yield { path: PATHS.recompute, content: built('recompute.mjs') };
}

const configVersions = (config: ExportConfig) =>
  Object.fromEntries(Object.values(config).map(({ name, version, sha256: hash }) => [name, { version, sha256: hash }]));

/** All differences to the version before; null for a first version. */
async function compare(
  place: ReleasePlace,
  order: ReleaseOrder,
  config: ExportConfig,
  gathered: GatheredWorks,
): Promise<AllDifferences | null> {
  if (order.previous === null) return null;
  const file = path.join(order.folder, 'previous.zip');
  await pipeline(place.objects.read(order.previous.sha256), createWriteStream(file, { mode: 0o600 }));
  const archive = await ArchiveReader.open(file);
  try {
    return await differencesOf(order.previous.version, await versionIn(archive), {
      works: gathered.works,
      values: gathered.byPlace,
      engine: sha256(await readFile(builtEngine(order.root))),
      configuration: definingSets(configVersions(config)),
      record: gathered.record,
    });
  } finally {
    archive.close();
  }
}

/** Files that people and catalogues read, and the manifest; returns its hash. */
async function describe(
  archive: Archive,
  facts: ReleaseFacts,
  made: {
    counts: Omit<ReleaseContents, 'manifest_sha256' | 'files'>;
    differences: AllDifferences | null;
    config: ExportConfig;
    source: ExportSource;
  },
): Promise<string> {
  const { counts, differences, config, source } = made;
  const { request, at } = facts;
  if (differences !== null) await archive.add(json(PATHS.differences, differences));
  for (const file of leftOutFiles(source.leftOut)) await archive.add(file);
  await archive.add(text('LICENCE.txt', licenceText(request.licence)));
  await archive.add(text('README.md', releaseReadme(facts, counts, differences && listed(differences))));
  await archive.add(json('datacite.json', dataciteOf(facts)));
  await archive.add(json('ro-crate-metadata.json', roCrateOf(facts, archive.files)));
  const manifest = `${JSON.stringify(
    {
      format: RELEASE_FORMAT,
      release: facts.id,
      project: facts.project,
      name: request.name,
      version: facts.version,
      made_at: at.toISOString(),
      product_version: facts.productVersion,
      engine_version: facts.engineVersion,
      config_versions: configVersions(config),
      selection: request.selection,
      counts,
      files: archive.files,
    },
    null,
    2,
  )}\n`;
  await archive.add(text(PATHS.manifest, manifest));
  return sha256(manifest);
}

/** Makes the archive of a release in the folder of the order. */
export async function runRelease(place: ReleasePlace, order: ReleaseOrder, reports: Reports): Promise<ReleaseOutcome> {
  const { root, id, project, projectTitle, request, version } = order;
  const at = new Date(order.at);
  await loadGeometry(new Uint8Array(await readFile(path.join(root, 'bindings', 'wasm', 'geometry', 'engine_bg.wasm'))));
  const { version: productVersion } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
  let done = 0;
  let total = 0;
  const selected = { projectId: order.projectId, project, request: exportOf(request.selection), signal: reports.signal };
  const { source, works, config } = await openSource(place, { ...selected, onWork: () => reports.progress((done += 1), total) });
  total = works.length;
  reports.progress(0, total);
  reports.log(`${works.length} works (a study by one person) chosen in ${project} for ${request.name}, version ${version}`);
  const file = path.join(order.folder, 'release.zip');
  const archive = new Archive(file, at);
  const gathered = await GatheredWorks.from(
    { source, engine: place.engine, config, folder: order.folder, signal: reports.signal },
    archive,
  );
  const lines = gathered.values;
  await archive.add({
    path: PATHS.values,
    content: utf8(
      (function* () {
        for (const value of lines) yield `${JSON.stringify(value)}\n`;
      })(),
    ),
  });
  await archive.add(json(PATHS.works, gathered.works));
  for (const one of computing(order, config)) await archive.add(one);
  const differences = await compare(place, order, config, gathered);
  const { studies, images } = source.counts;
  const counts = {
    studies,
    works: gathered.works.length,
    images,
    values: lines.length,
    left_out: source.leftOut.length,
    engine_version: engineVersion(),
    product_version: productVersion,
  };
  const facts: ReleaseFacts = { id, project, projectTitle, version, at, request, productVersion, engineVersion: counts.engine_version };
  const manifest_sha256 = await describe(archive, facts, { counts, differences, config, source });
  reports.signal.throwIfAborted();
  const closed = await archive.close();
  const contents = { ...counts, files: archive.files.length, manifest_sha256 };
  return { type: 'release', archive: file, ...closed, contents, differences, works: gathered.versions };
}
