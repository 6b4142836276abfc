import { expect, it } from 'vitest';
import { checkArrows, importsOf, SERVER, tableOf, wrongImports } from './arrows.mjs';

const PLAN = [
  ['db', 'records', []],
  ['reviews', 'reviews', ['db']],
  ['top', 'all', null],
];
const file = (name, ...targets) => ({ file: name, text: targets.map((target) => `import { a } from '${target}';`).join('\n') });

it('reads imports of values and types, dynamic imports and re-exports', () => {
  const text = `import { a } from './a.ts';\nimport type { B } from '../b.ts';\nexport { c } from "./c.ts";\nexport { d } from './d.ts';\nawait import('./e.ts');\nimport './f.ts';\nimport path from 'node:path';`;
  expect(importsOf(text)).toEqual(['./a.ts', '../b.ts', './d.ts', './e.ts', './f.ts']);
});

it('refuses an upward import, an import across subjects, and a folder that is not in the plan', () => {
  expect(wrongImports([file('reviews/a.ts', '../db/b.ts', './c.ts'), file('main.ts', './reviews/a.ts')], PLAN, {})).toEqual([]);
  expect(wrongImports([file('db/a.ts', '../reviews/b.ts')], PLAN, {})).toEqual([
    'db/a.ts imports reviews/b.ts, which the floor plan does not allow',
  ]);
  expect(wrongImports([file('other/a.ts')], PLAN, {})).toEqual([]);
  expect(wrongImports([file('other/a.ts', './b.ts')], PLAN, {})).toEqual(['other/a.ts: the folder other is not in the plan']);
});

it('refuses a plan with an upward arrow', () => {
  expect(
    wrongImports(
      [],
      [
        ['db', '', ['reviews']],
        ['reviews', '', []],
      ],
      {},
    ),
  ).toEqual(['the plan lets db import reviews, which is not below it']);
});

it('keeps a leaf to itself', () => {
  const leaves = { 'reviews/formats': ['reviews/units.ts'] };
  expect(wrongImports([file('reviews/formats/a.ts', './b.ts', '../units.ts')], PLAN, leaves)).toEqual([]);
  expect(wrongImports([file('reviews/formats/a.ts', '../save.ts')], PLAN, leaves)).toHaveLength(1);
  expect(wrongImports([file('reviews/formats/a.ts', '../../db/b.ts')], PLAN, leaves)).toHaveLength(1);
});

it('has a row for every folder, highest first', () => {
  expect(tableOf().split('\n')).toHaveLength(SERVER.length + 2);
  expect(tableOf(PLAN).split('\n').at(-1)).toBe('| `db` | records | nothing |');
});

it('agrees with the server and with ARCHITECTURE.md', () => {
  expect(() => checkArrows()).not.toThrow();
});
