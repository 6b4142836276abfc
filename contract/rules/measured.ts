import type { AnalysisImage, CaliperMeasurement, Measurement, Provenance } from '../generated/analysis-image.ts';
import type { CaliperValues, ImageMeasurements } from '../generated/study-measurements.ts';
import { allLines } from './cardiac-events.ts';
import { contentOf } from './content.ts';

/** Something is drawn that can be measured: a line in its course has no values. */
export const isDrawn = (image: Pick<AnalysisImage, 'segmentation'>): boolean => allLines(image).some(({ finished }) => finished);

/** At least one cycle gave a value. */
export const hasValue = ({ value, series }: Measurement): boolean => [...value, ...(series ?? [])].some((one) => one !== null);

/** Equal parts of two computations of one value: another version of the engine with the same numbers changes nothing. */
const withoutEngine = <T extends { provenance?: Provenance | null }>({ provenance, ...rest }: T) => ({
  ...rest,
  provenance: provenance && { ...provenance, engine_version: '' },
});
const computed = (measurements: readonly Measurement[]): string => contentOf(measurements.map(withoutEngine));
const placedAndComputed = (calipers: readonly CaliperMeasurement[]): string => contentOf(calipers.map(withoutEngine));

function withValues(caliper: CaliperMeasurement, values: CaliperValues | undefined): CaliperMeasurement {
  if (!values) return caliper;
  const of = (named: readonly { value: number | null }[]) => named.map(({ value }) => value);
  return {
    ...caliper,
    points: { ...caliper.points, real: values.real },
    dists: of(values.distances),
    angles: of(values.angles),
    provenance: values.provenance,
  };
}

/**
 * The record with what the engine computed of it: measurements as soon as a line is finished, and the distances and
 * angles of its calipers. `is_measured` follows `is_segmented` where any value could be computed.
 * @returns the same object when nothing differs
 */
export function withMeasurements(image: AnalysisImage, found: Pick<ImageMeasurements, 'measurements' | 'calipers'>): AnalysisImage {
  const measurements = isDrawn(image) ? found.measurements : [];
  const is_measured = image.is_segmented && measurements.some(hasValue);
  const calipers = image.measurements_caliper.map((caliper) =>
    withValues(
      caliper,
      found.calipers.find(({ id }) => id === caliper.id),
    ),
  );
  const sameCalipers = placedAndComputed(calipers) === placedAndComputed(image.measurements_caliper);
  if (is_measured === image.is_measured && sameCalipers && computed(measurements) === computed(image.measurements)) return image;
  return { ...image, measurements, is_measured, measurements_caliper: sameCalipers ? image.measurements_caliper : calipers };
}

const sourcesOf = ({ provenance }: Measurement): (string | null)[] =>
  provenance ? [provenance.other_image, ...provenance.inputs.map(({ image }) => image)] : [];

/**
 * Images whose values are computed from others that changed, by what is stored with them or was computed now; the changed ones
 * are among them.
 */
export function dependents(changed: ReadonlySet<string>, measured: readonly Pick<ImageMeasurements, 'instance_id' | 'measurements'>[]) {
  const found = new Set(changed);
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const { instance_id, measurements } of measured)
      if (measurements.some((one) => sourcesOf(one).some((image) => image !== null && found.has(image)))) found.add(instance_id);
  }
  return found;
}
