import { describe, expect, it } from 'vitest';
import { PROJECT_KEY } from './new-project.ts';
import { ownValue } from './own-value.ts';

const isKey = (key: string): boolean => new RegExp(PROJECT_KEY).test(key);

describe('the name of a project', () => {
  it.each(Object.getOwnPropertyNames(Object.prototype))('is not %s, which every object has', (name) => {
    expect(isKey(name)).toBe(false);
  });

  it.each(['alpha', 'a', '2-centres', 'constructor-2', 'constructors', 'the-constructor'])('may be %s', (name) => {
    expect(isKey(name)).toBe(true);
  });
});

it('a table has no value under the names that every object has', () => {
  for (const name of Object.getOwnPropertyNames(Object.prototype)) expect(ownValue({ alpha: 1 }, name)).toBeUndefined();
  expect([ownValue({ constructor: 2 } as unknown as Record<string, number>, 'constructor'), ownValue(undefined, 'alpha')]).toEqual([
    2,
    undefined,
  ]);
});
