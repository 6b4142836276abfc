import { describe, expect, it } from 'vitest';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { AnalysisVersion } from '@echometry/contract/records/analysis-version.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { SITTING_GAP_MS } from '@echometry/contract/rules/sittings.ts';
import { changesBetween, sittingsOf } from './sittings.ts';

const version = (number: number, author: string, created_at: number, role: AnalysisVersion['role'] = 'Editor'): AnalysisVersion => ({
  version: number,
  parent: number > 1 ? number - 1 : null,
  author,
  role,
  created_at,
  study_state: 'Incomplete',
  restored_from: null,
  without_head: false,
  current: false,
});
const image = (id: string, tags: Partial<AnalysisImage>): AnalysisImage => ({
  ...blankImage({ instance_id: id, filename: `${id}.dcm`, active: true, metadata: null }, 'adult'),
  ...tags,
});
const MINUTE = 60_000;

describe('sittings', () => {
  it('join saves of one person that follow each other, and part at a pause', () => {
    const day = 1e12;
    const sittings = sittingsOf([
      version(4, 'anna', day + 90 * MINUTE),
      version(3, 'anna', day + 10 * MINUTE),
      version(2, 'anna', day + 5 * MINUTE),
      version(1, 'anna', day),
    ]);
    expect(sittings.map(({ versions, from, to }) => [versions.map((one) => one.version), from - day, to - day])).toEqual([
      [[4], 90 * MINUTE, 90 * MINUTE],
      [[3, 2, 1], 0, 10 * MINUTE],
    ]);
  });

  it('part where another person, or another role, saved in between', () => {
    const versions = [
      version(4, 'anna', 40),
      version(3, 'ben', 30),
      version(2, 'anna', 20, 'Ground-truth generator'),
      version(1, 'anna', 10),
    ];
    expect(sittingsOf(versions)).toHaveLength(4);
  });

  it('part exactly at the pause', () => {
    expect(sittingsOf([version(2, 'a', SITTING_GAP_MS), version(1, 'a', 0)])).toHaveLength(2);
    expect(sittingsOf([version(2, 'a', SITTING_GAP_MS - 1), version(1, 'a', 0)])).toHaveLength(1);
  });
});

describe('what changed', () => {
  it('names image by image the labels from and to', () => {
    const before = [image('a', { view: 'A4C', type: 'x', modality: '2D' }), image('b', { reference: true })];
    const after = [image('a', { view: 'A2C', type: 'x', modality: '2D' }), image('b', { reference: false })];
    expect(changesBetween(before, after)).toEqual([
      { instance_id: 'a', words: ['view A4C → A2C'] },
      { instance_id: 'b', words: ['no longer reference'] },
    ]);
  });

  it('names images that came and went', () => {
    expect(changesBetween([image('a', { view: 'A4C' })], [image('b', { view: 'PLAX', type: 'LV' })])).toEqual([
      { instance_id: 'a', words: ['all labels removed'] },
      { instance_id: 'b', words: ['PLAX · LV'] },
    ]);
  });

  it('names further labels and the parts of the work', () => {
    const [change] = changesBetween(
      [image('a', { additional_labels: { finding: 'effusion', side: false } })],
      [image('a', { additional_labels: { finding: false, side: 'left' }, is_segmented: true })],
    );
    expect(change?.words).toEqual(['finding effusion → none', 'side none → left', 'lines']);
  });

  it('is nothing for the same content', () => {
    expect(changesBetween([image('a', { view: 'A4C' })], [image('a', { view: 'A4C' })])).toEqual([]);
  });
});
