import { type Project } from '@echometry/contract/records/project.ts';

/** Colours of the modality dropdowns, the same in every demo project. */
const MODALITIES: Project['modalities'] = [
  { type: '2D', color: '#4dabf7' },
  { type: 'M-Mode', color: '#63e6be' },
  { type: 'PW Doppler', color: '#ffa94d' },
];

/** The three projects of the demo, by the name the generator gives them. Between them every project setting takes each of its forms. */
export const demoProjects = (cloud: string): readonly Project[] => [
  {
    _id: 'demo-fetal', db_name: 'demo_fetal', name_to_show: 'Demo fetal', description: 'Synthetic fetal hearts and umbilical arteries.', area: 'Fetal',
    cloud_system: cloud, bucket: null, data_type: 'fetal', cardiac_cycles: 'user defined', unique_reference: true,
    image_requirements: [{ type: '4-chamber 2D', qc: true, segmentation_2d: true }, { type: 'Umbilical artery', qc: true, cycletiming: true, segmentation_dop: true }],
    image_types: [], modalities: MODALITIES, qc: { type: ['complete'], show_status: true, ga_filter: true }, clinical_data: false,
  },
  {
    _id: 'demo-pediatric', db_name: 'demo_pediatric', name_to_show: 'Demo pediatric', description: 'Synthetic hearts of children.', area: 'Pediatric',
    cloud_system: cloud, bucket: 'demo-pediatric', data_type: 'pediatric', cardiac_cycles: 2, unique_reference: false,
    image_requirements: [], image_types: [], modalities: MODALITIES, qc: { type: ['quick'], show_status: false, ga_filter: false }, clinical_data: false,
  },
  {
    _id: 'demo-adult', db_name: 'demo_adult', name_to_show: 'Demo adult', description: 'Synthetic hearts of adults.', area: 'Adult',
    cloud_system: cloud, bucket: null, data_type: 'adult', cardiac_cycles: 3, unique_reference: false,
    image_requirements: [{ type: '4-chamber 2D', qc: true }, { type: 'Mitral inflow', qc: true }],
    image_types: [], modalities: MODALITIES, qc: { type: ['quick', 'complete'], show_status: true, ga_filter: false }, clinical_data: true,
  },
];
