import { expect, test } from 'vitest';
import { colourDecisionText, valueNoteText } from './messages.ts';

test('a note quotes the value and its treatment', () => {
  expect(valueNoteText({ tag: '(0018,1063)', keyword: 'FrameTime', value: '33,33', fault: 'unreadable' })).toBe(
    'FrameTime “33,33” is not a number and was not used.',
  );
});

test('the panel names the evidence for colours', () => {
  expect(colourDecisionText({ rgb: false, basis: 'subsampled_chroma' })).toBe('YBR, as its chroma is subsampled');
});
