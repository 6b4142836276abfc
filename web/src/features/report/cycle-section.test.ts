import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { BullsEye, BullsEyeSegment } from '@echometry/contract/generated/cycle-curves.ts';
import { CycleSection } from './cycle-section.tsx';
import type { CycleValues } from './cycle-values.ts';

const segments = (count: number): BullsEyeSegment[] =>
  Array.from({ length: count }, (_, at) => ({
    number: at + 1,
    parts: [{ view: 'four-chamber', segment: 'septum-mid' }],
    strain: at === 0 ? null : -10.5 - at,
    missing: at === 0 ? 'drawn-by-hand' : null,
  }));

const views = (average: number | null): BullsEye => ({
  views: [
    { view: 'four-chamber', instance_id: 'i1', cycle: 0, strain: -20, missing: null, heart_rate_bpm: 60 },
    { view: 'two-chamber', instance_id: 'i2', cycle: 0, strain: -18, missing: null, heart_rate_bpm: 60 },
    { view: 'three-chamber', instance_id: null, cycle: null, strain: null, missing: 'no-image', heart_rate_bpm: null },
  ],
  average,
  formula_version: 1,
  rates_differ_by: null,
  of_17: segments(17),
  of_18: segments(18),
});

function shown(average: number | null): string {
  const cycle = { image: { view: '4-chamber', instance_id: 'i1' }, cycle: 0, curves: [], method: 'speckle-tracking 3' };
  const found = { cycles: [cycle as unknown as CycleValues], views: views(average), report: [], images: [], halves: new Map() };
  return renderToStaticMarkup(createElement(MantineProvider, null, createElement(CycleSection, { found })));
}

const namesOf = (markup: string): string[] => [...markup.matchAll(/role="img"[^>]*aria-label="([^"]*)"/g)].map(([, name]) => name ?? '');

it('the report has the bull’s-eye of three views, each segment with its name, its value or reason, and its views', () => {
  const markup = shown(-19);
  const names = namesOf(markup);
  expect(names).toHaveLength(17);
  expect(names[0]).toBe('1 Basal anterior: drawn by hand at end systole (4-chamber)');
  expect(names[16]).toBe('17 Apex: -26.5 % (4-chamber)');
  expect(markup).toContain('GLS, average -19.0 %.');
  // One segment takes part in the order of focus; arrow keys reach the others.
  expect(markup.match(/role="img"[^>]*tabindex="0"/gi)).toHaveLength(1);
});

it('without the strain of a view the report has its reason and no bull’s-eye', () => {
  const markup = shown(null);
  expect(namesOf(markup)).toEqual([]);
  expect(markup).toContain('GLS, average: needs all three views.');
  expect(markup).toContain('3-chamber: no image');
});
