import { expect, it } from 'vitest';
import type { AnalysisImage, QualityScore } from '@echometry/contract/generated/analysis-image.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { changeLabel } from '@echometry/contract/rules/labels.ts';
import type { Gesture } from './journal-records.ts';
import { entryChanges, type Making } from './quality-entries.ts';

const score = (value: string): QualityScore => ({
  sections: [{ name: 'General', items: [{ name: 'Adequate for analysis', options: ['Yes', 'No', 'N/A'], value }] }],
});
const image = (more: Partial<AnalysisImage>): AnalysisImage => ({
  ...blankImage({ instance_id: '1', filename: '1.dcm', active: true, metadata: null }, 'adult'),
  type: '4-chamber 2D',
  view: 'A4C',
  modality: '2D',
  reference: true,
  ...more,
});
const changes = (before: AnalysisImage | null, after: AnalysisImage | null, how: Making = 'made') => {
  const gesture: Gesture = { at: 1, images: { '1': { before, after } }, missing_images: [] };
  return entryChanges(gesture, how).map(({ write, remove }) => [write.map(({ type, content }) => `${type}: ${content}`), remove]);
};

it('a score and an accepted flag are entries of type score and score-accept', () => {
  expect(changes(image({}), image({ score: score('Yes'), accepted: 'no' }))).toEqual([
    [['score: General: Adequate for analysis Yes', 'score-accept: no'], []],
  ]);
  expect(changes(null, image({ accepted: 'yes' }))).toEqual([[['score-accept: yes'], []]]);
});

it('only what changed is written', () => {
  const both = image({ score: score('Yes'), accepted: 'yes' });
  expect(changes(both, image({ score: score('No'), accepted: 'yes' }))).toEqual([[['score: General: Adequate for analysis No'], []]]);
  expect(changes(both, image({ score: score('Yes') }))).toEqual([[[], ['score-accept']]]);
  expect(changes(both, { ...both, view: 'A2C' })).toEqual([]);
});

it("deleting an image's QC takes all its entries away, undoing an evaluation leaves the remark", () => {
  const scored = image({ score: score('Yes') });
  expect(changes(scored, image({}))).toEqual([[[], ['score', 'score-accept', 'score-text']]]);
  expect(changes(scored, null, 'redone')).toEqual([[[], ['score', 'score-accept', 'score-text']]]);
  expect(changes(scored, image({}), 'undone')).toEqual([[[], ['score', 'score-accept']]]);
  expect(changes(image({}), scored, 'undone')).toEqual([[['score: General: Adequate for analysis Yes'], []]]);
});

it("a Ground-truth generator's change of type or removal of a label deletes accepted flag, score and stored QCs", () => {
  const scored = image({ score: score('Yes'), accepted: 'yes' });
  const context = {
    role: 'Ground-truth generator',
    uniqueReference: false,
    blank: () => {
      throw new Error('not asked for');
    },
  } as const;
  for (const change of [
    { kind: 'type', type: 'Valves 2D', modality: '2D' },
    { kind: 'type', type: null, modality: null },
    { kind: 'view', view: null },
  ] as const) {
    const labels = { images: [scored], missing_images: [] };
    const [blind] = changeLabel(labels, '1', change, context).images;
    expect([blind?.accepted, blind?.score]).toEqual([null, null]);
    expect(changes(scored, blind ?? null)).toEqual([[[], ['score', 'score-accept', 'score-text']]]);
    const [shared] = changeLabel(labels, '1', change, { ...context, role: 'Editor' }).images;
    expect(changes(scored, shared ?? null)).toEqual([]);
  }
});
