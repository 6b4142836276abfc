import { describe, expect, it } from 'vitest';
import { readStudyLink, studyPath, type StudyLink } from './study-link.ts';

const link: StudyLink = {
  study_id: '12_20261104',
  study_date: '2026-11-04',
  patient_id: 12,
  patient_id_show: 'AD & 0106/é',
  data_type: 'adult',
  project: 'demo-adult',
  image: '2.25.7',
  studies: true,
};

describe('study addresses', () => {
  it('carry every value encoded, and read back the same', () => {
    const path = studyPath('selection', link);
    expect(
      path.startsWith('/selection?study_id=12_20261104&study_date=2026-11-04&patient_id=12&patient_id_show=AD+%26+0106%2F%C3%A9&'),
    ).toBe(true);
    expect(readStudyLink(path.slice(path.indexOf('?')))).toEqual(link);
  });

  it('refuse a query without a study, a patient number or a known data type', () => {
    for (const broken of [
      '',
      '?study_id=1_2',
      '?study_id=1_2&project=p&patient_id=x&data_type=adult',
      '?study_id=1_2&project=p&patient_id=1&data_type=cat',
    ]) {
      expect(readStudyLink(broken)).toBeNull();
    }
  });
});
