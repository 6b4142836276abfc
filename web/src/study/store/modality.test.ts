import { expect, test } from 'vitest';
import { modalityOfRegions } from './modality.ts';

// Region Spatial Format and Region Data Type of PS3.3 C.8.5.5.1.1 and C.8.5.5.1.2.
const region = (region_spatial_format: number | null, region_data_type: number | null) => ({ region_spatial_format, region_data_type });
const [tissue, mMode, pw, cw, ecg] = [region(1, 1), region(2, 1), region(3, 3), region(3, 4), region(4, 10)];

test('the modality of a file comes from its spectrum, else its M-Mode, else it is 2D', () => {
  expect(modalityOfRegions([tissue, pw, ecg])).toBe('PW Doppler');
  expect(modalityOfRegions([tissue, cw])).toBe('CW Doppler');
  expect(modalityOfRegions([tissue, mMode])).toBe('M-Mode');
  expect(modalityOfRegions([tissue])).toBe('2D');
  expect(modalityOfRegions([region(null, null)])).toBe('2D');
  expect(modalityOfRegions([])).toBe('2D');
});
