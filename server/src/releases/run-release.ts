import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Engine } from '@echometry/bindings/engine/api.ts';
import { engineVersion, loadGeometry } from '@echometry/bindings/engine/geometry.ts';
import type { ReleaseContents } from '@echometry/contract/records/release.ts';
import type { Db } from '../db/connect.ts';
import { Archive, utf8 } from '../exports/archive.ts';
import type { ArchiveFile, LeftOut } from '../exports/formats/source.ts';
import type { ExportSource } from '../exports/export-source.ts';
import { type ExportConfig, leftOutFiles, openSource } from '../exports/run-export.ts';
import type { ObjectReader } from '../objects/store.ts';
import { ArchiveReader } from '../exports/archive-reader.ts';
import { type AllDifferences, definingSets, differencesOf, listed, versionIn } from './differences.ts';
import { GatheredWorks, sha256 } from './gather-works.ts';
import { licenceText } from './licence.ts';
import { dataciteOf, type ReleaseFacts, roCrateOf } from './metadata.ts';
import type { ReleasedProject, ReleaseOrder, ReleaseOutcome } from './release-order.ts';
import { releaseReadme } from './release-readme.ts';
import { CONFIGURATION, configurationFolder, type ListedProject, PATHS, REFERENCES, RELEASE_FORMAT } from './released-record.ts';
import { exportOf } from './selection.ts';
import { steadyFile } from '../objects/steady-file.ts';

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

/** A project of a release, opened for reading. */
interface OpenProject {
  project: ReleasedProject;
  source: ExportSource;
  config: ExportConfig;
  works: number;
}

/** Files that compute the values: configuration, engine, and the program that runs it. */
function* computing({ root }: ReleaseOrder, opened: readonly OpenProject[]): Iterable<ArchiveFile> {
  const built = (name: string) => createReadStream(path.join(root, 'server', 'dist', 'release', name));
  for (const [index, { config }] of opened.entries()) {
    const folder = configurationFolder(index);
    yield text(folder + CONFIGURATION.image_types, JSON.stringify(config.image_types));
    yield text(folder + CONFIGURATION.measurements, JSON.stringify(config.measurements));
    yield text(folder + CONFIGURATION.calipers, JSON.stringify(config.calipers));
    yield text(folder + REFERENCES, JSON.stringify(config.references));
  }
  yield { path: PATHS.engine, content: createReadStream(builtEngine(root)) };
  yield { path: PATHS.loader, content: built('engine.mjs') };
  yield { path: PATHS.recompute, content: built('recompute.mjs') };
}

const configVersions = (config: ExportConfig) =>
  Object.fromEntries(Object.values(config).map(({ name, version, sha256: hash }) => [name, { version, sha256: hash }]));

const listedProjects = (opened: readonly OpenProject[]): ListedProject[] =>
  opened.map(({ project, config }, index) => ({
    project: project.key,
    configuration: configurationFolder(index),
    config_versions: configVersions(config),
  }));

/** All differences to the version before; null for a first version. */
async function compare(
  place: ReleasePlace,
  order: ReleaseOrder,
  projects: readonly ListedProject[],
  gathered: GatheredWorks,
): Promise<AllDifferences | null> {
  if (order.previous === null) return null;
  const file = path.join(order.folder, 'previous.zip');
  await pipeline(place.objects.read(order.previous.sha256), steadyFile(file));
  const archive = await ArchiveReader.open(file);
  try {
    return await differencesOf(order.previous.version, await versionIn(archive), {
      works: gathered.works,
      values: gathered.byPlace,
      engine: sha256(await readFile(builtEngine(order.root))),
      configuration: definingSets(projects),
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
    projects: readonly ListedProject[];
    leftOut: readonly LeftOut[];
  },
): Promise<string> {
  const { counts, differences, projects, leftOut } = made;
  const { request, at } = facts;
  if (differences !== null) await archive.add(json(PATHS.differences, differences));
  for (const file of leftOutFiles(leftOut)) await archive.add(file);
  await archive.add(text('LICENCE.txt', licenceText(request.licence)));
  await archive.add(text('README.md', releaseReadme(facts, counts, differences && listed(differences))));
  await archive.add(json('datacite.json', dataciteOf(facts)));
  await archive.add(json('ro-crate-metadata.json', roCrateOf(facts, archive.files)));
  const manifest = `${JSON.stringify(
    {
      format: RELEASE_FORMAT,
      release: facts.id,
      project: projects[0]?.project,
      name: request.name,
      version: facts.version,
      made_at: at.toISOString(),
      product_version: facts.productVersion,
      engine_version: facts.engineVersion,
      config_versions: projects[0]?.config_versions,
      ...(projects.length > 1 ? { projects } : {}),
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

/** Opens every project of a release, each with its own configuration. */
async function openProjects(place: ReleasePlace, order: ReleaseOrder, signal: AbortSignal, onWork: () => void): Promise<OpenProject[]> {
  const opened: OpenProject[] = [];
  for (const project of order.projects) {
    const selected = { projectId: project.id, project: project.key, request: exportOf(order.request.selection), signal };
    const { source, works, config } = await openSource(place, { ...selected, onWork });
    opened.push({ project, source, config, works: works.length });
  }
  return opened;
}

const total = <T>(all: readonly T[], count: (one: T) => number): number => all.reduce((sum, one) => sum + count(one), 0);

/** Makes the archive of a release in the folder of the order. */
export async function runRelease(place: ReleasePlace, order: ReleaseOrder, reports: Reports): Promise<ReleaseOutcome> {
  const { root, id, request, version } = order;
  const at = new Date(order.at);
  await loadGeometry(new Uint8Array(await readFile(path.join(root, 'bindings', 'wasm', 'geometry', 'engine_bg.wasm'))));
  const { version: productVersion } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
  let done = 0;
  let works = 0;
  const opened = await openProjects(place, order, reports.signal, () => reports.progress((done += 1), works));
  works = total(opened, (one) => one.works);
  reports.progress(0, works);
  const keys = order.projects.map(({ key }) => key).join(', ');
  reports.log(`${works} works (a study by one person) chosen in ${keys} for ${request.name}, version ${version}`);
  const file = path.join(order.folder, 'release.zip');
  const archive = new Archive(file, at);
  const gathered = new GatheredWorks(order.folder);
  for (const one of opened) await gathered.take(one, { engine: place.engine, archive, signal: reports.signal });
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
  for (const one of computing(order, opened)) await archive.add(one);
  const projects = listedProjects(opened);
  const differences = await compare(place, order, projects, gathered);
  const leftOut = opened.flatMap(({ source }) => source.leftOut);
  const counts = {
    studies: total(opened, ({ source }) => source.counts.studies),
    works: gathered.works.length,
    images: total(opened, ({ source }) => source.counts.images),
    values: lines.length,
    left_out: leftOut.length,
    engine_version: engineVersion(),
    product_version: productVersion,
  };
  const facts: ReleaseFacts = { id, projects: order.projects, version, at, request, productVersion, engineVersion: counts.engine_version };
  const manifest_sha256 = await describe(archive, facts, { counts, differences, projects, leftOut });
  reports.signal.throwIfAborted();
  const closed = await archive.close();
  const contents = { ...counts, files: archive.files.length, manifest_sha256 };
  return { type: 'release', archive: file, ...closed, contents, differences, works: gathered.versions };
}
