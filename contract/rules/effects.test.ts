import { expect, it } from 'vitest';
import { configEffectText } from './config-effects.ts';
import { effectText } from './person-effects.ts';

it('effects agree in number with what they count', () => {
  const stored = (count: number) => configEffectText({ what: 'stored-values-stay', count, names: ['LVOT'] });
  expect(stored(1)).toMatch(/^1 study holds stored values /);
  expect(stored(2)).toMatch(/^2 studies hold stored values /);
  const open = (count: number | null) => effectText({ what: 'studies-open', count, names: [] });
  expect([open(1), open(2), open(null)]).toEqual([
    '1 study is open at this person now.',
    '2 studies are open at this person now.',
    'An unknown number of studies are open at this person now.',
  ]);
});
