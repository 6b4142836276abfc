import { expect, test } from 'vitest';
import { offeredTypes, offeredViews } from './labelling.ts';

const type = (name: string, modalities: readonly string[], views: readonly string[]) => ({
  type: name,
  modalities,
  views,
  data_types: ['adult'],
});
/** A study of a project with these modalities. */
const study = (...modalities: string[]) =>
  ({
    config: {
      imageTypes: [type('4C', ['2D'], ['A4C', 'A5C']), type('LV', ['M-Mode'], ['PLAX']), type('TR', ['CW Doppler', 'PW Doppler'], ['A4C'])],
    },
    head: { data_type: 'adult' },
    project: { image_types: [], modalities: modalities.map((one) => ({ type: one, color: '#000000' })) },
  }) as unknown as Parameters<typeof offeredTypes>[0];

test('a project without a modality does not offer its types', () => {
  expect(offeredTypes(study('2D', 'PW Doppler')).map((one) => [one.type, one.modalities])).toEqual([
    ['4C', ['2D']],
    ['TR', ['PW Doppler']],
  ]);
});

test('all views are offered, and views that do not fit the type are marked', () => {
  const all = study('2D', 'M-Mode');
  expect(offeredViews(all, { type: '4C' })).toEqual([
    { view: 'A4C', fits: true },
    { view: 'A5C', fits: true },
    { view: 'PLAX', fits: false },
  ]);
  expect(offeredViews(all, undefined).every(({ fits }) => fits)).toBe(true);
});
