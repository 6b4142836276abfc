import { expect, test } from 'vitest';
import { fileCalibration, presetCalibration } from './calibration.ts';

test('a pattern of flow away from the probe presets that direction, and nothing else of the scale', () => {
  expect(presetCalibration({ flow_direction: 'away' })).toEqual({ ...fileCalibration('regions'), flow_direction: 'away' });
  expect(presetCalibration({ flow_direction: 'toward' })).toBeNull();
  expect(presetCalibration({ flow_direction: null })).toBeNull();
});

test('the scale of a file has no author, and counts as its first version', () => {
  expect(fileCalibration('regions')).toMatchObject({ source: 'regions', baseline_y: null, author: null, at: null, version: 1 });
});
