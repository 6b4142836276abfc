import { proxy } from 'valtio';

/** Bytes of decoded frames held by the clip that is open, for the meter of the settings. */
export const decodedMemory = proxy<{ bytes: number }>({ bytes: 0 });
