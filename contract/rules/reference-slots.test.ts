import { describe, expect, it } from 'vitest';
import type { AnalysisImage } from '../generated/analysis-image.ts';
import { blankImage } from './blank-image.ts';
import { completeTypes, lackingSteps, slotsOf, stepProgress, stepStates, type SlotFacts } from './reference-slots.ts';

const image = (id: string, type: string, more: Partial<AnalysisImage> = {}): AnalysisImage => ({
  ...blankImage({ instance_id: id, filename: id, active: true, metadata: null }, 'adult'),
  type,
  view: 'A4C',
  modality: '2D',
  reference: true,
  ...more,
});
const all = { qc: true, cycletiming: true, segmentation_2d: true };
const facts = (more: Partial<SlotFacts>): SlotFacts => ({
  images: [],
  missing: [],
  requirements: [{ type: '4-chamber 2D', ...all }],
  modalityOf: () => '2D',
  ...more,
});
const shapes = (more: Partial<SlotFacts>) => slotsOf(facts(more)).map(({ kind, type, required, met }) => [kind, type, required, met]);

describe('slots of the Reference page', () => {
  it('{type} is required while no image has the type', () => expect(shapes({})).toEqual([['absent', '4-chamber 2D', true, false]]));

  it('Choose one while images have the type and none is the reference', () => {
    const candidates = ['a', 'b'].map((id) => image(id, '4-chamber 2D', { reference: false }));
    const [slot] = slotsOf(facts({ images: candidates }));
    expect(slot).toMatchObject({ kind: 'choose', met: false, candidates });
  });

  it('{type} is missing meets the requirement, required or not', () =>
    expect(shapes({ missing: ['4-chamber 2D', 'TAPSE'] })).toEqual([
      ['missing', '4-chamber 2D', true, true],
      ['missing', 'TAPSE', false, true],
    ]));

  it('a complete reference is met, and so is one without requirements', () =>
    expect(
      shapes({
        images: [
          image('a', 'TAPSE', { modality: 'M-Mode' }),
          image('b', '4-chamber 2D', { accepted: 'yes', is_annotated: true, is_segmented: true }),
          image('c', '4-chamber 2D', { view: 'Sweep' }),
        ],
      }),
    ).toEqual([
      ['reference', '4-chamber 2D', true, true],
      ['reference', '4-chamber 2D', true, false],
      ['reference', 'TAPSE', false, true],
    ]));

  it('images of a type without requirements are shown only as references', () =>
    expect(shapes({ requirements: [], images: [image('a', 'TAPSE', { reference: false })] })).toEqual([]));

  it('a requirement without flags requires nothing', () => expect(shapes({ requirements: [{ type: 'TAPSE' }] })).toEqual([]));

  it('are in the column of the image, else of its type', () => {
    const modalityOf = () => 'PW Doppler' as const;
    expect(slotsOf(facts({ modalityOf }))[0]?.modality).toBe('PW Doppler');
    expect(
      slotsOf(facts({ modalityOf, images: [image('a', '4-chamber 2D', { modality: 'CW Doppler', reference: false })] }))[0]?.modality,
    ).toBe('CW Doppler');
  });
});

describe('status icons', () => {
  it("are done, '!' for required and undone, or neither", () => {
    const requirements = [{ type: '4-chamber 2D', qc: true, cycletiming: true }];
    expect(stepStates(image('a', '4-chamber 2D', { accepted: 'no' }), requirements)).toEqual({
      quality: 'done',
      timing: 'required',
      segmentation: 'free',
    });
    expect(stepStates(image('a', 'TAPSE', { is_segmented: true }), requirements)).toEqual({
      quality: 'free',
      timing: 'free',
      segmentation: 'done',
    });
  });

  it.each(['segmentation', 'segmentation_bio', 'segmentation_2d', 'segmentation_dop'] as const)('%s asks for the segmentation', (flag) =>
    expect(lackingSteps(image('a', 'Femur'), [{ type: 'Femur', [flag]: true }])).toEqual(['segmentation']),
  );
});

describe('how far the study has come', () => {
  const requirements = [
    { type: '4-chamber 2D', qc: true, cycletiming: true },
    { type: 'Mitral inflow', qc: true },
    { type: 'TAPSE', cycletiming: true },
  ];
  const slots = slotsOf(
    facts({ requirements, missing: ['TAPSE'], images: [image('a', '4-chamber 2D', { accepted: 'yes' }), image('b', 'LV M-Mode')] }),
  );

  it('counts required types that are complete', () => expect(completeTypes(slots)).toEqual({ complete: 1, of: 3 }));

  it('counts a step among the images it is required of, those not found yet included and those missing left out', () => {
    expect(stepProgress(slots, requirements, 'quality')).toEqual({ done: 1, of: 2 });
    expect(stepProgress(slots, requirements, 'timing')).toEqual({ done: 0, of: 1 });
    expect(stepProgress(slots, requirements, 'segmentation')).toEqual({ done: 0, of: 0 });
  });
});
