/** Memory that decoded frames may take. */
import { settings } from '../../lib/settings.ts';
import { DEFAULT_BUDGET_BYTES } from './frame-ring.ts';

const MIB = 1024 ** 2;

/** Decoded frames of one clip at most, in bytes: what the person set, else what is shipped. */
export const budgetBytes = (): number =>
  settings.own.decode_budget_mib === null ? DEFAULT_BUDGET_BYTES : settings.own.decode_budget_mib * MIB;
