import { expect, it } from 'vitest';
import { unitShown } from './unit-shown.ts';

it('a unit is shown as people write it', () =>
  expect([unitShown('cm2'), unitShown('none'), unitShown('ml'), unitShown(null)]).toEqual(['cm²', '', 'ml', '']));
it.each(Object.getOwnPropertyNames(Object.prototype))('a unit named %s, as in every object, is shown as it is', (name) => {
  expect(unitShown(name)).toBe(name);
});
