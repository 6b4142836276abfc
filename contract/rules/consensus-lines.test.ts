import { describe, expect, it } from 'vitest';
import type { AnalysisImage, Line } from '../generated/analysis-image.ts';
import { blankImage } from './blank-image.ts';
import { consensusTaken, isTaken, readLines, takenOf, whyNotAlone, withLineOf } from './consensus-lines.ts';

const line = (name: string, x: number): Line => ({
  name,
  finished: true,
  shape: 'curve',
  pattern: 'normal',
  frame_number: 20,
  points: [{ id: `${name} p`, x, y: 0, type: 'user-defined_0' } as Line['points'][number]],
});
const image = (endo: number, epi: number, more: Partial<AnalysisImage> = {}): AnalysisImage => ({
  ...blankImage({ instance_id: '1', filename: '1', active: true, metadata: null }, 'adult'),
  type: '4-chamber 2D',
  modality: '2D',
  cardiac_events: [{ id: 'c0', end_diastole: 4, end_systole: 20 }],
  segmentation: [{ end_systole: { lines: [line('LV endo', endo), line('LV epi', epi)] } }],
  ...more,
});
const ENDO = { cycle: 0, event: 'end_systole', name: 'LV endo' } as const;
const A = image(10, 50);
const B = image(14, 53);

const VIEWED = { view: 'PLAX' };
const without = (whole: AnalysisImage, name: string): AnalysisImage => ({
  ...whole,
  segmentation: whole.segmentation.map((cycle) => ({
    end_systole: { lines: cycle.end_systole?.lines.filter((one) => one.name !== name) ?? [] },
  })),
});

describe('two readings of an image', () => {
  it('are listed line by line', () =>
    expect(readLines(A, image(14, 50)).map(({ name, agreed }) => [name, agreed])).toEqual([
      ['LV endo', false],
      ['LV epi', true],
    ]));

  it('change only the line that is taken', () => {
    const result = withLineOf(A, B, ENDO);
    expect(result).toEqual(image(14, 50));
    expect([isTaken(result, B, ENDO), isTaken(result, A, ENDO)]).toEqual([true, false]);
  });

  it('give only whole images where the timing of the cycle differs', () => {
    const later = image(14, 53, { cardiac_events: [{ id: 'c0', end_diastole: 4, end_systole: 22 }] });
    expect(whyNotAlone(A, later, ENDO)).toMatch(/timing of the cycle is different/);
    expect(whyNotAlone(A, B, ENDO)).toBeNull();
    expect(whyNotAlone(image(1, 1, { type: 'TAPSE' }), B, ENDO)).toMatch(/label is different/);
  });
});

describe('what was taken', () => {
  it.each([
    ['agreed', A, [A, A]],
    ['A', A, [A, B]],
    ['B', B, [A, B]],
    ['A + B', image(10, 53), [A, B]],
    ['B', image(14, 50), [A, image(14, 50)]],
    ['own', image(11, 50), [A, B]],
    ['own', image(10, 50, { view: 'PLAX' }), [A, B]],
    ['B', undefined, [A, undefined]],
    ['A + B', image(10, 53, VIEWED), [image(10, 50, VIEWED), B]],
    ['A + B', image(14, 53, VIEWED), [image(10, 50, VIEWED), B]],
    ['A + B', without(A, 'LV epi'), [A, without(B, 'LV epi')]],
    ['B', without(B, 'LV epi'), [A, without(B, 'LV epi')]],
    ['own', without(A, 'LV endo'), [A, B]],
  ] as const)('is %s', (taken, result, readings) => expect(takenOf(result, readings)).toBe(taken));

  it('ignores whether the image is validated, and its values', () =>
    expect(takenOf({ ...A, validated: true, is_measured: true }, [A, B])).toBe('A'));

  it('names readers by letters, with person and version', () =>
    expect(
      consensusTaken(
        [B],
        [
          { reviewer: 'one@test', version: 7, images: [A] },
          { reviewer: 'two@test', version: 8, images: [B] },
        ],
      ),
    ).toEqual({
      readers: [
        { reader: 'A', reviewer: 'one@test', version: 7 },
        { reader: 'B', reviewer: 'two@test', version: 8 },
      ],
      images: [{ instance_id: '1', type: '4-chamber 2D', taken: 'B' }],
    }));
});
