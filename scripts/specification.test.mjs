// Keeps docs/specification.md alive: every row is planned or names tests that exist.
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inRoot } from './lib/root.mjs';

const SECTIONS = [
  'Platform 1.',
  'Platform 2.',
  'Platform 3.',
  'Platform 4.',
  'Platform 5.',
  'Platform 6.',
  'Platform 7.',
  'Platform 8.',
  'Platform 9.',
  'Image analysis. Preview and selection',
  'Image analysis. Overview and reference',
  'Image analysis. Cycle timing',
  'Image analysis. Segmentation of Doppler strips',
  'Image analysis. Segmentation of clips, planes and M-Mode strips',
  'Image analysis. Measurements and calipers',
  'Image analysis. Report',
  'Image analysis. Validation',
  'Agreement of readers',
  'Formats of exports',
  'Imports',
  'At scale',
  'Operations',
  'Administration on the screen',
  'Safety by test and load',
];
const REFERENCE = /^`([^`]+)` (.+)$/;

const document = readFileSync(inRoot('docs', 'specification.md'), 'utf8');
const sections = document
  .split('\n## ')
  .slice(1)
  .map((text) => {
    const [title, ...lines] = text.split('\n');
    const rows = lines
      .filter((line) => line.startsWith('| ') && !line.startsWith('| what it does'))
      .map((line) => {
        const [sentence, shown] = line.slice(2, -2).split(' | ');
        return { sentence, references: shown === 'planned' ? [] : (shown ?? '').split('<br>') };
      });
    return { title, rows };
  });
const rows = sections.flatMap((section) => section.rows);

/** A title may be in quotes of either kind; inside of them the same kind is escaped. */
const holds = (source, title) => [title, title.replaceAll("'", "\\'"), title.replaceAll('"', '\\"')].some((text) => source.includes(text));

it('the table of the specification has its sections, each with rows, and no sentence twice', () => {
  for (const name of SECTIONS)
    expect(sections.find((section) => section.title.startsWith(name))?.rows.length ?? 0, name).toBeGreaterThan(0);
  expect(sections).toHaveLength(SECTIONS.length);
  const sentences = rows.map((row) => row.sentence);
  expect(sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at)).toEqual([]);
});

it('every reference of the table is a test that exists', () => {
  const broken = rows.flatMap(({ sentence, references }) =>
    references.flatMap((reference) => {
      const [, file, title] = REFERENCE.exec(reference) ?? [];
      if (file === undefined) return [`${sentence}: "${reference}" is not a reference`];
      if (!/\.(test|spec)\.(ts|mjs)$/.test(file) || !existsSync(inRoot(file))) return [`${sentence}: the test file ${file} does not exist`];
      return holds(readFileSync(inRoot(file), 'utf8'), title) ? [] : [`${sentence}: ${file} has no "${title}"`];
    }),
  );
  expect(broken).toEqual([]);
  const planned = rows.filter((row) => row.references.length === 0).length;
  process.stdout.write(`the specification: ${rows.length} rows, ${rows.length - planned} shown, ${planned} planned\n`);
});
