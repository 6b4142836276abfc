import { describe, expect, it } from 'vitest';
import { sortKey } from './sort.ts';

/** ICU's order of text, which the keys reproduce: numeric, and blind to case and accents. */
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const IGNORED = /[ \-_]/g;

const ASCII = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));
const LATIN = [...'aAbBzZ019 -_éÈüßæÆøñçłđþﬁ.@'];

/** Numbers in [0, 1), the same at every run. */
function* random(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

function texts(alphabet: readonly string[], count: number, seed: number): string[] {
  const numbers = random(seed);
  const below = (limit: number): number => Math.floor(numbers.next().value * limit);
  return Array.from({ length: count }, () => Array.from({ length: 1 + below(7) }, () => alphabet[below(alphabet.length)]).join(''));
}

describe('keys that sort', () => {
  it.each([
    ['printable ASCII', ASCII, 1],
    ['identifiers', [...'pPsS-_ 0123'], 2],
    ['digits and zeros', [...'0019a'], 3],
    ['e-mail addresses', [...'abAB12.@+'], 4],
    ['Latin letters with accents', LATIN, 5],
  ] as const)('order %s as the collation of ICU does', (_what, alphabet, seed) => {
    const all = texts(alphabet, 400, seed);
    for (const [i, a] of all.entries()) {
      const b = all[(i * 7 + 3) % all.length]!;
      const [one, other] = [sortKey(a)!, sortKey(b)!];
      const wanted = Math.sign(collator.compare(a.replace(IGNORED, ''), b.replace(IGNORED, '')));
      expect({ a, b, order: one < other ? -1 : Number(one > other) }).toEqual({ a, b, order: wanted });
    }
  });

  it('are printable ASCII, so that every database compares them alike', () => {
    for (const text of texts([...'aé漢😀\u0001٣9!'], 200, 6)) expect(sortKey(text)).toMatch(/^[\x20-\x7e]*$/);
  });

  it('are null only for an empty cell', () => {
    expect([sortKey(null), sortKey(undefined), sortKey('')]).toEqual([null, null, null]);
    expect([sortKey(' - '), sortKey(0)].map((key) => key === null)).toEqual([false, false]);
  });
});
