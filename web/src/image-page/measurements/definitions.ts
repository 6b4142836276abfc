/** Definitions of measurements by image type and name, as the project configures them. */
import type { Static } from 'typebox';
import { MeasurementRow, type MeasurementDefinition } from '@echometry/contract/records/config-rows.ts';
import { readRows } from '../../lib/config-rows.ts';
import type { MeasurementConfig } from '../../lib/config.ts';

export type Definition = Static<typeof MeasurementDefinition>;

/** Read once for each version of the set. */
const read = new WeakMap<MeasurementConfig['measurements'], ReadonlyMap<string, Definition>>();

function readSet(set: MeasurementConfig['measurements']): ReadonlyMap<string, Definition> {
  // The engine refuses rows that do not fit their schema as well.
  const { rows } = readRows(MeasurementRow, set.name, set.data, 'image_type');
  return new Map(rows.flatMap((row) => row.measurements.map((one) => [`${row.image_type} ${one.name}`, one] as const)));
}

/** The definition of a measurement of an image type; undefined where the configuration has none. */
export function definitionOf(set: MeasurementConfig['measurements'], imageType: string, name: string): Definition | undefined {
  let definitions = read.get(set);
  if (!definitions) {
    definitions = readSet(set);
    read.set(set, definitions);
  }
  return definitions.get(`${imageType} ${name}`);
}
