/** Words of the tool; those of refusals and alarms are the engine's. */

export const ONE_CYCLE_FIRST = 'Please mark one whole cycle before you finish';
