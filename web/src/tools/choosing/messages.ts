/** Words of the choice of cycles; the engine has the words of its refusals. */

export const selectUpTo = (max: number): string => `Select up to ${max} continuous cycles`;
export const keepQuestion = (count: number): string => `Are you sure to keep ${count} cycles? All other cycles will be removed.`;
export const endOfCycles = (by: 1 | -1): string => (by > 0 ? 'This is the last cycle.' : 'This is the first cycle.');
