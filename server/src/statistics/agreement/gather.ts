import type { Engine } from '@echometry/bindings/engine/api.ts';
import type { MeasurementConfig } from '@echometry/bindings/engine/study-measurements.ts';
import { ImageScale } from '@echometry/bindings/engine/geometry.ts';
import type { EventTime } from '@echometry/contract/generated/agreement.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { Reader } from '@echometry/contract/records/agreement.ts';
import { isIndependentOf } from '@echometry/contract/rules/gold.ts';
import { isMachine, measurementOf, valuesByImage } from '@echometry/contract/rules/machine.ts';
import { isOthers, OTHERS_READER } from '@echometry/contract/rules/standards.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { readDocument } from '../../analyses/read.ts';
import { currentConfigSet } from '../../db/config-sets.ts';
import type { Db } from '../../db/connect.ts';
import { filesOfStudy } from '../../db/files.ts';
import { listStudies, type StudyRecord } from '../../db/studies.ts';
import { curveConfig, type CurveMeasuring, withCurveValues } from '../../exports/curve-values.ts';
import type { InterpolationOf } from '../../exports/curves.ts';
import { fileMetadata } from '../../exports/file-metadata.ts';
import { interpolations } from '../../exports/interpolations.ts';
import type { Definition } from '../../exports/machine/mapping.ts';
import { definitionsOf, machineValuesOf } from '../../exports/machine/machine-values.ts';
import { tissueOf } from '../../exports/source-images.ts';
import type { ObjectReader } from '../../objects/store.ts';
import { imagesOfReview } from '../../reviews/copy.ts';
import { meanImages, othersOf } from './others.ts';
import { readerKey, type Reading, readingsOf } from './readers.ts';
import type { Subject } from './subject.ts';

const MS_PER_S = 1000;

export interface Gathering {
  db: Db;
  engine: Engine;
  objects: ObjectReader;
  projectId: number;
  readers: readonly Reader[];
  progress: (done: number, total: number) => void;
}

async function imagesOf(measuring: CurveMeasuring, study: StudyRecord, { head, review, meanOf }: Reading): Promise<AnalysisImage[]> {
  const { db } = measuring;
  if (meanOf !== undefined) return meanImages(await Promise.all(meanOf.map((other) => imagesOf(measuring, study, other))), study.data_type);
  const images =
    head !== null
      ? (await readDocument({ db }, head.version_id)).document.images
      : review === null
        ? []
        : await imagesOfReview(db.query, review);
  return withCurveValues(measuring, study, images);
}

/** The machine's values at the images of a reader, as that reader labelled them. */
async function machineImages(db: Db, study: StudyRecord, labelled: readonly AnalysisImage[], definitions: readonly Definition[]) {
  const { mapped } = await machineValuesOf(db.query, study.id, definitions);
  const values = valuesByImage(mapped, labelled);
  return labelled.flatMap((image): AnalysisImage[] => {
    const own = values.get(image.instance_id) ?? [];
    if (own.length === 0) return [];
    const { type, view, modality, reference } = image;
    return [{ ...blankImage(image, study.data_type), type, view, modality, reference, measurements: own.map(measurementOf) }];
  });
}

/** Images of one study by each reader, by instance. The machine has values and no labels: it takes the labels of the first other reader. */
async function imagesByReader(
  measuring: CurveMeasuring,
  study: StudyRecord,
  readings: ReadonlyArray<Reading | undefined>,
  definitions: readonly Definition[],
): Promise<Map<string, AnalysisImage>[]> {
  const isOfMachine = (reading: Reading | undefined): boolean => reading !== undefined && isMachine(reading.reader);
  const own = await Promise.all(
    readings.map(async (reading) => (reading && !isOfMachine(reading) ? imagesOf(measuring, study, reading) : [])),
  );
  const labelled = own.find((images) => images.length > 0) ?? [];
  const ofMachine = readings.some(isOfMachine) ? await machineImages(measuring.db, study, labelled, definitions) : [];
  return own.map(
    (images, index) => new Map((isOfMachine(readings[index]) ? ofMachine : images).map((image) => [image.instance_id, image])),
  );
}

