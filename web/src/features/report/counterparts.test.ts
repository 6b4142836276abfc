import type { AnalysisVersion } from '@echometry/contract/records/analysis-version.ts';
import { describe, expect, it } from 'vitest';
import { editorsToCompare, originalToCompare, studiesToCompare } from './counterparts.ts';

const row = (study_id: string, patient: number, date: string, analysis: number | null) => ({
  study_id,
  patient,
  date,
  analysis,
  editor: null,
});
const version = (number: number, author: string, current = false): AnalysisVersion => ({
  version: number,
  parent: null,
  author,
  role: 'Editor',
  created_at: number,
  study_state: 'Incomplete',
  restored_from: null,
  without_head: false,
  current,
});

describe('what a report is compared with', () => {
  it('are the other studies of the patient that have an analysis, the newest first', () => {
    const rows = [
      row('7_20260101', 7, '2026-01-01', 1),
      row('7_20260301', 7, '2026-03-01', 2),
      row('7_20260401', 7, '2026-04-01', null),
      row('8_20260101', 8, '2026-01-01', 3),
      row('7_20260201', 7, '2026-02-01', 4),
    ];
    const found = studiesToCompare(rows, { study_id: '7_20260201', patient_id: 7 });
    expect(found.map(({ label }) => label)).toEqual(['2026-03-01', '2026-01-01']);
  });

  it('are the newest versions of other editors', () => {
    const versions = [
      version(9, 'anna@site', true),
      version(8, 'ben@site'),
      version(7, 'anna@site'),
      version(6, 'ben@site'),
      version(5, 'eve@site'),
    ];
    expect(editorsToCompare(versions, '7_20260201').map(({ label, version: of }) => [label, of])).toEqual([
      ['ben@site', 8],
      ['eve@site', 5],
    ]);
    expect(editorsToCompare([], '7_20260201')).toEqual([]);
  });

  it('is, for a review, the version of the editor that it is based on', () => {
    expect(originalToCompare({ editor: 'ben@site', base_version: 8 }, '7_20260201')).toMatchObject({
      kind: 'original',
      study_id: '7_20260201',
      version: 8,
      label: 'ben@site',
    });
  });
});
