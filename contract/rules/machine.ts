/** The machine as a rater: which image of a reader its values belong to. */
import type { AnalysisImage, Measurement } from '../generated/analysis-image.ts';
import type { Reader } from '../records/agreement.ts';
import type { MachineValue } from '../records/machine.ts';
import type { RoleName } from '../records/role.ts';

/** Name of the rater; an address of a person has an @. */
export const MACHINE = 'machine';

/** The machine saw no work of others. */
export const MACHINE_READER: Reader = { editor: MACHINE, reviewer: null, blind: true, pass: 1 };

export const isMachine = ({ editor }: Pick<Reader, 'editor'>): boolean => editor === MACHINE;

/** Blind readers see no values of the machine: they would no longer be blind. */
export const seesMachine = (role: RoleName | null): boolean => role !== null && role !== 'Ground-truth generator';

type Placing = Pick<AnalysisImage, 'instance_id' | 'type' | 'reference' | 'missing_image'>;

/**
 * The image that a value belongs to: the one it was measured on, otherwise the only one of its type, otherwise the only reference
 * image of its type. Of several none is chosen, because a choice would be a guess.
 */
export function placeOf<T extends Placing>(value: Pick<MachineValue, 'image_type' | 'instance_id'>, images: readonly T[]): T | null {
  const ofType = images.filter(({ type, missing_image }) => type === value.image_type && !missing_image);
  const own = ofType.find(({ instance_id }) => instance_id === value.instance_id);
  if (own !== undefined) return own;
  // Measured on an image that the reader labelled differently.
  if (images.some(({ instance_id }) => instance_id === value.instance_id)) return null;
  const references = ofType.filter(({ reference }) => reference);
  const candidates = ofType.length === 1 ? ofType : references;
  return candidates.length === 1 ? (candidates[0] ?? null) : null;
}

/** A value of the machine as a measurement of an image. */
export const measurementOf = ({ name, units, beats, value }: MachineValue): Measurement => ({
  name,
  type: MACHINE,
  class: 'direct',
  units,
  value: beats.length > 0 ? [...beats] : [value],
  aggregate: value,
});

/** The values of the machine at the images of a reader, by instance. Several of one name at one image are ambiguous and left out. */
export function valuesByImage<T extends Placing>(values: readonly MachineValue[], images: readonly T[]): Map<string, MachineValue[]> {
  const found = new Map<string, MachineValue[]>();
  for (const value of values) {
    const image = placeOf(value, images);
    if (image === null) continue;
    found.set(image.instance_id, [...(found.get(image.instance_id) ?? []), value]);
  }
  for (const [instance, some] of found)
    found.set(
      instance,
      some.filter(({ name }) => some.filter((other) => other.name === name).length === 1),
    );
  return found;
}
