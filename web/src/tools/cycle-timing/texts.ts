/** Words of the tool; those of refusals and alarms are the engine's. */

export const selectUpTo = (max: number): string => `Select up to ${max} continuous cycles`;
export const keepQuestion = (count: number): string => `Are you sure to keep ${count} cycles? All other cycles will be removed.`;
export const ONE_CYCLE_FIRST = 'Please mark one whole cycle before you finish';
