/** Every measurement of the shipped configuration has a code, and no two of an image type share one. */
import { describe, expect, it } from 'vitest';
import type { AnalysisImage, Measurement } from '@echometry/contract/generated/analysis-image.ts';
import configuration from '@echometry/contract/config/echo_measurements.json' with { type: 'json' };
import { PRIVATE_SCHEME } from './code.ts';
import { codeOf } from './codes.ts';

/** Numbers of one image type with their codes; a series is not a number. */
const TYPES = configuration.data.map(({ image_type, measurements }) => ({
  image_type,
  coded: measurements
    .filter(({ type }) => type !== 'velocity-curve')
    .map((definition) => {
      const measurement = { ...definition, value: [1] } as unknown as Measurement;
      const image = { type: image_type, measurements: [measurement] } as unknown as AnalysisImage;
      return { name: definition.name, code: codeOf(image, measurement, false) };
    }),
}));
const codesIn = (image_type: string) =>
  Object.fromEntries((TYPES.find((type) => type.image_type === image_type)?.coded ?? []).map(({ name, code }) => [name, code.value]));

/** Of the DICOM context groups and of LOINC: what the concept means in words. */
const STANDARD: readonly [image_type: string, name: string, value: string][] = [
  ['4-chamber 2D', 'Cycle length', '122182'],
  ['4-chamber 2D', 'SV', '90096001'],
  ['Aortic outflow', 'CO', '82799009'],
  ['LV M-Mode', 'PWd', '18152-9'],
  ['LV M-Mode', 'PWs', '18156-0'],
  ['LV M-Mode', 'Septal thickening', '18054-7'],
  ['LV M-Mode', 'LV mass index', '80023-5'],
  ['Parasternal long axis 2D', 'LV mass index', '80020-1'],
  ['LV isovolumetric / MPI', 'MPI', '59099-2'],
  ['Mitral inflow', 'IVRT', '59083-6'],
  ['Mitral inflow', 'Filling time', '59119-8'],
  ['Aortic outflow', 'PEP', '59085-1'],
  ['LV tissue Doppler lateral', "E/E'", '59111-5'],
  ['LV tissue Doppler septal', "E/E'", '59111-5'],
  ['Pulmonary vein', 'S', '79917-1'],
  ['Pulmonary vein', 'D', '79916-3'],
  ['Pulmonary vein', 'a', '79915-5'],
  ['Hepatic vein', 'S', '29471-0'],
  ['Hepatic vein', 'D', '29472-8'],
  ['Hepatic vein', 'a', '29474-4'],
  ['Aortic outflow', 'Vmax', '80029-2'],
  ['LV tissue Doppler lateral', "IVRT'", '80015-1'],
];

describe('codes of measurements', () => {
  it.each(STANDARD)('%s, %s is %s', (image_type, name, value) => {
    expect(codesIn(image_type)[name]).toBe(value);
  });

  it('give every measurement of the configuration a unique one within its image type', () => {
    for (const { image_type, coded } of TYPES) {
      // Volumes by any other method than their code names have the general code; here no formula is set.
      const values = coded.map(({ code }) => code.value);
      expect([image_type, values.filter((value, place) => values.indexOf(value) !== place)]).toEqual([image_type, []]);
    }
  });

  it('of the private scheme name measurement and place in 64 characters', () => {
    const ours = TYPES.flatMap(({ coded }) => coded).filter(({ code }) => code.scheme === PRIVATE_SCHEME);
    expect(ours.map(({ name }) => name)).toContain('RWT');
    for (const { name, code } of ours) {
      expect(code.value).toMatch(/^[0-9A-F]{12}$/);
      expect(code.meaning.startsWith(`${name} (`)).toBe(true);
      expect(code.meaning.length).toBeLessThanOrEqual(64);
    }
  });
});
