import { expect, it } from 'vitest';
import { exactTime, wholeTime } from './format.ts';

it('times of the audit have seconds, others have minutes', () => {
  const at = new Date(2026, 10, 28, 9, 5, 7).getTime();
  expect(exactTime(at)).toBe('28 Nov 2026, 09:05:07');
  expect(wholeTime(at)).toBe('28 Nov 2026, 09:05');
});
