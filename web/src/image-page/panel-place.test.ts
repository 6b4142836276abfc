import { beforeEach, expect, test } from 'vitest';
import { ASSESSMENT, closeSection, fold, isShown, panel, setPanel, type SectionName } from './panel-place.ts';

const BOTH: readonly SectionName[] = ['quality', 'comments'];

beforeEach(() => {
  setPanel({ open: ASSESSMENT, folded: [] });
});

test('a section that is closed leaves the other one', () => {
  closeSection('comments', BOTH);
  expect([panel.open, isShown('comments'), isShown('quality')]).toEqual([ASSESSMENT, false, true]);
});

test('with its last section the panel closes, and it opens as a whole again', () => {
  fold('quality', true);
  closeSection('comments', BOTH);
  expect([panel.open, panel.folded]).toEqual([null, []]);
  setPanel({ open: ASSESSMENT });
  closeSection('comments', ['comments']);
  expect(panel.open).toBeNull();
});

test('nothing is shown of a panel that is closed, or shows something else', () => {
  setPanel({ open: null });
  expect(isShown('quality')).toBe(false);
  setPanel({ open: 'metadata' });
  expect(isShown('comments')).toBe(false);
});
