import { describe, expect, it } from 'vitest';
import type { AnalysisImage } from '../generated/analysis-image.ts';
import { blankImage } from './blank-image.ts';
import { changeLabel, type LabelChange, type LabelContext, labelAlert, type Labels } from './labels.ts';
import { setReference } from './references.ts';

const blank = (instanceId: string): AnalysisImage =>
  blankImage({ instance_id: instanceId, filename: `${instanceId}.dcm`, active: true, metadata: null }, 'adult');
const context = (more: Partial<LabelContext> = {}): LabelContext => ({ role: 'Editor', uniqueReference: false, blank, ...more });
const EMPTY: Labels = { images: [], missing_images: [] };
const view = (v: string | null): LabelChange => ({ kind: 'view', view: v });
const type = (t: string | null): LabelChange => ({ kind: 'type', type: t, modality: t === null ? null : '2D' });

/** Plays label changes on images named by one letter. */
const play = (steps: Array<[string, LabelChange]>, from: Labels = EMPTY, ctx = context()): Labels =>
  steps.reduce((labels, [id, change]) => changeLabel(labels, id, change, ctx), from);
const references = (labels: Labels): string[] => labels.images.filter((i) => i.reference).map((i) => i.instance_id);
const find = (labels: Labels, id: string): AnalysisImage => {
  const image = labels.images.find((i) => i.instance_id === id);
  if (image === undefined) throw new Error(`${id} has no entry`);
  return image;
};
const both = (id: string): Array<[string, LabelChange]> => [
  [id, view('A4C')],
  [id, type('4-chamber 2D')],
];

describe('setting a type', () => {
  const worked = (): Labels => {
    const labels = play(both('a'));
    return {
      ...labels,
      images: labels.images.map((i) => ({
        ...i,
        is_annotated: true,
        is_segmented: true,
        cardiac_events: [{ id: 'c0', end_diastole: 1 }],
        segmentation: [{}],
        accepted: 'yes' as const,
      })),
    };
  };
  it('resets segmentation, measurements and flags when the type changes', () => {
    expect(find(play([['a', type('Short axis 2D')]], worked()), 'a')).toMatchObject({
      type: 'Short axis 2D',
      is_annotated: false,
      is_segmented: false,
      cardiac_events: [],
      segmentation: [],
      accepted: 'yes',
    });
  });
  it('keeps them when the type stays', () =>
    expect(find(play([['a', type('4-chamber 2D')]], worked()), 'a')).toMatchObject({ is_segmented: true }));
  it('deletes accepted flag, score and QC entries for a blind editor', () => {
    expect(find(play([['a', type('Short axis 2D')]], worked(), context({ role: 'Ground-truth generator' })), 'a')).toMatchObject({
      accepted: null,
      score: null,
    });
  });
  it('removes the type from the missing images', () => {
    expect(play([['a', type('4-chamber 2D')]], { images: [], missing_images: ['4-chamber 2D', 'TAPSE'] }).missing_images).toEqual([
      'TAPSE',
    ]);
  });
  it("alerts '***Please select a view for this image***' without a view", () => {
    expect(labelAlert(find(play([['a', type('TAPSE')]]), 'a'))).toBe('***Please select a view for this image***');
    expect(labelAlert(find(play(both('a')), 'a'))).toBeNull();
  });
});

describe('setting a view', () => {
  it('clears caliper measures if the view changes', () => {
    const labels = play(both('a'));
    const caliper = [{ type: 'Length' }] as unknown as AnalysisImage['measurements_caliper'];
    const measured: Labels = { ...labels, images: labels.images.map((i) => ({ ...i, measurements_caliper: caliper })) };
    expect(find(play([['a', view('A4C')]], measured), 'a').measurements_caliper).toHaveLength(1);
    expect(find(play([['a', view('A2C')]], measured), 'a').measurements_caliper).toHaveLength(0);
  });
});

describe('removing labels', () => {
  it('deletes the entry when type and view are gone', () => {
    expect(
      play(
        [
          ['a', type(null)],
          ['a', view(null)],
        ],
        play(both('a')),
      ).images,
    ).toEqual([]);
  });
  it('keeps the entry while one of them is there', () => expect(play([['a', type(null)]], play(both('a'))).images).toHaveLength(1));
  it("deletes it when no tag remains and the last additional label is cleared by '-- Select --'", () => {
    const labelled = play([['a', { kind: 'additional', category: 'zoom', choice: 'yes' }]]);
    expect(find(labelled, 'a').additional_labels).toEqual({ zoom: 'yes' });
    expect(play([['a', { kind: 'additional', category: 'zoom', choice: '-- Select --' }]], labelled).images).toEqual([]);
  });
  it('a cleared additional label is false', () => {
    const labels = play([
      ...both('a'),
      ['a', { kind: 'additional', category: 'zoom', choice: 'yes' }],
      ['a', { kind: 'additional', category: 'zoom', choice: '-- Select --' }],
    ]);
    expect(find(labels, 'a').additional_labels).toEqual({ zoom: false });
  });
});

describe('references', () => {
  it('the first image of a type, view and modality becomes reference automatically', () => {
    expect(references(play([...both('a'), ...both('b')]))).toEqual(['a']);
  });
  it('needs type and view', () => expect(references(play([['a', type('TAPSE')]]))).toEqual([]));
  it('passes to the only image left when the reference moves away', () => {
    expect(references(play([['a', view('A2C')]], play([...both('a'), ...both('b')])))).toEqual(['a', 'b']);
  });
  it('stays lost where two images are left', () => {
    expect(references(play([['a', type('Short axis 2D')]], play([...both('a'), ...both('b'), ...both('c')])))).toEqual(['a']);
  });
  it('an image that joins a group is not a second reference of it', () => {
    const labels = play([...both('a'), ['b', view('A2C')], ['b', type('4-chamber 2D')]]);
    expect(references(labels)).toEqual(['a', 'b']);
    expect(references(play([['b', view('A4C')]], labels))).toEqual(['a']);
  });
  it('in a project with unique references is one per type', () => {
    const unique = context({ uniqueReference: true });
    const labels = play([...both('a'), ['b', view('A2C')], ['b', type('4-chamber 2D')]], EMPTY, unique);
    expect(references(labels)).toEqual(['a']);
    expect(setReference(labels.images, 'b', true, true)).toEqual({ ok: false, message: 'Only one reference per image type is allowed' });
    expect(setReference(labels.images, 'b', true, false)).toMatchObject({ ok: true });
  });
  it('taken off by hand passes to the only other image of the group', () => {
    const result = setReference(play([...both('a'), ...both('b')]).images, 'a', false, false);
    expect(result.ok && result.images.map((i) => i.reference)).toEqual([false, true]);
  });
});
