import { expect, test } from 'vitest';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import type { StudyLink } from '../lib/study-link.ts';
import type { OpenStudy } from '../study/store/open-study.ts';
import { nextOfStudy, noAction, pathOfPlace, slotsOfStudy, workPlace } from './next-step.ts';

const image = (id: string, more: Partial<AnalysisImage>): AnalysisImage => ({
  ...blankImage({ instance_id: id, filename: `${id}.dcm`, active: true, metadata: null }, 'adult'),
  view: 'A4C',
  modality: '2D',
  ...more,
});
const file = (instance_id: string, active = true) => ({ instance_id, active }) as StudyFile;
const STUDY = {
  role: 'Editor',
  images: [image('a', { type: '4-chamber 2D', reference: true }), image('s', { type: 'Short axis 2D' })],
  missing_images: [],
  files: [file('x', false), file('a'), file('s'), file('u')],
  project: {
    name_to_show: 'Demo',
    modalities: [{ type: 'CW Doppler', color: '#ffffff' }],
    image_requirements: [
      { type: '4-chamber 2D', qc: true },
      { type: 'Short axis 2D', qc: true },
      { type: 'Aortic outflow', qc: true },
    ],
  },
  config: { imageTypes: [{ type: 'Aortic outflow', modalities: ['PW Doppler', 'CW Doppler'] }] },
} as unknown as OpenStudy;
const LINK = {
  study_id: '1_20260101',
  study_date: '2026-01-01',
  patient_id: 1,
  patient_id_show: 'A',
  data_type: 'adult',
  project: 'p',
} as StudyLink;

test('each step has a place: its own image, a candidate, or the first active image without a label', () => {
  const place = (step: Parameters<typeof workPlace>[0]['step'], type: string, instance_id: string | null) => {
    const { page, image: at } = workPlace({ step, type, instance_id }, STUDY);
    return [page, at];
  };
  expect(place('quality', '4-chamber 2D', 'a')).toEqual(['selection', 'a']);
  expect(place('view', 'Short axis 2D', 's')).toEqual(['selection', 's']);
  expect(place('choose', 'Short axis 2D', null)).toEqual(['reference', 's']);
  expect(place('find', 'Aortic outflow', null)).toEqual(['selection', 'u']);
});

test('the address of a place names the image, and no frame of the one before', () => {
  const query = new URL(pathOfPlace({ page: 'reference', image: 's' }, { ...LINK, image: 'a', frame: 4 }), 'http://host').searchParams;
  expect([query.get('image'), query.get('frame')]).toEqual(['s', null]);
});

test('the next action starts at the current page and image', () => {
  const next = (page: 'selection' | 'reference' | 'overview', at: string | null) => nextOfStudy(STUDY, page, at)?.step;
  expect(next('overview', 'a')).toBe('quality');
  expect(next('selection', 'a')).toBe('choose');
  expect(next('reference', 's')).toBe('find');
  expect(next('selection', 'u')).toBe('quality');
  expect(nextOfStudy({ ...STUDY, role: 'Viewer' }, 'selection', null)).toBeNull();
  expect(noAction({ ...STUDY, role: 'Viewer' })).toBe('As a Viewer you can read this study but not change it');
});

test('a type without an image is in the column of the first modality that the project has', () =>
  expect(slotsOfStudy(STUDY).find(({ type }) => type === 'Aortic outflow')?.modality).toBe('CW Doppler'));
