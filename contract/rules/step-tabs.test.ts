import { expect, test } from 'vitest';
import { isStepOpen, tabOfStatus } from './step-tabs.ts';

test('status names of the studies list lead to their tabs, anything segmented to the segmentation', () => {
  expect(tabOfStatus('selected')).toBe('selection');
  expect(tabOfStatus('annotated')).toBe('cycletiming');
  expect(tabOfStatus('segmented_dop')).toBe('segmentation');
  expect(tabOfStatus('not-yet-segmented-page')).toBe('segmentation');
  expect(tabOfStatus('preview')).toBe('preview');
});

test.each(Object.getOwnPropertyNames(Object.prototype))('a page named %s, as in every object, stays as it is', (name) => {
  expect(tabOfStatus(name)).toBe(name);
});

test('a step dot can be clicked when it is done or the one before it is', () => {
  const names = ['selected', 'annotated', 'segmented_2d'] as const;
  const none = { selected: false, annotated: false, segmented_dop: false, segmented_2d: false, measured: false, validated: false };
  expect([0, 1, 2].map((at) => isStepOpen(names, at, none))).toEqual([true, false, false]);
  expect([0, 1, 2].map((at) => isStepOpen(names, at, { ...none, selected: true }))).toEqual([true, true, false]);
  expect([0, 1, 2].map((at) => isStepOpen(names, at, { ...none, segmented_2d: true }))).toEqual([true, false, true]);
  expect(isStepOpen(names, 3, none)).toBe(false);
});
