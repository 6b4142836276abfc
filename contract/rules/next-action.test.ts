import { describe, expect, it } from 'vitest';
import type { AnalysisImage } from '../generated/analysis-image.ts';
import type { ImageRequirement } from '../records/project.ts';
import { blankImage } from './blank-image.ts';
import { nextAction, remainingActions, type ActionFacts, type NextAction } from './next-action.ts';

const image = (id: string, type: string, more: Partial<AnalysisImage> = {}): AnalysisImage => ({
  ...blankImage({ instance_id: id, filename: id, active: true, metadata: null }, 'adult'),
  type,
  view: 'A4C',
  modality: '2D',
  reference: true,
  ...more,
});
const strip = (id: string, type: string, more: Partial<AnalysisImage> = {}) => image(id, type, { modality: 'PW Doppler', ...more });
const remaining = (requirements: ImageRequirement[], images: AnalysisImage[], missing: string[] = []) => {
  const facts: ActionFacts = { requirements, images, missing, modalityOf: () => '2D', project: 'Demo adult' };
  return remainingActions(facts);
};
const shape = (actions: readonly NextAction[]) => actions.map(({ step, instance_id, type, waits }) => [step, instance_id ?? type, waits]);

const CHAMBERS = { type: '4-chamber 2D', qc: true, cycletiming: true, segmentation_2d: true };
const MITRAL = { type: 'Mitral inflow', qc: true, cycletiming: true, segmentation_dop: true };

describe('what a study lacks', () => {
  it('is nothing without image requirements, and nothing once all are met', () => {
    expect(remaining([], [image('a', '4-chamber 2D')])).toEqual([]);
    expect(remaining([CHAMBERS], [image('a', '4-chamber 2D', { accepted: 'yes', is_annotated: true, is_segmented: true })])).toEqual([]);
  });

  it('goes image by image in the order of the project, in each by quality, timing, segmentation', () =>
    expect(shape(remaining([MITRAL, CHAMBERS], [image('a', '4-chamber 2D', { accepted: 'no' }), strip('m', 'Mitral inflow')]))).toEqual([
      ['quality', 'm', false],
      ['timing', 'm', false],
      ['segmentation', 'm', true],
      ['timing', 'a', false],
      ['segmentation', 'a', true],
    ]));

  it('then asks for views, for a reference where none is chosen, and for types without an image', () =>
    expect(
      shape(
        remaining(
          [{ type: 'TAPSE', qc: true }, { type: 'Short axis 2D', qc: true }, CHAMBERS],
          [
            image('s', 'Short axis 2D', { reference: false }),
            image('v', 'LV M-Mode', { view: null, reference: false }),
            image('a', '4-chamber 2D', { is_annotated: true, is_segmented: true }),
          ],
        ),
      ),
    ).toEqual([
      ['quality', 'a', false],
      ['view', 'v', false],
      ['choose', 'Short axis 2D', false],
      ['find', 'TAPSE', false],
    ]));

  it('does not ask for a type declared missing', () => expect(remaining([CHAMBERS], [], ['4-chamber 2D'])).toEqual([]));

  it('times a strip before its tracing, even where only the tracing is required', () =>
    expect(shape(remaining([{ type: 'Mitral inflow', segmentation_dop: true }], [strip('m', 'Mitral inflow')]))).toEqual([
      ['timing', 'm', false],
      ['segmentation', 'm', true],
    ]));

  it('traces a clip that needs no timing at once', () =>
    expect(shape(remaining([{ type: '4-chamber 2D', segmentation_2d: true }], [image('a', '4-chamber 2D')]))).toEqual([
      ['segmentation', 'a', false],
    ]));

  it('names the step and its reason', () => {
    const [timing, tracing] = remaining(
      [{ type: 'Mitral inflow', cycletiming: true, segmentation_dop: true }],
      [strip('m', 'Mitral inflow')],
    );
    expect(`${timing?.verb} ${timing?.type}`).toBe('Time the cycles of Mitral inflow');
    expect(timing?.why).toBe('Required by Demo adult. It cannot be traced or measured until it is timed.');
    expect(tracing?.brief).toBe('after its cycles are timed');
    const timed = strip('m', 'Mitral inflow', { is_annotated: true, cardiac_events: [{ id: '1' }, { id: '2' }, { id: '3' }] });
    expect(remaining([MITRAL], [timed]).at(-1)?.brief).toBe('timed, 3 cycles');
    expect(remaining([CHAMBERS], [])[0]).toMatchObject({ verb: 'Find', type: '4-chamber 2D', brief: 'or declare it missing' });
    const two = ['a', 'b'].map((id) => image(id, '4-chamber 2D', { reference: false }));
    expect(remaining([CHAMBERS], two)[0]).toMatchObject({ verb: 'Choose one', brief: '2 images, no reference' });
  });
});

describe('the next best action', () => {
  const actions = remaining([MITRAL, CHAMBERS], [image('a', '4-chamber 2D', { accepted: 'no' }), strip('m', 'Mitral inflow')]);

  it.each(['Viewer', 'Reviewer', 'Data scientist', 'Admin'] as const)('a %s has none', (role) =>
    expect(nextAction(actions, role)).toBeNull(),
  );
  it.each(['Editor', 'Ground-truth generator'] as const)('for the role %s is the first that waits for nothing', (role) =>
    expect(nextAction(actions, role)).toMatchObject({ step: 'quality', instance_id: 'm' }),
  );
  it('is none when nothing is left', () => expect(nextAction([], 'Editor')).toBeNull());

  it('follows the one whose place the person is at, and comes round', () => {
    const at = (step: string, id: string) => nextAction(actions, 'Editor', (one) => one.step === step && one.instance_id === id);
    expect(at('quality', 'm')).toMatchObject({ step: 'timing', instance_id: 'm' });
    expect(at('timing', 'm')).toMatchObject({ step: 'timing', instance_id: 'a' });
    expect(at('timing', 'a')).toMatchObject({ step: 'quality', instance_id: 'm' });
  });
});
