import { describe, expect, it } from 'vitest';
import type { AnalysisImage, Line } from '../generated/analysis-image.ts';
import { blankImage } from './blank-image.ts';
import { mayFinish, reviewedImage, reviewStep, stateOfReview } from './review.ts';

const score = (value: string | null): AnalysisImage['score'] =>
  value === null ? null : { sections: [{ name: 'General', items: [{ name: 'Adequate', options: ['Yes', 'No'], value }] }] };
const LINE: Line = { name: 'LV endo', finished: true, shape: 'curve', pattern: 'normal', points: [], frame_number: null };

interface Look {
  general: string | null;
  drawn: boolean;
  cycles: number;
  accepted: 'no' | null;
  type: string;
}
const PLAIN: Look = { general: 'No', drawn: true, cycles: 3, accepted: 'no', type: 'T' };

function image(id: string, look: Partial<Look> = {}) {
  const { general, drawn, cycles, accepted, type } = { ...PLAIN, ...look };
  return reviewedImage({
    ...blankImage({ instance_id: id, filename: id, active: true, metadata: null }, 'adult'),
    type,
    view: 'A4C',
    modality: '2D',
    reference: true,
    accepted,
    score: score(general),
    cardiac_events: Array.from({ length: cycles }, (_, n) => ({ id: `c${n}` })),
    segmentation: drawn ? [{ lines: [LINE] }] : [],
  });
}
const PROJECT = { image_requirements: [{ type: 'T', qc: true }], cardiac_cycles: 3 } as const;

/** Every combination of what the rule looks at, and what docs/specification.md#platform-4 makes of it, written out again. */
const combinations = [true, false].flatMap((complete) =>
  [true, false].flatMap((missing) =>
    (['No', 'Yes', null] as const).flatMap((mine) =>
      (['No', 'Yes', null] as const).flatMap((original) =>
        [true, false].flatMap((empty) => [3, 2].map((cycles) => ({ complete, missing, mine, original, empty, cycles }))),
      ),
    ),
  ),
);

describe('the state of a study for a Reviewer', () => {
  it.each(combinations)(
    'complete $complete, missing $missing, scores $mine and $original, empty $empty, cycles $cycles',
    ({ complete, missing, mine, original, empty, cycles }) => {
      const state = stateOfReview(
        {
          images: [
            image('1', { general: mine, drawn: !empty, cycles, accepted: complete ? 'no' : null, ...(complete ? {} : { type: 'other' }) }),
          ],
          missing_images: missing ? ['Another type'] : [],
          originals: [image('1', { general: original })],
        },
        PROJECT,
      );
      const expected =
        !complete || missing || (mine === original && empty)
          ? 'Not valid'
          : mine === 'No' && original === 'No' && cycles === 3
            ? 'Valid'
            : 'Consensus pending';
      expect(state).toBe(expected);
    },
  );

  it('counts cycles where the project asks for a number, and on images that are timed', () => {
    const study = (cycles: number, type = 'T') => ({
      images: [image('1'), image('2', { cycles, type })],
      missing_images: [],
      originals: [image('1'), image('2')],
    });
    expect(stateOfReview(study(1), { ...PROJECT, cardiac_cycles: 'user defined' })).toBe('Valid');
    expect(stateOfReview(study(1), PROJECT)).toBe('Consensus pending');
    expect(stateOfReview(study(0, 'Femur'), PROJECT)).toBe('Valid');
  });
});

it("'Finish review' is offered unless the rule for non-reviewers gives Incomplete for the review's copy", () => {
  expect(mayFinish({ images: [image('1')], missing_images: [] }, PROJECT)).toBe(true);
  expect(mayFinish({ images: [image('1', { accepted: null, general: null })], missing_images: [] }, PROJECT)).toBe(false);
  expect(mayFinish({ images: [], missing_images: ['T'] }, PROJECT)).toBe(true);
  expect(mayFinish({ images: [], missing_images: [] }, { ...PROJECT, image_requirements: [] })).toBe(true);
});

it('the step of a team review is 0 without a check point, 1 with one, 2 when finished, 3 with an outcome', () => {
  expect([
    reviewStep(undefined),
    reviewStep({ state: 'draft', outcome_state: null }),
    reviewStep({ state: 'checkpoint', outcome_state: null }),
    reviewStep({ state: 'finished', outcome_state: null }),
    reviewStep({ state: 'finished', outcome_state: 'Not valid' }),
  ]).toEqual([0, 0, 1, 2, 3]);
});
