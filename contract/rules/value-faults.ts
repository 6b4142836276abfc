import type { ValueFault } from '../generated/image-metadata.ts';

/** Why a number of the header is not used as it is written. The text follows the name and the value of the attribute. */
export const VALUE_FAULT_TEXT: Readonly<Record<ValueFault, string>> = {
  unreadable: 'is not a number and was not used',
  comma_for_point: 'was read with a point for the comma',
  implausible: 'is not a plausible frame time; the next source was used',
  wrong_count: 'does not have a time for each frame; the next source was used',
};
