/** Who and what every test of the server has. */
import type { Project } from '@echometry/contract/records/project.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';

export const NOON = Date.UTC(2026, 10, 21, 12);

export const PROJECT: Project = {
  _id: 'alpha',
  db_name: 'alpha_db',
  name_to_show: 'Alpha',
  description: '',
  area: 'Adult',
  cloud_system: 'local',
  bucket: null,
  data_type: 'adult',
  cardiac_cycles: 3,
  unique_reference: false,
  image_requirements: [],
  image_types: [],
  modalities: [{ type: '2D', color: '#fff' }],
  qc: { type: ['quick'], show_status: true, ga_filter: false },
  clinical_data: false,
};
/** A PACS that takes exports. */
export const PACS = { name: 'research', address: 'http://127.0.0.1:9/dicom-web', authorization: null };

export const SCOPE = { db_name: PROJECT.db_name, medical_data_type: 'US' } as const;

export const emailOf = (role: RoleName): string => `${role.toLowerCase().replaceAll(' ', '-')}@test`;
