// A new kind of measurement: one source, one golden file, one line of the registry.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { inRoot } from './lib/root.mjs';
import { newFormula } from './new-formula.mjs';

const root = mkdtempSync(path.join(tmpdir(), 'echometry-formula-'));
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});
const measure = path.join('engine-rs', 'src', 'measure');
mkdirSync(path.join(root, 'fixtures', 'golden', 'measure'), { recursive: true });
cpSync(inRoot(measure), path.join(root, measure), { recursive: true });
const text = (...parts) => readFileSync(path.join(root, ...parts), 'utf8');

it('a new kind is one source, one golden file and one line of the registry, in order of the alphabet', () => {
  const before = Number(/\[&Kind; (\d+)\]/.exec(text(measure, 'registry.rs'))[1]);
  newFormula(root, 'jet width');
  expect(text(measure, 'formulas', 'jet_width.rs')).toContain('name: "jet width",');
  expect(JSON.parse(text('fixtures', 'golden', 'measure', 'jet_width.json'))).toEqual({ kind: 'jet width', cases: [] });
  const registry = text(measure, 'registry.rs');
  expect(registry).toContain(`[&Kind; ${before + 1}]`);
  expect(registry).toContain('    &f::heart_rate::KIND,\n    &f::jet_width::KIND,\n    &f::line_distance::KIND,\n');
  expect(text(measure, 'formulas', 'mod.rs')).toContain('pub mod heart_rate;\npub mod jet_width;\npub mod line_distance;\n');
});

it('a kind that is there, or a name that is none, writes nothing', () => {
  const registry = text(measure, 'registry.rs');
  expect(() => newFormula(root, 'volume')).toThrow('there already');
  expect(() => newFormula(root, '../x')).toThrow('a kind is words');
  expect(text(measure, 'registry.rs')).toBe(registry);
});
