import type { Engine } from '@echometry/bindings/engine/api.ts';
import type { MeasurementConfig } from '@echometry/bindings/engine/study-measurements.ts';
import type { AnalysisImage, Measurement } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { CaliperValues, Comparison } from '@echometry/contract/generated/study-measurements.ts';
import type { ExportRequest } from '@echometry/contract/records/export.ts';
import type { SourceImage } from './formats/source.ts';
import type { ReadWork } from './read-work.ts';

/** An image with recomputed values, and the stored ones. */
export interface MeasuredImage {
  image: AnalysisImage;
  measurements: readonly Measurement[];
  calipers: readonly CaliperValues[];
  comparisons: readonly Comparison[];
}

/** A number that is stored and that no definition gives any more. */
export const isStoredAlone = ({ caliper, stored, computed }: Comparison): boolean =>
  caliper === null && stored.length > 0 && computed.length === 0;

/** The image with its values as they were computed, as far as a request asks for them, and the stored ones where they are others. */
export function withValuesAnew(
  { image, measurements, calipers, comparisons }: MeasuredImage,
  { include_normal, include_caliper }: Pick<ExportRequest, 'include_normal' | 'include_caliper'>,
): Pick<SourceImage, 'image' | 'stored' | 'calipers'> {
  const differing = comparisons.filter(({ caliper, state, stored }) => caliper === null && state === 'different' && stored.length > 0);
  return {
    image: { ...image, measurements: include_normal ? [...measurements] : [] },
    calipers: include_caliper ? calipers : [],
    stored: new Map(differing.map(({ name, stored }) => [name, stored])),
  };
}

export interface Measuring {
  engine: Engine;
  config: MeasurementConfig;
  /** Metadata of the file of an image; null when it cannot be read: what needs frame times has no value then. */
  metadataOf: (work: ReadWork, image: AnalysisImage) => Promise<ImageMetadata | null>;
}

const failed = (what: string, { message }: { message: string }): Error => new Error(`${what}: ${message}`);

/** Measures the chosen images of a work as the report does: with all images of the study, by the definitions in force. */
export async function measureWork({ engine, config, metadataOf }: Measuring, work: ReadWork): Promise<MeasuredImage[]> {
  const { study: record } = work.source;
  const study = engine.study(config, {
    data_type: record.data_type,
    gestational_age_days: record.gestational_age_days,
    age_days: record.age_days,
    sex: record.sex,
    height_cm: record.height_cm,
    weight_kg: record.weight_kg,
  });
  try {
    for (const image of work.images) {
      const metadata = await metadataOf(work, image);
      if (metadata !== null) study.setFile(image.instance_id, metadata);
      study.setImage(image);
    }
    const evaluated = await study.evaluate();
    if (!evaluated.ok) throw failed(`Study ${record.study_id} was not measured`, evaluated.error);
    const found = new Map(evaluated.value.map((entry) => [entry.instance_id, entry]));
    const measured: MeasuredImage[] = [];
    for (const image of work.chosen) {
      const values = found.get(image.instance_id);
      const compared = await study.recompute(image.instance_id);
      if (!compared.ok) throw failed(`Image ${image.instance_id} was not compared`, compared.error);
      measured.push({
        image,
        measurements: values?.measurements ?? [],
        calipers: values?.calipers ?? [],
        comparisons: compared.value ?? [],
      });
    }
    return measured;
  } finally {
    study.close();
  }
}
