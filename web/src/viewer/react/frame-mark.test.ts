import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FrameMark, type FrameMarkProps } from './frame-mark.tsx';

const drawn = (file: FrameMarkProps): string => renderToStaticMarkup(createElement(FrameMark, file));

test.each([
  { declared: 4, counted: 6, found: null },
  { declared: 4, counted: 6, found: 4 },
])('a file with more frames than it declares is marked with both numbers: %o', (file) => {
  const mark = drawn(file);
  expect(mark).toContain('4 of 6 frames');
  expect(mark).toContain('holds more frames than its header declares');
  expect(mark).not.toContain('ends early');
});

test.each([
  { declared: 4, counted: 3, found: null },
  { declared: 4, counted: null, found: 3 },
])('a file that ends early is marked with both numbers: %o', (file) => {
  const mark = drawn(file);
  expect(mark).toContain('3 of 4 frames');
  expect(mark).toContain('ends early');
  expect(mark).not.toContain('more frames than its header declares');
});

test.each([
  { declared: 4, counted: 4, found: 4 },
  { declared: 4, counted: null, found: null },
])('a file with the frames that it declares has no mark: %o', (file) => {
  expect(drawn(file)).toBe('');
});
