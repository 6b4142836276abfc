import { expect, it } from 'vitest';
import { anchorOf, anchorsOf, brokenCitations } from './citations.mjs';

const DOCUMENTS = { 'docs/calibration.md': anchorsOf('# Calibration\n## Zero line\n<a id="platform-2"></a>\n') };
const find = (document) => DOCUMENTS[document] ?? null;

it('headings become the anchors they have where documents are rendered', () => {
  expect(anchorOf('Baseline, inversion, aliasing')).toBe('baseline-inversion-aliasing');
  expect(anchorOf('Platform 2. Screens and routes')).toBe('platform-2-screens-and-routes');
});

it('a citation leads to a document and a heading that are there', () => {
  expect(brokenCitations('a.ts', '// docs/calibration.md#zero-line and docs/calibration.md#platform-2', find)).toEqual([]);
  expect(brokenCitations('a.ts', 'one\n// docs/calibration.md#no-such-line', find)).toEqual([
    'a.ts:2: docs/calibration.md#no-such-line names no heading of it',
  ]);
  expect(brokenCitations('a.rs', '//! (elsewhere.md)', find)).toEqual(['a.rs:1: the document elsewhere.md does not exist']);
});

it('addresses outside of the repository are not checked', () => {
  expect(brokenCitations('a.ts', 'https://example.org/readme.md', find)).toEqual([]);
});

it('sections are cited by heading, because numbers change', () => {
  expect(brokenCitations('a.ts', '// docs/calibration.md 2.5', find)).toHaveLength(1);
  expect(brokenCitations('a.ts', '/** A study (platform 4). */', find)).toHaveLength(1);
  expect(brokenCitations('docs/a.md', '## Platform 2. Screens', find)).toEqual([]);
});
