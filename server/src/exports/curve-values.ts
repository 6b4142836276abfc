/** Images with the values of the curves of their followed cycles, for statistics and agreement. These values are not stored. */
import type { Engine } from '@echometry/bindings/engine/api.ts';
import type { MeasurementConfig } from '@echometry/bindings/engine/study-measurements.ts';
import type { AnalysisImage, SequenceLines } from '@echometry/contract/generated/analysis-image.ts';
import { curveMeasurements, isWhole } from '@echometry/contract/rules/curve-values.ts';
import { currentConfigSet } from '../db/config-sets.ts';
import type { Db } from '../db/connect.ts';
import { filesOfStudy } from '../db/files.ts';
import { readSequences } from '../db/image-documents.ts';
import type { StudyRecord } from '../db/studies.ts';
import { Damage, nullIfMissing } from '../errors.ts';
import type { ObjectReader } from '../objects/store.ts';
import { cycleCurvesOf } from './cycle-curves.ts';
import { fileMetadata } from './file-metadata.ts';

export interface CurveMeasuring {
  db: Db;
  engine: Engine;
  objects: ObjectReader;
  /** Configuration in use in the project. */
  config: MeasurementConfig;
}

export async function curveConfig(db: Db, projectId: number): Promise<MeasurementConfig> {
  const [image_types, measurements] = await Promise.all([
    currentConfigSet(db.query, 'echo_image_types', projectId),
    currentConfigSet(db.query, 'echo_measurements', projectId),
  ]);
  return { image_types, measurements };
}

/** Lines on every frame of a study by their hash; null where they are missing or damaged. */
export async function readLines(db: Db, studyId: number, hash: string): Promise<SequenceLines | null> {
  try {
    return (await readSequences(db.query, studyId, [hash])).get(hash) ?? null;
  } catch (error) {
    if (error instanceof Damage) return null;
    throw error;
  }
}

const isByClosure = ({ segmentation }: AnalysisImage): boolean =>
  segmentation.some(({ sequence }) => sequence?.end_systole === 'aortic-valve-closure');

const isFollowed = ({ segmentation }: AnalysisImage): boolean => segmentation.some(({ sequence }) => sequence);

/** The images in their order; the followed ones have the values of whole lines and free walls among their measurements. */
export async function withCurveValues(
  { db, engine, objects, config }: CurveMeasuring,
  study: StudyRecord,
  images: readonly AnalysisImage[],
): Promise<AnalysisImage[]> {
  const followed = images.filter(isFollowed);
  if (followed.length === 0) return [...images];
  const files = new Map((await filesOfStudy(db.query, study.id, { see: 'all' })).map((file) => [file.instance_id, file]));
  const { data_type, gestational_age_days, age_days, sex, height_cm, weight_kg } = study;
  const session = engine.study(config, { data_type, gestational_age_days, age_days, sex, height_cm, weight_kg });
  try {
    const measured = new Map<string, AnalysisImage>();
    // The closure of the aortic valve is measured on another image.
    for (const image of followed.some(isByClosure) ? images : followed) {
      const file = files.get(image.instance_id);
      const metadata = file === undefined ? null : await fileMetadata(engine, objects, file).catch(nullIfMissing);
      if (metadata !== null) session.setFile(image.instance_id, metadata);
      session.setImage(image);
    }
    for (const image of followed) {
      const lines = (hash: string) => readLines(db, study.id, hash);
      const found = await cycleCurvesOf(session, image, { lines, leaveOut: () => undefined });
      if ('code' in found) throw new Error(`The cycles of image ${image.instance_id} were not measured: ${found.message}`);
      const cycles = found.map(({ cycle, curves }) => ({ cycle, curves: curves.curves }));
      const values = curveMeasurements(image, cycles, isWhole).map(({ measurement }) => measurement);
      measured.set(image.instance_id, { ...image, measurements: [...image.measurements, ...values] });
    }
    return images.map((image) => measured.get(image.instance_id) ?? image);
  } finally {
    session.close();
  }
}
