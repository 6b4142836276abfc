import { expect, test } from 'vitest';
import type { AnalysisImage } from '../generated/analysis-image.ts';
import { blankImage } from './blank-image.ts';
import { fileCalibration, ownSource, presetCalibration, sourcesOf, withCalibration, withManual } from './calibration.ts';

const REGION = {} as Parameters<typeof ownSource>[0]['doppler_regions'][number];
const spacing = (source: 'pixel_spacing' | 'nominal_scanned_pixel_spacing' | 'imager_pixel_spacing') => ({
  source,
  row_mm: 0.2,
  column_mm: 0.25,
});

test('a pattern of flow away from the probe presets that direction, and nothing else of the scale', () => {
  expect(presetCalibration({ flow_direction: 'away' })).toEqual({ ...fileCalibration('regions'), flow_direction: 'away' });
  expect(presetCalibration({ flow_direction: 'toward' })).toBeNull();
  expect(presetCalibration({ flow_direction: null })).toBeNull();
});

test('the scale of a file has no author, and counts as its first version', () => {
  expect(fileCalibration('regions')).toMatchObject({ source: 'regions', baseline_y: null, author: null, at: null, version: 1 });
});

test('regions come before Pixel Spacing, and a nominal spacing does not count without confirmation', () => {
  expect(ownSource({ doppler_regions: [REGION], pixel_spacing: spacing('pixel_spacing') })).toBe('regions');
  expect(ownSource({ doppler_regions: [], pixel_spacing: spacing('pixel_spacing') })).toBe('pixel_spacing');
  expect(ownSource({ doppler_regions: [], pixel_spacing: spacing('nominal_scanned_pixel_spacing') })).toBe('none');
  expect(ownSource({ doppler_regions: [], pixel_spacing: null })).toBe('none');
});

test('a user can choose the scale of the file, confirm a nominal spacing, always type a scale or remove it', () => {
  expect(sourcesOf({ doppler_regions: [REGION], pixel_spacing: spacing('pixel_spacing') })).toEqual([
    'regions',
    'pixel_spacing',
    'manual',
    'none',
  ]);
  expect(sourcesOf({ doppler_regions: [], pixel_spacing: spacing('imager_pixel_spacing') })).toEqual([
    'confirmed_spacing',
    'manual',
    'none',
  ]);
  expect(sourcesOf({ doppler_regions: [], pixel_spacing: null })).toEqual(['manual', 'none']);
});

test('a change names who made it and when, counts up, and takes the values away that came from the scale before', () => {
  const image: AnalysisImage = {
    ...blankImage({ instance_id: '2.25.1', filename: 'a.dcm', active: true, metadata: null }, 'adult'),
    is_measured: true,
  };
  const first = withCalibration(image, { velocity_axis: 'down' }, fileCalibration('regions'), { author: 'a@test', at: 5 });
  expect(first.calibration).toEqual({ ...fileCalibration('regions'), velocity_axis: 'down', author: 'a@test', at: 5, version: 1 });
  expect(first).toMatchObject({ measurements: [], is_measured: false });
  const second = withCalibration(first, { baseline_y: 40 }, fileCalibration('none'), { author: 'b@test', at: 6 });
  expect(second.calibration).toMatchObject({ source: 'regions', velocity_axis: 'down', baseline_y: 40, author: 'b@test', version: 2 });
});

test('a typed scale replaces the scale of the same axis and leaves the others', () => {
  const scale = (axis: 'xy' | 'x' | 'y', value: number) =>
    ({ axis, from: { x: 0, y: 0 }, to: { x: 10, y: 0 }, value, unit: 'cm' }) as const;
  expect(withManual([scale('xy', 1), scale('x', 2)], scale('xy', 3))).toEqual([scale('x', 2), scale('xy', 3)]);
});
