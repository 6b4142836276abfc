import type { ConfigDifference } from '../records/configuration.ts';
import { contentOf, isSameContent } from './content.ts';

/** The name of an entry of a list, from the fields that name rows, definitions, lines and points. */
const NAMING = ['id', 'image_type', 'type', 'name', 'category', 'data_type'] as const;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Name of an entry; templates of quality are named by the image types they are for. */
function nameOf(entry: unknown): string | null {
  if (!isRecord(entry)) return null;
  const types = entry['image_types'];
  const named = NAMING.map((field) => entry[field]).filter((value) => typeof value === 'string');
  // Calipers have a type and a name; ranges a kind of data and a sex.
  if (named.length > 0) return [...named, ...(typeof entry['sex'] === 'string' ? [entry['sex']] : [])].join(' ');
  return Array.isArray(types) ? types.join(', ') : null;
}

/** Entries by their names; null where some have none, or two have the same. */
function byName(list: readonly unknown[]): Map<string, unknown> | null {
  const named = new Map<string, unknown>();
  for (const entry of list) {
    const name = nameOf(entry);
    if (name === null || named.has(name)) return null;
    named.set(name, entry);
  }
  return named;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : contentOf(value));

function compareNamed(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
  path: readonly string[],
): ConfigDifference[] {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.flatMap((name) => compare(before.get(name), after.get(name), [...path, name]));
}

function compare(before: unknown, after: unknown, path: readonly string[]): ConfigDifference[] {
  if (isSameContent(before ?? null, after ?? null)) return [];
  if (before === undefined) return [{ path: [...path], change: 'added', before: null, after: textOf(after) }];
  if (after === undefined) return [{ path: [...path], change: 'removed', before: textOf(before), after: null }];
  if (Array.isArray(before) && Array.isArray(after)) {
    const [old, now] = [byName(before), byName(after)];
    const found = old === null || now === null ? [] : compareNamed(old, now, path);
    // The same entries in another order are a difference too.
    if (found.length > 0) return found;
  }
  if (isRecord(before) && isRecord(after)) return compareNamed(new Map(Object.entries(before)), new Map(Object.entries(after)), path);
  return [{ path: [...path], change: 'changed', before: textOf(before), after: textOf(after) }];
}

/**
 * Differences between the rows of two versions, by definition: each at the innermost place that has a name. In steps of one row,
 * because the largest sets take a while.
 */
export function* differencesByRow(before: readonly unknown[], after: readonly unknown[]): Generator<ConfigDifference[]> {
  const [old, now] = [byName(before), byName(after)];
  let isFound = false;
  if (old !== null && now !== null)
    for (const name of new Set([...old.keys(), ...now.keys()])) {
      const found = compare(old.get(name), now.get(name), [name]);
      isFound ||= found.length > 0;
      yield found;
    }
  // The same rows in another order are a difference too.
  if (!isFound) yield compare(before, after, []);
}
