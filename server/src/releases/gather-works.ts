import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Engine } from '@echometry/bindings/engine/api.ts';
import { sequenceHashes } from '@echometry/contract/rules/sequence.ts';
import type { ReleasedWork } from '../db/releases.ts';
import { type Archive, utf8 } from '../exports/archive.ts';
import type { ExportSource } from '../exports/export-source.ts';
import { leftOut } from '../exports/formats/curves.ts';
import type { ReadWork } from '../exports/read-work.ts';
import type { ExportConfig } from '../exports/run-export.ts';
import { factsOf, type ListedWork, PATHS, RELEASE_FORMAT, type ReleasedRecord, workNameOf } from './released-record.ts';
import { byPlace, type ReleasedValue, valuesOf } from './values.ts';

export const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

/** The record of a work, with what its files state. */
async function recordOf(source: ExportSource, work: ReadWork): Promise<ReleasedRecord> {
  const files: Record<string, NonNullable<Awaited<ReturnType<ExportSource['metadataOf']>>>> = {};
  for (const image of work.images) {
    const metadata = await source.metadataToMeasure(work, image);
    // Elements of the file are long, and nothing is measured by them.
    if (metadata !== null) files[image.instance_id] = { ...metadata, full_metadata: [], palette: null };
  }
  return {
    format: RELEASE_FORMAT,
    study: work.study,
    work: work.facts,
    study_state: work.state,
    missing_images: work.missing_images,
    images: work.images,
    chosen: work.chosen.map(({ instance_id }) => instance_id),
    files,
  };
}

/** Values of a record by the running engine. */
async function measure(engine: Engine, config: ExportConfig, record: ReleasedRecord): Promise<ReleasedValue[]> {
  const study = engine.study(config, factsOf(record.study));
  try {
    for (const image of record.images) {
      const metadata = record.files[image.instance_id];
      if (metadata !== undefined) study.setFile(image.instance_id, metadata);
      study.setImage(image);
    }
    const evaluated = await study.evaluate();
    if (!evaluated.ok) throw new Error(`Study ${record.study.study_id} was not measured: ${evaluated.error.message}`);
    return valuesOf(record, evaluated.value);
  } finally {
    study.close();
  }
}

const reviewVersionOf = ({ source }: ReadWork): number | null => source.review?.version_id ?? null;

/** Works of a release: their records are in the archive, and their values wait in a file of the folder. */
export class GatheredWorks {
  readonly works: ListedWork[] = [];
  readonly versions: ReleasedWork[] = [];
  readonly #all: ReleasedValue[] = [];
  readonly #written = new Set<string>();
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = path.join(folder, 'records');
  }

  /** Takes the works of a project. */
  async take(
    { source, config }: { source: ExportSource; config: ExportConfig },
    { engine, archive, signal }: { engine: Engine; archive: Archive; signal: AbortSignal },
  ): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    for await (const work of source.works()) {
      signal.throwIfAborted();
      const record = await recordOf(source, work);
      const text = `${JSON.stringify(record)}\n`;
      const hash = sha256(text);
      this.works.push({ ...workNameOf(record), version: work.facts.version, record: hash });
      this.versions.push({
        studyId: work.source.study.id,
        analysisVersion: work.source.analysisVersion,
        reviewVersion: reviewVersionOf(work),
      });
      this.#all.push(...(await measure(engine, config, record)));
      if (!this.#isNew(hash)) continue;
      await writeFile(path.join(this.#folder, hash), text, { mode: 0o600 });
      await archive.add({ path: `${PATHS.records}${hash}.json`, content: utf8([text]) });
      await this.#addSequences(source, work, archive);
    }
  }

  get values(): readonly ReleasedValue[] {
    return this.#all;
  }

  get byPlace(): Map<string, ReleasedValue> {
    return byPlace(this.#all);
  }

  readonly record = async (hash: string): Promise<ReleasedRecord> =>
    JSON.parse(await readFile(path.join(this.#folder, hash), 'utf8')) as ReleasedRecord;

  #isNew(hash: string): boolean {
    if (this.#written.has(hash)) return false;
    this.#written.add(hash);
    return true;
  }

  /** The accepted lines on every frame, which records name by their hash. */
  async #addSequences(source: ExportSource, work: ReadWork, archive: Archive): Promise<void> {
    for (const image of work.chosen)
      for (const hash of sequenceHashes(image)) {
        if (!this.#isNew(hash)) continue;
        const lines = await source.sequence(work.source.study.id, hash);
        if (lines !== null) await archive.add({ path: `sequences/${hash}.json`, content: utf8([JSON.stringify(lines)]) });
        else
          source.leaveOut(
            leftOut({ study: work.study, work: work.facts, image }, `the lines ${hash} on every frame are missing or damaged`),
          );
      }
  }
}
