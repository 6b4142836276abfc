import type { AnalysisImage, Measurement, NormalState } from '@echometry/contract/generated/analysis-image.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { defaultExport } from '@echometry/contract/rules/export-request.ts';
import { describe, expect, it } from 'vitest';
import references from '@echometry/contract/config/echo_references.json' with { type: 'json' };
import { longRows } from './long-rows.ts';
import { ExportReferences } from './references.ts';

const REFERENCES = new ExportReferences(references);
const REQUEST = { ...defaultExport('measurements'), include_caliper: false };
const image: AnalysisImage = {
  ...blankImage({ instance_id: '1', filename: '1.dcm', active: true, metadata: null }, 'adult'),
  type: '4-chamber 2D',
};
const normal = (indexed: number | null): NormalState => ({
  state: 'in_range',
  low: 35,
  high: 75,
  expected: null,
  z: null,
  indexed,
  source: 'a guideline',
  reason: null,
});
const aggregateRow = (of: NormalState) => {
  const measurement: Measurement = { name: 'LV EDV', type: 'volume', units: 'ml', value: [100], aggregate: 100, normal: of };
  const work = {
    study: { project: 'p', study_id: '1_20260101', patient: 'P', study_date: '2026-01-01', data_type: 'adult', gestational_age_days: null },
    facts: { editor: 'a@a', reviewer: null, role: 'Editor', blind: false, pass: 1, version: '1', review_state: null },
    state: null,
  } as unknown as Parameters<typeof longRows>[0];
  const rows = longRows(
    work,
    { image, measurements: [measurement], calipers: [], comparisons: [], standings: new Map(), curves: [] },
    REFERENCES,
    REQUEST,
  );
  return rows.find(({ cycle }) => cycle === null);
};

describe('the normal range of an aggregate', () => {
  it('is in the unit of the value', () => {
    expect(aggregateRow(normal(null))).toMatchObject({ value: 100, normal_low: 35, normal_high: 75, in_range: true, warnings: null });
  });

  it('is left out where it belongs to the index by body surface area, and the row reports it', () => {
    expect(aggregateRow(normal(52))).toMatchObject({
      value: 100,
      normal_low: null,
      normal_high: null,
      in_range: true,
      warnings: 'range_of_the_index',
    });
  });
});
