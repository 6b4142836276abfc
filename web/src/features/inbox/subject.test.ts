import { describe, expect, it } from 'vitest';
import type { AnalysisImage, Line, Measurement } from '@echometry/contract/generated/analysis-image.ts';
import type { CommentAnchor } from '@echometry/contract/records/comment.ts';
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { leadingValues, type Question, subjectOf } from './subject.ts';

const file = (instance_id: string, more: Partial<StudyFile> = {}): StudyFile => ({
  instance_id,
  filename: `${instance_id}.dcm`,
  size_bytes: 1,
  number_of_frames: 40,
  frames_available: 40,
  width: 4,
  height: 4,
  frame_rate: null,
  manufacturer: null,
  modality: 'US',
  transfer_syntax_uid: '',
  colours: null,
  active: true,
  ...more,
});
const image = (instance_id: string, more: Partial<AnalysisImage>): AnalysisImage => ({
  ...blankImage({ instance_id, filename: `${instance_id}.dcm`, active: true, metadata: null }, 'adult'),
  ...more,
});
const question = (instance_id: string, anchor: CommentAnchor | null): Question => ({
  id: 'q1',
  instance_id,
  image_filename: `${instance_id}.dcm`,
  reason: 'contour',
  content: '',
  anchor,
  reviewer: 'reviewer@test',
  created_at: 0,
  reply: null,
  version: 7,
});

const files = [file('removed', { active: false }), file('clip'), file('strip', { number_of_frames: 1 }), file('bare')];
const images = [
  image('clip', {
    type: '4-chamber 2D',
    view: 'A4C',
    modality: '2D',
    cardiac_events: [{ id: 'a', end_diastole: 4, end_systole: 16 }],
    segmentation: [],
  }),
  image('strip', {
    type: 'Mitral inflow',
    view: 'A4C',
    modality: 'PW Doppler',
    cardiac_events: [{ id: 'a', onset_start: 120, onset_end: 240 }],
  }),
];
const work = { files, images };

describe('the picture of a chosen study', () => {
  it.each<[string, Question, { of: string; frame: number; place: unknown; caption: string }]>([
    ['a frame', question('clip', { frame_number: 23 }), { of: 'clip', frame: 23, place: null, caption: '4-chamber 2D, A4C · frame 23' }],
    [
      'an event, at its frame',
      question('clip', { cycle: 'a', event: 'end_diastole' }),
      { of: 'clip', frame: 4, place: null, caption: '4-chamber 2D, A4C · cycle 1 · ED · frame 4' },
    ],
    [
      'a mark of a strip, at its column',
      question('strip', { cycle: 'a', event: 'onset_start' }),
      { of: 'strip', frame: 1, place: { x: 120, y: null }, caption: 'Mitral inflow, A4C · cycle 1 · Onset' },
    ],
    [
      'a whole clip, at end systole',
      question('clip', null),
      { of: 'clip', frame: 16, place: null, caption: '4-chamber 2D, A4C · frame 16' },
    ],
    ['an image without a label', question('bare', null), { of: 'bare', frame: 1, place: null, caption: 'Image 4, not labelled · frame 1' }],
  ])('is about what a question names: %s', (_, asked, { of, frame, place, caption }) => {
    const subject = subjectOf({ task: null }, asked, work);
    expect([subject?.file.instance_id, subject?.frame, subject?.place]).toEqual([of, frame, place]);
    expect(subject?.caption.toLowerCase()).toBe(caption.toLowerCase());
  });

  it('without a question is of the next step, else the first image that was not taken out', () => {
    const task = {
      study_id: '3_20260102',
      step: 'timing',
      type: 'Mitral inflow',
      instance_id: 'strip',
      verb: '',
      brief: '',
      left: 1,
    } as const;
    expect(subjectOf({ task }, null, work)?.file.instance_id).toBe('strip');
    expect(subjectOf({ task: null }, null, work)?.file.instance_id).toBe('clip');
    expect(subjectOf({ task: null }, null, { files: [], images: [] })).toBeNull();
  });

  it('never asks for a frame that the file does not have', () => {
    const short = { files: [file('clip', { number_of_frames: 3 })], images };
    expect(subjectOf({ task: null }, question('clip', { frame_number: 23 }), short)?.frame).toBeLessThanOrEqual(3);
  });
});

describe('the values of a chosen study', () => {
  const facts = { dataType: 'adult', modalities: [], sidesOfType: () => [] } as const;
  const drawn: Line = { name: 'LV endo', finished: true, shape: 'curve', pattern: 'normal', frame_number: 4, points: [] };
  const measured = (type: string, ...values: [name: string, aggregate: number, units: string][]): AnalysisImage =>
    image(type, {
      type,
      modality: '2D',
      segmentation: [{ end_diastole: { lines: [drawn] } }],
      measurements: values.map(([name, aggregate, units]): Measurement => ({ name, type: name, units, value: [aggregate], aggregate })),
    });

  it('are ejection fraction and strain where both are measured', () => {
    const four = measured('4-chamber 2D', ['LV EDV', 110, 'ml'], ['LV-GLS', -19.2, '%'], ['EF', 59.4, '%']);
    expect(leadingValues([four], facts)).toBe('EF 59.40 %, LV-GLS -19.20 %');
  });

  it('else are the first of the report, with the image that they are of; a study without values has none', () => {
    const inflow = measured('Mitral inflow', ['E', 80, 'cm/s'], ['A', 40, 'cm/s'], ['E/A', 2, '']);
    expect(leadingValues([inflow], facts)).toBe('E 80.00 cm/s (Mitral inflow), A 40.00 cm/s (Mitral inflow)');
    expect(leadingValues([measured('Mitral inflow')], facts)).toBeNull();
  });
});
