import type { AnalysisImage, SequenceLines } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { ExportRequest } from '@echometry/contract/records/export.ts';
import type { Engine } from '@echometry/bindings/engine/api.ts';
import type { MeasurementConfig } from '@echometry/bindings/engine/study-measurements.ts';
import type { Db } from '../db/connect.ts';
import { leftOut } from './formats/curves.ts';
import type { FormatWriter, LeftOut, SourceImage } from './formats/source.ts';
import type { DicomIdentity } from './formats/dicom-object.ts';
import type { LongRow } from './columns.ts';
import { identityOf } from './dicom-identity.ts';
import { readLines } from './curve-values.ts';
import { nullIfMissing } from '../errors.ts';
import { fileMetadata } from './file-metadata.ts';
import { longRows } from './long-rows.ts';
import { machineLongRows } from './machine/exported-rows.ts';
import { isStoredAlone, type MeasuredWork, measureWork, withValuesAnew } from './measure-work.ts';
import { narrowsImages, type ReadWork, readWork } from './read-work.ts';
import type { ExportedStanding } from './formats/standing.ts';
import type { ExportedGrade, ExportReferences } from './references.ts';
import type { ObjectReader } from '../objects/store.ts';
import { type SelectedWorks, workLeftOut } from './select-works.ts';
import type { TableParts } from './work-tables.ts';
import { type ExportedValues, type ReadSequence, sourceImage } from './source-images.ts';
import { isMeasurable } from './worked-on.ts';

const NOTHING = 'the analysis has no image with work';
const NO_IMAGE = 'no image matches the filters of the export';

export interface SourceOptions {
  db: Db;
  engine: Engine;
  config: MeasurementConfig;
  references: ExportReferences;
  objects: ObjectReader;
  projectId: number;
  /** Key of the project. */
  project: string;
  request: ExportRequest;
  selected: SelectedWorks;
  signal: AbortSignal;
  /** Called after each work that a format went through. */
  onWork: () => void;
}

/** Facts that a work's document has of its values. */
interface JudgedWork {
  standings: ({ instance_id: string; measurement: string } & ExportedStanding)[];
  guidelines: ExportedGrade[];
}

/** Source of the formats. Each goes through the works separately, one at a time: memory holds one study. */
export class ExportSource {
  readonly #options: SourceOptions;
  readonly #images = new Set<string>();
  readonly #studies = new Set<string>();
  readonly #leftOut = new Map<string, LeftOut>();
  readonly #metadata = new WeakMap<SourceImage, ImageMetadata | null>();
  values = 0;
  differing = 0;

  constructor(options: SourceOptions) {
    this.#options = options;
    for (const what of options.selected.leftOut) this.leaveOut(what);
  }

  get request(): ExportRequest {
    return this.#options.request;
  }

