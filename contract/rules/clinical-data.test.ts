import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { ClinicalDataUrl } from '../records/project.ts';
import { clinicalDataAddress } from './clinical-data.ts';

const link = { study_id: '7_20260101', patient_id: 7, project: 'heart study', data_type: 'adult' };

it('the clinical data tab is there when the project has clinical data and an address', () => {
  const url = 'https://records.example/open?view=echo';
  expect(clinicalDataAddress('Editor', { clinical_data: true, clinical_data_url: url }, link)).toBe(
    'https://records.example/open?view=echo&study_id=7_20260101&patient_id=7&project=heart+study&data_type=adult',
  );
  expect(clinicalDataAddress('Editor', { clinical_data: false, clinical_data_url: url }, link)).toBeNull();
  expect(clinicalDataAddress('Editor', { clinical_data: true }, link)).toBeNull();
  expect(clinicalDataAddress('Editor', { clinical_data: true, clinical_data_url: null }, link)).toBeNull();
});

it('the clinical data tab is not there for blind editors where the project hides clinical values or the order of studies', () => {
  const project = { clinical_data: true, clinical_data_url: 'https://records.example/open' };
  for (const blinding of [{ clinical_values: true }, { order: true }]) {
    expect(clinicalDataAddress('Ground-truth generator', { ...project, blinding }, link)).toBeNull();
    expect(clinicalDataAddress('Editor', { ...project, blinding }, link)).not.toBeNull();
  }
  expect(clinicalDataAddress('Ground-truth generator', project, link)).not.toBeNull();
});

it('an address that a browser would run is none', () => {
  expect(Value.Check(ClinicalDataUrl, 'https://records.example/')).toBe(true);
  for (const text of ['javascript:alert(1)', 'data:text/html,x', '//records.example', 'https://', 'https://a b/'])
    expect([text, Value.Check(ClinicalDataUrl, text)]).toEqual([text, false]);
});
