// Style sheets stay few: what looks alike is stated once (web/src/ui/kit.module.css, web/src/ui/layout.module.css).
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from './lib/root.mjs';
import { classesOf, composedClasses, filesBelow, readClasses, rulesOf } from './lib/style-sheets.mjs';

/** Rules with so many declarations in common state the same look twice. */
const MANY_DECLARATIONS = 3;
const MOST_STYLE_SHEETS = 60;

const read = (files) => new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
const sheets = read(filesBelow(inRoot('web', 'src'), ['.css']));
const code = read(filesBelow(inRoot('web', 'src'), ['.ts', '.tsx']));
const uses = [
  ...[...code].flatMap(([file, text]) => readClasses(file, text)),
  ...[...sheets].flatMap(([file, text]) => composedClasses(file, text).map((use) => ({ ...use, chosenAtRunTime: false }))),
];

describe('style sheets', () => {
  it('reads rules within and outside of conditions', () => {
    const text = '/* a */ .a,\n.b { color: red; margin: 0 }\n@media print { .c { top: 0 } @page { margin: 1mm; @top-left { width: 1% } } }';
    expect(rulesOf(text)).toEqual([
      { selector: '.a, .b', conditions: [], declarations: ['color: red', 'margin: 0'] },
      { selector: '.c', conditions: ['@media print'], declarations: ['top: 0'] },
    ]);
    expect([...classesOf('.a > .b:not(.c) :global(.d) { top: 0.5px }')]).toEqual(['a', 'b', 'c']);
  });

  it('are few', () => expect(sheets.size).toBeLessThan(MOST_STYLE_SHEETS));

  it('state no look twice', () => {
    const places = new Map();
    for (const [file, text] of sheets)
      for (const { selector, conditions, declarations } of rulesOf(text)) {
        if (declarations.length < MANY_DECLARATIONS) continue;
        const look = [...conditions, ...declarations.toSorted()].join('; ');
        places.set(look, [...(places.get(look) ?? []), `${file}: ${selector}`]);
      }
    expect([...places.values()].filter((where) => where.length > 1)).toEqual([]);
  });

  it('have no class that nothing reads', () => {
    const unread = [...sheets].flatMap(([file, text]) => {
      const here = uses.filter(({ sheet }) => sheet === file);
      if (here.some(({ chosenAtRunTime }) => chosenAtRunTime) || !file.endsWith('.module.css')) return [];
      const names = new Set(here.flatMap((use) => use.names));
      return [...classesOf(text)].filter((name) => !names.has(name)).map((name) => `${file}: ${name}`);
    });
    expect(unread).toEqual([]);
  });

  it('have every class that is read', () => {
    const missing = uses.flatMap(({ sheet, names }) => {
      const there = classesOf(sheets.get(sheet) ?? '');
      return names.filter((name) => !there.has(name)).map((name) => `${sheet}: ${name}`);
    });
    expect(missing).toEqual([]);
  });
});
