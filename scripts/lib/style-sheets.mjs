// Style sheets of the web as text: their rules, and the classes that the code reads.
import { readdirSync } from 'node:fs';
import path from 'node:path';

const COMMENT = /\/\*[\s\S]*?\*\//g;
const CLASS = /\.([A-Za-z_][\w-]*)/g;
const OTHER_LIBRARY = /:global\([^)]*\)/g;
const IMPORT = /import (\w+) from '(\.[^']+\.module\.css)';/g;
const COMPOSED = /composes: ([\w ]+) from '([^']+)'/g;

/** Files below a folder whose names end in one of `endings`. */
export const filesBelow = (folder, endings) =>
  readdirSync(folder, { recursive: true })
    .map((name) => path.join(folder, String(name)))
    .filter((file) => endings.some((ending) => file.endsWith(ending)))
    .toSorted();

/**
 * The rules of a style sheet, each with the conditions around it (`@media`).
 * @param {string} text
 */
export function rulesOf(text) {
  const rules = [];
  const around = [];
  let rest = text.replace(COMMENT, '');
  for (let match = /^([^{}]*)([{}])/.exec(rest); match; match = /^([^{}]*)([{}])/.exec(rest)) {
    const [whole, before, brace] = match;
    rest = rest.slice(whole.length);
    if (brace === '}') {
      const { selector, body } = around.pop();
      const declarations = (body + before)
        .split(';')
        .map((part) => part.trim().replace(/\s+/g, ' '))
        .filter(Boolean);
      if (!selector.startsWith('@')) rules.push({ selector, conditions: around.map((outer) => outer.selector), declarations });
      continue;
    }
    // Declarations may come before a rule within a rule, as in @page.
    const end = before.lastIndexOf(';') + 1;
    if (around.length > 0) around.at(-1).body += before.slice(0, end);
    around.push({ selector: before.slice(end).trim().replace(/\s+/g, ' '), body: '' });
  }
  return rules;
}

/** Names of the classes that the selectors of a style sheet have. */
export const classesOf = (text) =>
  new Set(rulesOf(text).flatMap(({ selector }) => [...selector.replace(OTHER_LIBRARY, '').matchAll(CLASS)].map(([, name]) => name)));

/** The classes that code reads from style sheets: by file, and whether one is chosen at run time. */
export function readClasses(file, text) {
  return [...text.matchAll(IMPORT)].map(([, name, from]) => ({
    sheet: path.join(path.dirname(file), from),
    names: [...text.matchAll(new RegExp(`(?<![\\w./])${name}(?:\\.(\\w+)|\\['(\\w+)'\\])`, 'g'))].map(
      ([, plain, quoted]) => plain ?? quoted,
    ),
    chosenAtRunTime: new RegExp(`(?<![\\w.])${name}\\[[^']`).test(text),
  }));
}

/** The classes that a style sheet takes from another one. */
export const composedClasses = (file, text) =>
  [...text.matchAll(COMPOSED)].map(([, names, from]) => ({ sheet: path.join(path.dirname(file), from), names: names.split(' ') }));
