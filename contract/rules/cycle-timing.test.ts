import { expect, test } from 'vitest';
import { canBeTimed, maxCycles } from './cycle-timing.ts';

const PROJECT = {
  modalities: [
    { type: '2D', color: '#fff' },
    { type: 'PW Doppler', color: '#fff' },
  ],
} as const;
const project = { modalities: [...PROJECT.modalities] };
const image = { view: 'A4C', type: '4-chamber 2D', reference: true, modality: '2D' } as const;

test('cycle-timing images need view, type, reference and a project-enabled modality, and in 2D a nonzero frame count', () => {
  expect(canBeTimed(image, 30, project)).toBe(true);
  expect(canBeTimed(undefined, 30, project)).toBe(false);
  expect(canBeTimed({ ...image, view: null }, 30, project)).toBe(false);
  expect(canBeTimed({ ...image, type: null }, 30, project)).toBe(false);
  expect(canBeTimed({ ...image, reference: false }, 30, project)).toBe(false);
  expect(canBeTimed({ ...image, modality: 'M-Mode' }, 30, project)).toBe(false);
  expect(canBeTimed(image, 0, project)).toBe(false);
  expect(canBeTimed({ ...image, modality: 'PW Doppler' }, 0, project)).toBe(true);
});

test("cycles at most are the project's, or 1000 where the user defines them", () => {
  expect(maxCycles({ cardiac_cycles: 3 })).toBe(3);
  expect(maxCycles({ cardiac_cycles: 'user defined' })).toBe(1000);
});
