/** The manual has separate pages: its colours are the product's, its links and pictures exist. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { MANUAL_PAGES, manualPage } from '../../manual/manual.ts';
import { TOKENS } from './tokens.ts';

const WEB = path.join(import.meta.dirname, '..', '..');
const STATIC = path.join(WEB, 'public', 'manual');
const names = MANUAL_PAGES.map(([name]) => name);

test('the manual is drawn in the colours of the product', () => {
  const colours = readFileSync(path.join(STATIC, 'manual.css'), 'utf8').match(/#[0-9A-Fa-f]{6}/g) ?? [];
  expect(colours.length).toBeGreaterThan(5);
  for (const colour of colours) expect(Object.values<string>(TOKENS)).toContain(colour);
});

test('every body is a page of the navigation', () => {
  expect(readdirSync(path.join(WEB, 'manual', 'pages')).sort()).toEqual(names.map((name) => `${name}.html`).sort());
});

test.each(names)('%s leads to every page, and what it names exists', (page) => {
  const text = manualPage(page);
  const named = [...text.matchAll(/(?:href|src)="([^"#/][^"]*)"/g)].map(([, name]) => name ?? '');
  const pages = names.map((name) => `${name}.html`);
  for (const name of named) expect(pages.includes(name) || existsSync(path.join(STATIC, name)), name).toBe(true);
  for (const other of pages) expect(named).toContain(other);
  expect(text.match(/<h1>/g)).toHaveLength(1);
  // The policy of the product allows no inline style or script.
  expect(text).not.toMatch(/<script|style=|<style/);
});
