import { expect, it } from 'vitest';
import { testsFor } from './changed.mjs';

it('a formula concerns only the engine', () => {
  expect(testsFor(['engine-rs/src/measure/formulas/area.rs', 'fixtures/golden/measure/area.json'])).toEqual({
    crates: ['echometry-engine'],
    scripts: true,
    journeys: [],
  });
});

it('a page concerns its own tests and the shortest walk through the product', () => {
  expect(testsFor(['web/src/features/studies/page.tsx'])).toEqual({ crates: [], scripts: true, journeys: ['editor'] });
});

it('a journey that was changed is walked', () => {
  expect(testsFor(['web/e2e/shell.spec.ts', 'web/e2e/support/steps.ts']).journeys).toEqual(['shell']);
});

it('a document concerns no test', () => {
  expect(testsFor(['docs/security.md', 'README.md'])).toEqual({ crates: [], scripts: false, journeys: [] });
});

it('the command line and the phantom have their own crates', () => {
  expect(testsFor(['engine-rs/cli/src/main.rs', 'fixtures/phantom/src/heart.rs', 'Cargo.lock']).crates).toEqual([
    'echometry-cli',
    'echometry-phantom',
    'echometry-engine',
  ]);
});
