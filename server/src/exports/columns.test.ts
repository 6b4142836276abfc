import { readFileSync } from 'node:fs';
import path from 'node:path';
import { checkoutRoot } from '@echometry/bindings/node/client.ts';
import { expect, it } from 'vitest';
import measurements from '@echometry/contract/config/echo_measurements.json' with { type: 'json' };
import { LONG_COLUMNS, LONG_HEADER } from './columns.ts';
import { hasUcumCode, ucumOf } from './units.ts';

/** The columns that were asked for, in their order: data scientists read them by name and by place. */
const ASKED =
  'project, study_id, patient, study_date, data_type, gestational_age_days, editor, reviewer, study_state, instance_id, filename, image_type, view, modality, reference, cycle, cardiac_event, frame_number, measurement, abbreviation, class, kind, formula, formula_version, value, unit, aggregate_of, normal_low, normal_high, in_range, calibration_source, warnings, reason, recomputed_differs, engine_version, role, blind, pass, version, review_state, validated, changed_since, consensus_of, finished_with_reason, gestational_age_source, age_days, age_source, sex, sex_source, height_cm, height_source, weight_kg, weight_source, reference_source, reference_row, z, percentile, multiple_of_median, reference_low, reference_high, in_reference, reference_reason, reference_version';

it('the long table has exactly the columns that were asked for', () => {
  expect(LONG_HEADER.join(', ')).toBe(ASKED);
});

it('docs/data.md names every column with the words of the README', () => {
  const text = readFileSync(path.join(checkoutRoot(), 'docs', 'data.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `([a-z_]+)` \| (.+) \|$/gm)].map(([, name, what]) => [name, what]);
  expect(rows).toEqual(LONG_COLUMNS.map(([name, what]) => [name, what]));
});

it('every unit of the shipped configuration has a code of UCUM', () => {
  const units = new Set(measurements.data.flatMap((row) => row.measurements.map((one) => one.units)));
  expect(units.size).toBeGreaterThan(10);
  for (const unit of [...units, 'deg', 's']) expect([unit, hasUcumCode(unit)]).toEqual([unit, true]);
  expect([ucumOf('mmHg'), ucumOf('bpm'), ucumOf(''), ucumOf('furlong')]).toEqual(['mm[Hg]', '/min', '1', '{furlong}']);
});
