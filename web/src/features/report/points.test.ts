import type { ReportValue } from '@echometry/contract/rules/report.ts';
import { describe, expect, it } from 'vitest';
import { pathOfPoints } from './points.ts';

const LINK = {
  study_id: '7_20261118',
  study_date: '2026-11-18',
  patient_id: 7,
  patient_id_show: 'P7',
  data_type: 'adult',
  project: 'heart',
  editor: 'ben@site',
} as const;
const VALUE = {
  name: 'LV EDV',
  image_id: '2.25.4',
  measurement: { provenance: { points: [{ frame_number: null }, { frame_number: 12 }] } },
} as unknown as ReportValue;

const parts = (path: string | null) => {
  const [page, query] = (path ?? '').split('?');
  const { image, frame, measurement, editor } = Object.fromEntries(new URLSearchParams(query));
  return { page, image, frame, measurement, editor };
};

describe('the way from a value to its points', () => {
  it('leads roles with the page of segmentation to image, frame and value', () => {
    for (const role of ['Editor', 'Viewer', 'Ground-truth generator', 'Data scientist'] as const)
      expect(parts(pathOfPoints(role, LINK, VALUE))).toMatchObject({
        page: '/segmentation',
        image: '2.25.4',
        frame: '12',
        measurement: 'LV EDV',
      });
  });

  it('leads a Reviewer to the image on the page of validation, in the work of the same editor', () => {
    expect(parts(pathOfPoints('Reviewer', LINK, VALUE))).toMatchObject({ page: '/validation', image: '2.25.4', editor: 'ben@site' });
  });

  it('leads nowhere for a role without either page', () => {
    expect(pathOfPoints('Prisma study review', LINK, VALUE)).toBeNull();
  });
});
