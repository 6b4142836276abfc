import { expect, test } from 'vitest';
import { pathOfPage } from './go-to-page.ts';

const study = {
  id_study: '12_20240305',
  id_patient: 12,
  id_patient_show: 'A 12',
  date: '2024-03-05',
  project: 'adult & more',
  type: 'adult',
} as const;

test('a study page carries the study in its encoded query', () => {
  const path = pathOfPage({ page: 'selection', ...study, image: 'x.dcm', editor: 'a@b', db_status: 'validated' });
  expect(path?.startsWith('/selection?')).toBe(true);
  expect(path).not.toContain(' ');
  expect(Object.fromEntries(new URLSearchParams(path?.split('?')[1]))).toEqual({
    study_id: '12_20240305',
    study_date: '2024-03-05',
    patient_id: '12',
    patient_id_show: 'A 12',
    data_type: 'adult',
    project: 'adult & more',
    image: 'x.dcm',
    editor: 'a@b',
    validated: 'true',
  });
});

test('from the studies list a status name leads to its tab, and the page knows where it came from', () => {
  const path = pathOfPage({ page: 'segmented_2d', from: 'studies', ...study });
  expect(path?.startsWith('/segmentation?')).toBe(true);
  expect(new URLSearchParams(path?.split('?')[1]).get('studies')).toBe('true');
});

test('lists take the project', () => {
  expect(pathOfPage({ page: 'studies', project: 'demo-adult' })).toBe('/studies?project=demo-adult');
  expect(pathOfPage({ page: 'review' })).toBe('/review');
});

test('an unknown destination, or a study page without a study, has no address', () => {
  expect(pathOfPage({ page: 'elsewhere' })).toBeNull();
  expect(pathOfPage({ page: 'selection', project: 'p' })).toBeNull();
  expect(pathOfPage({ page: 'segmented_2d', ...study })).toBeNull();
});
