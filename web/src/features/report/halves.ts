/** How far values of curves move with the drawn points: half of the interval of each cycle's value, by `valueKey`. */
export type Halves = ReadonlyMap<string, readonly (number | null)[]>;

/** A value of an image. */
export const valueKey = (instance_id: string, name: string): string => JSON.stringify([instance_id, name]);
