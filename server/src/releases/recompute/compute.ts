import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ImageMeasurements } from '@echometry/contract/generated/study-measurements.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { byPlace, type ReleasedValue, valuesOf } from '../values.ts';
import { CONFIGURATION, factsOf, PATHS, projectsIn, type ReleasedRecord, type ReleaseManifest } from '../released-record.ts';

export type MeasuringEngine = typeof import('@echometry/bindings/node/measuring-engine.ts');

/** Loads an engine with the loader beside it, or with the one of this archive. A loader holds one engine, so each gets its own `name`. */
async function load(wasm: string, loader: string, name: string): Promise<MeasuringEngine> {
  const engine = (await import(`${pathToFileURL(loader).href}?${name}`)) as MeasuringEngine;
  engine.initSync({ module: await readFile(wasm) });
  return engine;
}

export const ownEngine = (archive: string): Promise<MeasuringEngine> =>
  load(path.join(archive, PATHS.engine), path.join(archive, PATHS.loader), 'own');

/** The engine of another release, or of a file. */
export async function otherEngine(archive: string, given: string): Promise<MeasuringEngine> {
  const wasm = statSync(given).isDirectory() ? path.join(given, PATHS.engine) : given;
  const beside = [path.join(path.dirname(wasm), 'engine.mjs'), path.join(path.dirname(wasm), 'engine.js')].find((file) => existsSync(file));
  try {
    return await load(wasm, beside ?? path.join(archive, PATHS.loader), 'other');
  } catch (error) {
    throw new Error(
      `${given} cannot be loaded as an engine (${messageOf(error)}). Name the folder of a release, or put its loader engine.mjs beside it.`,
      {
        cause: error,
      },
    );
  }
}

/** Sets of the configuration as texts, as the engine takes them. */
export type Configuration = Readonly<Record<keyof typeof CONFIGURATION, string>>;

/** Configurations by the key of their project. */
export type Configurations = ReadonlyMap<string, Configuration>;

async function configurationIn(folder: string): Promise<Configuration> {
  const [image_types, measurements, calipers] = await Promise.all(
    [CONFIGURATION.image_types, CONFIGURATION.measurements, CONFIGURATION.calipers].map((file) =>
      readFile(path.join(folder, file), 'utf8'),
    ),
  );
  return { image_types: image_types ?? '', measurements: measurements ?? '', calipers: calipers ?? '' };
}

/** The configurations in the archive of a release. */
export async function configurationsIn(archive: string, manifest: ReleaseManifest): Promise<Configurations> {
  const found = new Map<string, Configuration>();
  for (const { project, configuration } of projectsIn(manifest))
    found.set(project, await configurationIn(path.join(archive, configuration)));
  return found;
}

/** Every value of a record. */
function measure(engine: MeasuringEngine, configurations: Configurations, record: ReleasedRecord): ReleasedValue[] {
  const configuration = configurations.get(record.study.project);
  if (configuration === undefined) throw new Error(`the release has no configuration of the project ${record.study.project}`);
  const { image_types, measurements, calipers } = configuration;
  const study = new engine.StudyMeasurements(image_types, measurements, calipers, JSON.stringify(factsOf(record.study)));
  try {
    for (const image of record.images) {
      const metadata = record.files[image.instance_id];
      if (metadata !== undefined) study.set_file(image.instance_id, JSON.stringify(metadata));
      study.set_image(JSON.stringify(image));
    }
    return valuesOf(record, JSON.parse(study.evaluate()) as ImageMeasurements[]);
  } finally {
    study.free();
  }
}

/** Values of all records by what they are of, and the records that could not be measured. */
export interface Computed {
  values: Map<string, ReleasedValue>;
  faults: string[];
}

export async function computeAll(
  archive: string,
  { files }: Pick<ReleaseManifest, 'files'>,
  engine: MeasuringEngine,
  configurations: Configurations,
): Promise<Computed> {
  const values: ReleasedValue[] = [];
  const faults: string[] = [];
  for (const { path: file } of files.filter((one) => one.path.startsWith(PATHS.records))) {
    try {
      const record = JSON.parse(await readFile(path.join(archive, file), 'utf8')) as ReleasedRecord;
      values.push(...measure(engine, configurations, record));
    } catch (error) {
      faults.push(`NOT MEASURED ${file}: ${messageOf(error)}`);
    }
  }
  return { values: byPlace(values), faults };
}
