/** Memory of decoded frames: what is held now, and what may be, for the meter of the settings. */
import { proxy } from 'valtio';
import { settings } from '../lib/settings.ts';
import { DEFAULT_BUDGET_BYTES } from './frame-ring.ts';

const MIB = 1024 ** 2;

/** Bytes of decoded frames held by the clip that is open. */
export const decodedMemory = proxy<{ bytes: number }>({ bytes: 0 });

/** Decoded frames of one clip at most, in bytes: what the person set, else what is shipped. */
export const budgetBytes = (): number => (settings.own.decode_budget_mib === null ? DEFAULT_BUDGET_BYTES : settings.own.decode_budget_mib * MIB);
