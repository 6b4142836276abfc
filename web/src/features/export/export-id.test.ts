import { expect, it } from 'vitest';
import { newExportId } from './export-id.ts';

it('an export has a name that sorts by time', () => {
  expect(newExportId('demo adult', { type: 'measurements' }, new Date(Date.UTC(2026, 10, 23, 2, 5)), 'ab12cd34')).toBe(
    'demo-adult_measurements_20261123-0205_ab12cd34',
  );
});
