/** Values at which conclusions change: limits of normal ranges, and thresholds of the guidelines that a project uses. */
import type { Measurement } from '../generated/analysis-image.ts';
import type { GuidelineTable } from '../records/reference-pack.ts';

interface Threshold {
  unit: string;
  value: number | { male: number; female: number };
}
/** Thresholds by image type and name of the measurement. */
export type Thresholds = ReadonlyMap<string, readonly Threshold[]>;

// No name that a database stores holds this character.
const keyOf = (image_type: string, name: string): string => `${image_type}\u0000${name}`;

export function thresholdsOf(tables: readonly GuidelineTable[]): Thresholds {
  const found = new Map<string, Threshold[]>();
  for (const { inputs, criteria } of tables)
    for (const { input, value } of criteria.flatMap(({ groups }) => groups.flat())) {
      const asked = inputs.find(({ name }) => name === input);
      for (const { image_type, name } of asked?.measurements ?? []) {
        const key = keyOf(image_type, name);
        found.set(key, [...(found.get(key) ?? []), { unit: asked?.unit ?? '', value }]);
      }
    }
  return found;
}

/**
 * Cut-offs of a value, in its unit. A threshold in another unit is left out, and so is a threshold that depends on an unknown sex.
 * @param sex of the patient, as in DICOM
 */
export function cutOffs(
  image_type: string,
  { name, units = '', aggregate, normal }: Pick<Measurement, 'name' | 'units' | 'aggregate' | 'normal'>,
  thresholds: Thresholds,
  sex: string | null,
): number[] {
  const indexed = normal?.indexed ?? null;
  // Limits per square metre, of a value that is not divided by the surface.
  const factor = indexed === null || indexed === 0 || aggregate === undefined ? 1 : aggregate / indexed;
  const ofRange = [normal?.low ?? null, normal?.high ?? null].flatMap((limit) => (limit === null ? [] : [limit * factor]));
  const ofTables = (thresholds.get(keyOf(image_type, name)) ?? [])
    .filter(({ unit }) => unit === units)
    .flatMap(({ value }) => {
      if (typeof value === 'number') return [value];
      return sex === 'M' ? [value.male] : sex === 'F' ? [value.female] : [];
    });
  return [...new Set([...ofRange, ...ofTables])];
}
