import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { nameless, namelessTrace } from './errors.ts';

it('an error of the system is named without its path', async () => {
  const error: unknown = await readFile('/nowhere/DOE^JANE.dcm').catch((failure: unknown) => failure);
  expect(String(error)).toContain('DOE^JANE');
  expect(nameless(error)).toBe('open failed (ENOENT)');
  expect(namelessTrace(error)).not.toContain('DOE^JANE');
});

it('other errors keep their words', () => {
  expect(nameless(new Error('The project is not there any more'))).toBe('The project is not there any more');
  expect(nameless('a text')).toBe('no reason was given');
});