  get counts(): { studies: number; images: number; values: number; differing: number } {
    return { studies: this.#studies.size, images: this.#images.size, values: this.values, differing: this.differing };
  }

  /** Parts that could not be carried, each once. */
  get leftOut(): readonly LeftOut[] {
    return [...this.#leftOut.values()];
  }

  readonly leaveOut = (what: LeftOut): void => {
    this.#leftOut.set(JSON.stringify(Object.values(what)), what);
  };

  /** Adds the name of the format to what it leaves out. */
  leaveOutOf(format: string): (what: LeftOut) => void {
    return (what) => this.leaveOut({ ...what, format });
  }

  /** Null also for an object that is missing: `#measure` reports the image. */
  async metadataOf(work: ReadWork, image: AnalysisImage): Promise<ImageMetadata | null> {
    const file = work.files.get(image.instance_id);
    return file === undefined ? null : fileMetadata(this.#options.engine, this.#options.objects, file).catch(nullIfMissing);
  }

  /** The selected works in the order of studies; one without an image that the request asks for is left out. */
  async *works(): AsyncIterable<ReadWork> {
    const { db, project, request, selected, signal, onWork } = this.#options;
    for (const work of selected.works) {
      signal.throwIfAborted();
      const read = await readWork(db, project, request, work);
      if (typeof read === 'string') this.leaveOut(workLeftOut(work, read));
      else if (read.chosen.length === 0 && narrowsImages(request)) this.leaveOut(workLeftOut(work, NO_IMAGE));
      else {
        this.#studies.add(read.study.study_id);
        for (const { instance_id } of read.chosen) this.#images.add(`${read.study.study_id} ${instance_id}`);
        yield read;
      }
      onWork();
    }
  }

  /** Lines on every frame of a study by their hash; null where they are missing or damaged. */
  sequence(studyId: number, hash: string): Promise<SequenceLines | null> {
    return readLines(this.#options.db, studyId, hash);
  }

  /** The same for what measures an image: one whose file cannot be read is listed as left out. */
  async metadataToMeasure(work: ReadWork, image: AnalysisImage): Promise<ImageMetadata | null> {
    const metadata = await this.metadataOf(work, image);
    if (metadata === null && !image.missing_image && isMeasurable(image) && work.chosen.includes(image))
      this.leaveOut(
        leftOut({ study: work.study, work: work.facts, image }, 'its file could not be read: what needs frame times has no value'),
      );
    return metadata;
  }

  /** The chosen images of a work with recomputed values, with grades and with curves of its cycles where they are asked for. */
  #measure(work: ReadWork, asked: { grades?: boolean; curves?: boolean } = {}): Promise<MeasuredWork> {
    const { engine, config, references } = this.#options;
    const metadataOf = (work: ReadWork, image: AnalysisImage) => this.metadataToMeasure(work, image);
    const curves = asked.curves
      ? {
          lines: (hash: string) => this.sequence(work.source.study.id, hash),
          leaveOut: (image: AnalysisImage, reason: string) =>
            this.leaveOut(leftOut({ study: work.study, work: work.facts, image }, reason)),
        }
      : null;
    return work.chosen.length === 0
      ? Promise.resolve({ images: [], guidelines: [] })
      : measureWork({ engine, config, references, metadataOf, grades: asked.grades === true, curves }, work);
  }

  /** Values of the chosen images of a work among reference values, and its grades, measured again. */
  async judged(work: ReadWork): Promise<JudgedWork> {
    const { references } = this.#options;
    const { images, guidelines } = await this.#measure(work, { grades: true });
    return {
      standings: images.flatMap(({ image: { instance_id }, standings }) =>
        [...standings].map(([measurement, standing]) => ({ instance_id, measurement, ...references.exported(standing) })),
      ),
      guidelines: guidelines.map((result) => references.graded(result, work.study.stated)),
    };
  }

  /** The works with the rows of each image, measured again, and what else their tables hold. */
  async *measured(): AsyncIterable<{ work: ReadWork; images: LongRow[][] } & TableParts> {
    const { references, request } = this.#options;
    for await (const work of this.works()) {
      const { images, guidelines } = await this.#measure(work, { grades: request.include_normal, curves: true });
      yield {
        work,
        images: images.filter(({ image }) => isMeasurable(image)).map((image) => longRows(work, image, references, request)),
        guidelines: guidelines.map((result) => references.graded(result, work.study.stated)),
        curves: images.flatMap(({ curves }) => curves),
      };
    }
  }

  /** The rows of what machines measured, for the studies of some works. */
  machineRows(works: ReadonlyMap<number, ReadWork>): AsyncIterable<LongRow> {
    return machineLongRows(this.#options.db.query, this.#options, works);
  }

  /** The chosen images that a format can contain: as stored, or with recomputed values for a writer of values. */
  async *images(writer: Pick<FormatWriter, 'name' | 'values' | 'curves' | 'refusal'>): AsyncIterable<SourceImage> {
    const leaveOut = this.leaveOutOf(writer.name);
    for await (const work of this.works()) {
      const fit = work.chosen.filter((image) => {
        const refusal = writer.refusal(image);
        if (refusal !== null) leaveOut(leftOut({ study: work.study, work: work.facts, image }, refusal));
        return refusal === null;
      });
      if (work.chosen.length === 0) leaveOut(workLeftOut(work.source, NOTHING));
      if (fit.length === 0) continue;
      if (writer.values) yield* this.#measuredImages(work, fit, { curves: writer.curves === true, leaveOut });
      else for (const image of fit) yield* this.#opened(work, { image, stored: new Map(), judged: new Map(), calipers: [], curves: [] });
    }
  }

  async *#measuredImages(
    work: ReadWork,
    fit: readonly AnalysisImage[],
    { curves, leaveOut }: { curves: boolean; leaveOut: (what: LeftOut) => void },
  ): AsyncIterable<SourceImage> {
    for (const measured of (await this.#measure(work, { curves })).images) {
      const { image, comparisons } = measured;
      if (!fit.includes(image)) continue;
      for (const { name } of comparisons.filter(isStoredAlone))
        leaveOut(leftOut({ study: work.study, work: work.facts, image }, `${name} is stored, and no definition gives it any more`));
      yield* this.#opened(work, withValuesAnew(measured, this.#options.references, this.#options.request));
    }
  }

  async *#opened(work: ReadWork, what: ExportedValues): AsyncIterable<SourceImage> {
    const metadata = await this.metadataOf(work, what.image);
    const sequences: ReadSequence = (studyId, hash) => this.sequence(studyId, hash);
    const source = sourceImage({ ...this.#options, sequences }, work, what, metadata);
    this.#metadata.set(source.image, metadata);
    try {
      yield source.image;
    } finally {
      await source.close();
    }
  }

  /** Place of an image from `images` in its DICOM study; null where its file does not contain it. */
  identify(image: SourceImage): DicomIdentity | null {
    const metadata = this.#metadata.get(image) ?? null;
    return metadata && identityOf(metadata);
  }
}
