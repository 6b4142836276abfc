import type { TSchema } from 'typebox';
import type { TLocalizedValidationError } from 'typebox/error';
import { AdditionalLabelRow, CaliperRow, ImageTypeRow, MeasurementRow, QualityRow } from '../records/config-rows.ts';
import type { ConfigSetName } from '../records/config-set.ts';
import type { ConfigFault } from '../records/configuration.ts';
import { ReferencePack } from '../records/reference-pack.ts';

/** The shape of the rows of each set. */
export const ROW_SCHEMAS: Readonly<Record<ConfigSetName, TSchema>> = {
  echo_image_types: ImageTypeRow,
  echo_measurements: MeasurementRow,
  echo_image_quality: QualityRow,
  echo_caliper: CaliperRow,
  echo_additional_labels: AdditionalLabelRow,
  echo_references: ReferencePack,
};

/** Names people read. */
export const SET_TITLES: Readonly<Record<ConfigSetName, string>> = {
  echo_image_types: 'Image types',
  echo_measurements: 'Measurements',
  echo_image_quality: 'Image quality',
  echo_caliper: 'Caliper',
  echo_additional_labels: 'Additional labels',
  echo_references: 'Reference values',
};

/** Faults of one row that are named; the rest of them follow from these as a rule. */
const FAULTS_PER_ROW = 5;

const fieldOf = (row: unknown, field: string): unknown =>
  typeof row === 'object' && row !== null ? (row as Record<string, unknown>)[field] : undefined;

/** The name of a row. */
function rowName(row: unknown): string | null {
  for (const field of ['type', 'image_type', 'category', 'id']) {
    const name = fieldOf(row, field);
    if (typeof name === 'string') return name;
  }
  const types = fieldOf(row, 'image_types');
  return Array.isArray(types) ? types.join(', ') : null;
}

/** Image types a row of the right shape names; empty where it applies to all. */
function typesOf(set: ConfigSetName, row: unknown): string[] {
  if (set === 'echo_references') {
    const named = (row as ReferencePack).rows.flatMap(({ measurements }) => measurements.map(({ image_type }) => image_type));
    return [...new Set(named)];
  }
  const [one, many] = [fieldOf(row, 'image_type'), fieldOf(row, 'image_types')];
  if (typeof one === 'string') return [one];
  return Array.isArray(many) ? many.filter((type) => typeof type === 'string') : [];
}

/** Faults of a row: what its schema found, or names of image types that do not exist. */
export function rowFaults(
  name: ConfigSetName,
  { row, at, errors }: { row: unknown; at: number; errors: readonly TLocalizedValidationError[] },
  knownTypes: ReadonlySet<string>,
): ConfigFault[] {
  const called = rowName(row);
  const place = `row ${at + 1}${called === null ? '' : ` (${called})`}`;
  if (errors.length > 0)
    return errors.slice(0, FAULTS_PER_ROW).map((error) => ({
      path: `${place}${error.instancePath === '' ? '' : `, ${error.instancePath.slice(1)}`}`,
      message: error.keyword === 'enum' ? `${error.message}: ${error.params.allowedValues.join(', ')}` : error.message,
    }));
  if (name === 'echo_image_types') return [];
  return typesOf(name, row)
    .filter((type) => !knownTypes.has(type))
    .map((type) => ({ path: place, message: `no image type is named ${type}` }));
}

/** Rows that name the same thing twice. */
export function repeatedRows(name: ConfigSetName, data: readonly unknown[]): ConfigFault[] {
  if (name === 'echo_image_quality' || name === 'echo_caliper') return [];
  const seen = new Set<string>();
  return data.flatMap((row, at) => {
    const called = rowName(row);
    if (called === null || !seen.has(called)) {
      if (called !== null) seen.add(called);
      return [];
    }
    return [{ path: `row ${at + 1} (${called})`, message: 'there is already a row with this name' }];
  });
}
