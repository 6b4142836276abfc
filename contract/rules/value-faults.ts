import type { ValueFault } from '../generated/image-metadata.ts';

/** What became of a number of the header that is not used as it is written, after its name and value. */
export const VALUE_FAULT_TEXT: Readonly<Record<ValueFault, string>> = {
  unreadable: 'is not a number and was not used',
  comma_for_point: 'was read with a point for the comma',
  implausible: 'is not a plausible frame time; the next source was used',
  wrong_count: 'does not have a time for each frame; the next source was used',
};