/** Milliseconds from a column of a strip to the next; null where the x axis is not one of time. */
function msPerColumn(metadata: ImageMetadata, image: AnalysisImage): number | null {
  const scale = new ImageScale(metadata, image.calibration);
  try {
    const region = scale.flowRegion(image.modality ?? undefined);
    return region === null || region.units_x !== 's' ? null : Math.abs(region.physical_delta_x) * MS_PER_S;
  } finally {
    scale.free();
  }
}

/** How marks of an image become milliseconds. */
export function timeOf(metadata: ImageMetadata | null, image: AnalysisImage): EventTime {
  if (image.modality !== '2D') return { type: 'columns', ms_per_column: metadata === null ? null : msPerColumn(metadata, image) };
  const isKnown = metadata !== null && metadata.frame_time_source !== 'assumed';
  return { type: 'frames', times_ms: isKnown ? [...metadata.frame_times_ms] : null };
}

/** Images of one study that the first two readers both have, with what every reader did of them. */
async function* subjectsOf(
  gathering: Gathering,
  study: StudyRecord,
  readings: ReadonlyArray<Reading | undefined>,
  {
    interpolationOf,
    definitions,
    config,
  }: { interpolationOf: InterpolationOf; definitions: readonly Definition[]; config: MeasurementConfig },
): AsyncGenerator<Subject> {
  const { db, engine, objects } = gathering;
  const images = await imagesByReader({ db, engine, objects, config }, study, readings, definitions);
  const files = new Map((await filesOfStudy(db.query, study.id, { see: 'all' })).map((file) => [file.instance_id, file]));
  for (const [instance_id, image] of images[0] ?? []) {
    if (image.missing_image || images[1]?.has(instance_id) !== true) continue;
    const file = files.get(instance_id);
    const metadata = file === undefined ? null : await fileMetadata(engine, objects, file);
    const size = tissueOf(metadata, image).pixel_size_mm;
    yield {
      study_id: study.study_id,
      patient_show: study.patient_show,
      instance_id,
      readings: images.map((of) => of.get(instance_id) ?? null),
      readAt: readings.map((reading) => reading?.savedAt ?? null),
      interpolationOf,
      pixel_size_mm: size === null ? null : [size[0], size[1]],
      time: timeOf(metadata, image),
    };
  }
}

/** Beside a gold case, only the readings that it was not made from. */
function independent(readings: ReadonlyArray<Reading | undefined>): (Reading | undefined)[] {
  const origin = readings.find((reading) => reading?.origin != null)?.origin;
  if (origin == null) return [...readings];
  return readings.map((reading) =>
    reading === undefined || reading.origin !== null || isIndependentOf(origin, reading.reader) ? reading : undefined,
  );
}

/** Readings of one reader by study; `others` are all readers but the second. */
function readingsBy(reader: Reader, readings: readonly Reading[], [, second]: readonly Reader[]): Map<number, Reading> {
  if (!isOthers(reader))
    return new Map(readings.filter((one) => readerKey(one.reader) === readerKey(reader)).map((one) => [one.studyId, one]));
  const others = second === undefined ? new Map<number, Reading[]>() : othersOf(readings, second);
  return new Map(
    [...others].map(([studyId, meanOf]) => [
      studyId,
      { studyId, reader: OTHERS_READER, savedAt: null, head: null, review: null, origin: null, meanOf },
    ]),
  );
}

/** The images of a project that readers have in common, one after the other. */
export async function* gatherSubjects(gathering: Gathering): AsyncGenerator<Subject> {
  const { db, projectId, readers, progress } = gathering;
  const types = await currentConfigSet(db.query, 'echo_image_types', projectId);
  const config = await curveConfig(db, projectId);
  const interpolationOf = interpolations(types?.data ?? []);
  const definitions = readers.some(isMachine) ? await definitionsOf(db.query, projectId) : [];
  const readings = await readingsOf(db.query, projectId);
  const ofReader = readers.map((reader) => readingsBy(reader, readings, readers));
  const readingsIn = (studyId: number) => independent(ofReader.map((of) => of.get(studyId)));
  const studies = (await listStudies(db.query, projectId, true)).filter(({ id }) => {
    const [first, second] = readingsIn(id);
    return first !== undefined && second !== undefined;
  });
  for (const [done, study] of studies.entries()) {
    progress(done, studies.length);
    yield* subjectsOf(gathering, study, readingsIn(study.id), { interpolationOf, definitions, config });
  }
  progress(studies.length, studies.length);
}
