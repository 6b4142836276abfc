/** The manual is pages of their own: its colours are the product's, its links and pictures exist. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { TOKENS } from './tokens.ts';

const FOLDER = path.join(import.meta.dirname, '..', '..', 'public', 'manual');
const pages = readdirSync(FOLDER).filter((name) => name.endsWith('.html'));

test('the manual is drawn in the colours of the product', () => {
  const colours = readFileSync(path.join(FOLDER, 'manual.css'), 'utf8').match(/#[0-9A-Fa-f]{6}/g) ?? [];
  expect(colours.length).toBeGreaterThan(5);
  for (const colour of colours) expect(Object.values<string>(TOKENS)).toContain(colour);
});

test.each(pages)('%s leads to every page, and what it names exists', (page) => {
  const text = readFileSync(path.join(FOLDER, page), 'utf8');
  const named = [...text.matchAll(/(?:href|src)="([^"#/][^"]*)"/g)].map(([, name]) => name ?? '');
  for (const name of named) expect(existsSync(path.join(FOLDER, name)), name).toBe(true);
  for (const other of pages) expect(named).toContain(other);
  // The policy of the product allows no inline style or script.
  expect(text).not.toMatch(/<script|style=|<style/);
});
