import { describe, expect, it } from 'vitest';
import type { AnalysisImage } from '../generated/analysis-image.ts';
import { blankImage } from './blank-image.ts';
import { absentTypes, isComplete, unmetChecks } from './completeness.ts';
import { displayState, requiredCycles, reviewState, studyState, type ReviewFacts } from './study-state.ts';
import { statusFlags } from './status.ts';

const image = (type: string, more: Partial<AnalysisImage> = {}): AnalysisImage => ({
  ...blankImage({ instance_id: type, filename: 'f', active: true, metadata: null }, 'adult'),
  type,
  view: 'A4C',
  modality: '2D',
  reference: true,
  ...more,
});
const score = (value: string): AnalysisImage['score'] => ({
  sections: [{ name: 'General', items: [{ name: 'Adequate for analysis', options: ['Yes', 'No', 'N/A'], value }] }],
});
const needsAll = [{ type: '4-chamber 2D', qc: true, cycletiming: true, segmentation: true }];

describe('a complete study', () => {
  it('needs images or missing images', () => expect(isComplete([], [], [])).toBe(false));
  it('has every required type present as reference or declared missing', () => {
    expect(absentTypes([], [], needsAll)).toEqual(['4-chamber 2D']);
    expect(absentTypes([image('4-chamber 2D', { reference: false })], [], needsAll)).toEqual(['4-chamber 2D']);
    expect(isComplete([], ['4-chamber 2D'], needsAll)).toBe(true);
  });
  it('has images that meet qc, cycle timing and segmentation', () => {
    expect(unmetChecks(image('4-chamber 2D'), needsAll[0]!)).toEqual(['qc', 'cycletiming', 'segmentation']);
    const done = image('4-chamber 2D', { accepted: 'no', is_annotated: true, is_segmented: true });
    expect(isComplete([done], [], needsAll)).toBe(true);
    expect(isComplete([{ ...done, is_annotated: false }], [], needsAll)).toBe(false);
    expect(isComplete([{ ...done, is_annotated: false }], [], needsAll, 'qc')).toBe(true);
  });
});

describe('the state of a study', () => {
  const done = { is_annotated: true, is_segmented: true };
  it.each([
    ['without image requirements', [], [], [], 'Valid'],
    ['incomplete', [image('4-chamber 2D')], [], needsAll, 'Incomplete'],
    ['complete and accepted', [image('4-chamber 2D', { ...done, accepted: 'yes' })], [], needsAll, 'Valid'],
    ['complete and refused', [image('4-chamber 2D', { ...done, accepted: 'no' })], [], needsAll, 'Not valid'],
    ['complete with the general score Yes', [image('4-chamber 2D', { ...done, score: score('Yes') })], [], needsAll, 'Valid'],
    ['complete with the general score No', [image('4-chamber 2D', { ...done, score: score('No') })], [], needsAll, 'Not valid'],
    ['with the required type declared missing', [], ['4-chamber 2D'], needsAll, 'Valid'],
  ] as const)('%s', (_what, images, missing, requirements, state) =>
    expect(studyState([...images], [...missing], [...requirements])).toBe(state),
  );

  const facts: ReviewFacts = {
    complete: true,
    hasMissingImages: false,
    scores: ['No'],
    originalScores: ['No'],
    someSegmentationEmpty: false,
    cycleCounts: [3],
    requiredCycles: 3,
  };
  it.each([
    ['incomplete', { complete: false }, 'Not valid'],
    ['with missing images', { hasMissingImages: true }, 'Not valid'],
    ['with unchanged scores and an empty segmentation', { someSegmentationEmpty: true }, 'Not valid'],
    ['with all scores No and the required cycles', {}, 'Valid'],
    ['with a wrong number of cycles', { cycleCounts: [2] }, 'Consensus pending'],
    ['where the user decides the cycles', { cycleCounts: [2], requiredCycles: null }, 'Valid'],
    ['with a changed score', { scores: ['Yes'] }, 'Consensus pending'],
  ] as const)('for a reviewer, %s', (_what, more, state) => expect(reviewState({ ...facts, ...more })).toBe(state));

  it('is shown as the specification words it', () => {
    expect(['Valid', 'Not valid', 'Consensus pending', 'Incomplete'].map((s) => displayState(s as 'Valid', true))).toEqual([
      'Include / optimal',
      'Exclude / rejected',
      'Consensus pending',
      'Incomplete',
    ]);
    expect(['Valid', 'Not valid', 'Incomplete'].map((s) => displayState(s as 'Valid', false))).toEqual([
      'Complete',
      'Complete',
      'Incomplete',
    ]);
  });
  it("requires no number of cycles when 'user defined'", () =>
    expect([requiredCycles(3), requiredCycles('user defined')]).toEqual([3, null]));
});

describe('step dots', () => {
  const flags = (images: AnalysisImage[], dataType: 'adult' | 'fetal' = 'adult', showQc = true) =>
    statusFlags(images, { dataType, showQc, validated: false });
  it('show qc only when the project does, and biometry only for fetal data', () => {
    expect(Object.keys(flags([]))).toContain('qc');
    expect(Object.keys(flags([], 'adult', false))).not.toContain('qc');
    expect(Object.keys(flags([], 'adult'))).not.toContain('segmented_bio');
    expect(Object.keys(flags([], 'fetal'))).toContain('segmented_bio');
  });
  it('part segmentation by " 2D" in the type, the three biometry types, and the rest', () => {
    const done = { is_segmented: true };
    expect(flags([image('4-chamber 2D', done)])).toMatchObject({ segmented_2d: true, segmented_dop: false });
    expect(flags([image('Mitral inflow', { ...done, modality: 'PW Doppler' })])).toMatchObject({
      segmented_2d: false,
      segmented_dop: true,
    });
    expect(flags([image('Head butterfly', done)], 'fetal')).toMatchObject({ segmented_bio: true, segmented_2d: false });
  });
  it('are done when all reference images are', () => {
    expect(flags([image('4-chamber 2D', { is_annotated: true }), image('Short axis 2D')])).toMatchObject({
      selected: true,
      annotated: false,
    });
    expect(flags([image('4-chamber 2D', { is_annotated: true }), image('Short axis 2D', { reference: false })])).toMatchObject({
      annotated: true,
    });
  });
});
