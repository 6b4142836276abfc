import { expect, it } from 'vitest';
import { printable } from './console.ts';

it('shows control characters instead of obeying them, and keeps text and lines', () => {
  expect(printable('a\u001b[2Jb\u0007\r\u009b31mc\u007f\n\u00e4\u6f22 d')).toBe(
    'a\\u001b[2Jb\\u0007\\u000d\\u009b31mc\\u007f\n\u00e4\u6f22 d',
  );
});

it('keeps the meaning of JSON', () => {
  const value = { file: 'x\u009b2J\u007f.dcm' };
  expect(JSON.parse(printable(JSON.stringify(value)))).toEqual(value);
});
