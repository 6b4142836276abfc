import { expect, it } from 'vitest';
import { hitsOf } from './plain-english.mjs';

const found = (file, body) => hitsOf(file, body).map(({ line, kind, phrase }) => [line, kind, phrase]);

it('finds phrases by kind of text and line', () => {
  expect(found('README.md', 'Fine.\nIt is made anew.')).toEqual([[2, 'docs', 'anew']]);
  expect(found('web/manual/pages/a.html', '<p>The list <b>stands</b> there.</p><p>It lies in the folder.</p>')).toEqual([
    [1, 'ui', 'lies in'],
  ]);
  expect(found('server/src/a.ts', "throw new Refusal('There is no project of this name');")).toEqual([[1, 'messages', 'is no p']]);
  expect(found('web/src/a.tsx', '<p>Nobody has worked on it</p>')).toEqual([[1, 'ui', 'Nobody']]);
  expect(found('server/src/a.test.ts', "it('goes on alone', () => undefined);").map(([, kind, phrase]) => [kind, phrase])).toEqual([
    ['tests', 'alone'],
    ['tests', 'goes on'],
  ]);
});

it('reads comments of every form, without code in them', () => {
  expect(found('a.ts', '/** Answers `nobody`. */')).toEqual([[1, 'comments', 'Answers']]);
  expect(found('a.rs', '/// The frame\n//! that is begun')).toEqual([[2, 'comments', 'is begun']]);
  expect(found('a.ts', '/*\n * It tells\n */\nconst a = 1; // told')).toEqual([
    [2, 'comments', 'tells'],
    [4, 'comments', 'told'],
  ]);
});

it('accepts correct texts and fenced code', () => {
  expect(found('README.md', '```\nanew\n```\nThere is no longer a limit. What is that?')).toEqual([]);
});
