/** The value of a table under a key that a user chose: `constructor` and `toString` are in every object without being its own. */
export const ownValue = <T>(table: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
