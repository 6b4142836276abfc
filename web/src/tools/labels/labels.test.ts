import { describe, expect, it } from 'vitest';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { SELECT_A_VIEW } from '@echometry/contract/rules/labels.ts';
import { ONE_REFERENCE_PER_TYPE } from '@echometry/contract/rules/references.ts';
import { play } from '../tool-bench.ts';
import type { LabelEvent, TypeChoice } from './events.ts';
import { labelTool, targets, type LabelContext, type LabelEffect } from './labels.ts';
import { messages } from './messages.ts';

const FILES = ['a', 'b', 'c', 'd'];
const blank = (instance_id: string): AnalysisImage =>
  blankImage({ instance_id, filename: `${instance_id}.dcm`, active: true, metadata: null }, 'adult');
const image = (id: string, tags: Partial<AnalysisImage>): AnalysisImage => ({ ...blank(id), ...tags });

const context = (images: AnalysisImage[] = [], more: Partial<LabelContext> = {}): LabelContext => ({
  files: FILES,
  begun: null,
  labels: { images, missing_images: [] },
  role: 'Editor',
  readOnly: false,
  uniqueReference: false,
  blank,
  ...more,
});

/** Plays events; commits become the labels of the events after them. */
function played(start: LabelContext, ...events: LabelEvent[]) {
  let { labels } = start;
  const step = play(
    labelTool,
    () => ({ ...start, labels }),
    events,
    (effect) => {
      if (effect.type === 'commit') labels = effect.next;
    },
  );
  return { ...step, images: labels.images };
}

const TYPE: TypeChoice = { type: '4-chamber 2D', modalities: ['2D'] };
const alerts = (effects: readonly LabelEffect[]): string[] =>
  effects.flatMap((effect) => (effect.type === 'alert' ? [effect.message] : []));

describe('choosing images', () => {
  it('shows a single one, and moves to the next and the one before', () => {
    expect(played(context(), { type: 'choose', image: 'c', how: 'alone' }, { type: 'go', by: 1 }).effects.at(-1)).toEqual({
      type: 'show',
      image: 'd',
    });
    expect(alerts(played(context(), { type: 'go', by: -1 }).effects)).toEqual(['This is the first image.']);
  });

  it('adds and removes single images, and takes all up to one', () => {
    const some = played(
      context(),
      { type: 'choose', image: 'c', how: 'also' },
      { type: 'choose', image: 'b', how: 'also' },
      { type: 'choose', image: 'c', how: 'also' },
    );
    expect(targets(some.state, { files: FILES, begun: null })).toEqual(['a', 'b']);
    const all = played(context(), { type: 'choose', image: 'd', how: 'alone' }, { type: 'choose', image: 'b', how: 'through' });
    expect(targets(all.state, { files: FILES, begun: null })).toEqual(['d', 'b', 'c']);
    expect(targets(played(context(), { type: 'choose-all' }).state, { files: FILES, begun: null })).toEqual(FILES);
  });

  it('forgets the others as soon as a single one is shown', () => {
    const { state } = played(context(), { type: 'choose-all' }, { type: 'go', by: 1 });
    expect(targets(state, { files: FILES, begun: null })).toEqual(['b']);
  });

  it('finds the next image without a type, round the end, and reports when there is none', () => {
    const typed = FILES.map((id) => image(id, { type: 'x', view: 'v' }));
    expect(played(context([image('b', { type: 'x' })]), { type: 'next-unlabelled' }).effects).toEqual([{ type: 'show', image: 'c' }]);
    expect(
      played(context(typed.slice(1)), { type: 'choose', image: 'c', how: 'alone' }, { type: 'next-unlabelled' }).effects.at(-1),
    ).toEqual({ type: 'show', image: 'a' });
    expect(alerts(played(context(typed), { type: 'next-unlabelled' }).effects)).toEqual([messages.allLabelled]);
  });
});

describe('labelling', () => {
  it('sets a type with its modality and asks for the view', () => {
    const { images, effects } = played(context(), { type: 'set-type', to: TYPE, group: [TYPE.type] });
    expect(images).toMatchObject([{ instance_id: 'a', type: '4-chamber 2D', modality: '2D' }]);
    expect(alerts(effects)).toEqual([SELECT_A_VIEW]);
  });

  it('keeps a modality that the new type allows', () => {
    const { images } = played(context([image('a', { type: 'x', view: 'v', modality: 'CW Doppler' })]), {
      type: 'set-type',
      to: { type: 'flow', modalities: ['PW Doppler', 'CW Doppler'] },
      group: [],
    });
    expect(images[0]).toMatchObject({ type: 'flow', modality: 'CW Doppler' });
  });

  it('labels several images by one commit', () => {
    const { images, effects } = played(
      context(),
      { type: 'choose', image: 'c', how: 'also' },
      { type: 'set', change: { kind: 'view', view: 'A4C' } },
    );
    expect(images.map(({ instance_id, view }) => [instance_id, view])).toEqual([
      ['a', 'A4C'],
      ['c', 'A4C'],
    ]);
    expect(effects.filter(({ type }) => type === 'commit')).toHaveLength(1);
  });

  it('removes only the type of the dropdown it was removed in', () => {
    const doppler = image('a', { type: 'flow', view: 'v', modality: 'PW Doppler' });
    expect(played(context([doppler]), { type: 'set-type', to: null, group: ['4-chamber 2D'] }).images[0]).toMatchObject({ type: 'flow' });
    expect(played(context([doppler]), { type: 'set-type', to: null, group: ['flow'] }).images[0]).toMatchObject({ type: null });
  });

  it('changes nothing where nothing may be changed', () => {
    const start = context([], { readOnly: true });
    expect(played(start, { type: 'set', change: { kind: 'view', view: 'A4C' } }, { type: 'toggle-reference' }).effects).toEqual([]);
  });
});

describe('references', () => {
  it('need a view and a type', () => {
    expect(alerts(played(context([image('a', { type: 'x' })]), { type: 'toggle-reference' }).effects)).toEqual([
      messages.setViewAndTypeFirst,
    ]);
  });

  it('are refused for a second image of a type where the project wants one', () => {
    const images = [image('a', { type: 'x', view: 'v' }), image('b', { type: 'x', view: 'w', reference: true })];
    const { effects } = played(context(images, { uniqueReference: true }), { type: 'toggle-reference' });
    expect(effects).toEqual([{ type: 'alert', level: 'hard', message: ONE_REFERENCE_PER_TYPE }]);
  });
});
