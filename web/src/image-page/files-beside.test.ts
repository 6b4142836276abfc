import { expect, test } from 'vitest';
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import { filesBeside } from './files-beside.ts';

const FILES = ['a', 'b', 'c', 'd', 'e'].map((instance_id) => ({ instance_id }) as StudyFile);
const beside = (targets: string[], count: number, files = FILES): string =>
  filesBeside(files, targets, count)
    .map(({ instance_id }) => instance_id)
    .join('');

test('chosen images come first, then those after the one shown, round the end', () => {
  expect(beside(['b'], 2)).toBe('bc');
  expect(beside(['b', 'e'], 2)).toBe('be');
  expect(beside(['d', 'a'], 4)).toBe('daeb');
  expect(beside(['a', 'b', 'c', 'd', 'e'], 4)).toBe('abcd');
});

test('one image has nothing beside it, and a study with fewer images shows those it has', () => {
  expect(beside(['b'], 1)).toBe('');
  expect(beside(['b'], 4, FILES.slice(0, 3))).toBe('bca');
  expect(beside([], 2, [])).toBe('');
});
