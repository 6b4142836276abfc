import type { DataType } from '../records/data-type.ts';
import type { Project } from '../records/project.ts';
import { TOKENS } from '../theme/tokens.ts';

/** Names that every object has: a project of such a name would be found in tables that do not hold it. */
const NAMES_OF_OBJECTS = Object.getOwnPropertyNames(Object.prototype).join('|');

/** Names of projects: small letters, digits and hyphens. */
export const PROJECT_KEY = `^(?!(?:${NAMES_OF_OBJECTS})$)[a-z0-9][a-z0-9-]*$`;

/** Longest name of a project, in characters. */
export const MAX_PROJECT_KEY = 64;

/** The rule in words. */
export const PROJECT_KEY_WORDS =
  'Its name consists of lowercase letters, digits and hyphens, and must not be a reserved word such as constructor.';

/** An empty project that asks nothing of its studies. */
export const newProject = (key: string, given: { name_to_show: string; cloud_system: string; data_type: DataType }): Project => ({
  _id: key,
  db_name: key.replaceAll('-', '_'),
  name_to_show: given.name_to_show,
  description: '',
  area: '',
  cloud_system: given.cloud_system,
  bucket: null,
  data_type: given.data_type,
  cardiac_cycles: 'user defined',
  unique_reference: false,
  image_requirements: [],
  image_types: [],
  modalities: [
    { type: '2D', color: TOKENS['modality-2d'] },
    { type: 'M-Mode', color: TOKENS['modality-mm'] },
    { type: 'PW Doppler', color: TOKENS['modality-doppler'] },
  ],
  qc: { type: ['quick'], show_status: true, ga_filter: false },
  clinical_data: false,
});
