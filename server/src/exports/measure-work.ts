import type { Engine } from '@echometry/bindings/engine/api.ts';
import type { MeasurementConfig } from '@echometry/bindings/engine/study-measurements.ts';
import type { AnalysisImage, Measurement } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { GuidelineResult, Standing } from '@echometry/contract/generated/references.ts';
import type { CaliperValues, Comparison, ImageMeasurements } from '@echometry/contract/generated/study-measurements.ts';
import type { ExportRequest } from '@echometry/contract/records/export.ts';
import { curveMeasurements } from '@echometry/contract/rules/curve-values.ts';
import { leadingStanding } from '@echometry/contract/rules/reference-choice.ts';
import { cycleCurvesOf, type CurveSource, type CurvesOfCycle } from './cycle-curves.ts';
import type { ReadWork } from './read-work.ts';
import type { ExportReferences } from './references.ts';
import type { ExportedValues } from './source-images.ts';

/** An image with recomputed values, and the stored ones. */
export interface MeasuredImage {
  image: AnalysisImage;
  measurements: readonly Measurement[];
  calipers: readonly CaliperValues[];
  comparisons: readonly Comparison[];
  /** The reference value that counts, by measurement. */
  standings: ReadonlyMap<string, Standing>;
  /** Empty unless asked for. */
  curves: readonly CurvesOfCycle[];
}

/** A work with recomputed values. */
export interface MeasuredWork {
  images: MeasuredImage[];
  /** Grades by the decision tables that the project uses; empty unless asked for. */
  guidelines: readonly GuidelineResult[];
}

/** A number that is stored and that no definition gives any more. */
export const isStoredAlone = ({ caliper, stored, computed }: Comparison): boolean =>
  caliper === null && stored.length > 0 && computed.length === 0;

/** The image with its values as they were computed, as far as a request asks for them, and the stored ones where they are others. */
export function withValuesAnew(
  { image, measurements, calipers, comparisons, standings, curves }: MeasuredImage,
  references: ExportReferences,
  { include_normal, include_caliper }: Pick<ExportRequest, 'include_normal' | 'include_caliper'>,
): ExportedValues {
  const differing = comparisons.filter(({ caliper, state, stored }) => caliper === null && state === 'different' && stored.length > 0);
  const followed = curves.map(({ cycle, curves: found }) => ({ cycle, curves: found.curves }));
  return {
    image: { ...image, measurements: include_normal ? [...measurements] : [] },
    calipers: include_caliper ? calipers : [],
    curves: include_normal ? curveMeasurements(image, followed).map(({ measurement }) => measurement) : [],
    stored: new Map(differing.map(({ name, stored }) => [name, stored])),
    judged: new Map([...standings].map(([name, standing]) => [name, references.exported(standing)])),
  };
}

export interface Measuring {
  engine: Engine;
  config: MeasurementConfig;
  references: ExportReferences;
  /** Metadata of the file of an image; null when it cannot be read: what needs frame times has no value then. */
  metadataOf: (work: ReadWork, image: AnalysisImage) => Promise<ImageMetadata | null>;
  /** Grades of the work are asked for. */
  grades: boolean;
  /** Lines on every frame, for curves of the cycles; null leaves them out. */
  curves: CurveSource | null;
}

const failed = (what: string, { message }: { message: string }): Error => new Error(`${what}: ${message}`);

/** The standing that counts of each measurement that reference values judge. */
const leading = (values: ImageMeasurements | undefined): ReadonlyMap<string, Standing> =>
  new Map(
    (values?.standings ?? []).flatMap(({ name, standings }) => {
      const standing = leadingStanding(standings);
      return standing === null ? [] : [[name, standing] as const];
    }),
  );

/** Measures the chosen images of a work as the report does: with all images of the study, by the definitions in force. */
export async function measureWork(
  { engine, config, references, metadataOf, grades, curves }: Measuring,
  work: ReadWork,
): Promise<MeasuredWork> {
  const { study: record } = work.source;
  const study = engine.study(config, {
    data_type: record.data_type,
    gestational_age_days: record.gestational_age_days,
    age_days: record.age_days,
    sex: record.sex,
    height_cm: record.height_cm,
    weight_kg: record.weight_kg,
  });
  study.setReferences(references.of(record.data_type, work.study.stated));
  try {
    for (const image of work.images) {
      const metadata = await metadataOf(work, image);
      if (metadata !== null) study.setFile(image.instance_id, metadata);
      study.setImage(image);
    }
    const evaluated = await study.evaluate();
    if (!evaluated.ok) throw failed(`Study ${record.study_id} was not measured`, evaluated.error);
    const graded = grades ? await study.guidelines() : null;
    if (graded?.ok === false) throw failed(`Study ${record.study_id} was not graded`, graded.error);
    const found = new Map(evaluated.value.map((entry) => [entry.instance_id, entry]));
    const measured: MeasuredImage[] = [];
    for (const image of work.chosen) {
      const values = found.get(image.instance_id);
      const compared = await study.recompute(image.instance_id);
      if (!compared.ok) throw failed(`Image ${image.instance_id} was not compared`, compared.error);
      const followed = curves ? await cycleCurvesOf(study, image, curves) : [];
      if ('code' in followed) throw failed(`The cycles of image ${image.instance_id} were not measured`, followed);
      measured.push({
        image,
        measurements: values?.measurements ?? [],
        calipers: values?.calipers ?? [],
        comparisons: compared.value ?? [],
        standings: leading(values),
        curves: followed,
      });
    }
    return { images: measured, guidelines: graded?.value ?? [] };
  } finally {
    study.close();
  }
}
