/** Formats that data leave in: the one table of their names, in the order in which they are offered. `preset` is chosen as the form opens. */
export const EXPORT_FORMATS = [
  {
    name: 'csv-long',
    title: 'CSV, long',
    type: 'measurements',
    preset: true,
    about: 'One row for each value, with unit, source and version.',
  },
  { name: 'csv-wide', title: 'CSV, wide', type: 'measurements', preset: true, about: 'One row for each study and one for each image.' },
  { name: 'sr', title: 'DICOM SR', type: 'measurements', preset: false, about: 'Structured reports by TID 1500, 5300 and 5220.' },
  {
    name: 'json',
    title: 'JSON',
    type: 'segmentations',
    preset: true,
    about: 'The analysis as stored, and curves in pixels and centimetres.',
  },
  {
    name: 'masks',
    title: 'Masks',
    type: 'segmentations',
    preset: false,
    about: 'A PNG for each traced frame, a NIfTI volume for each clip.',
  },
  { name: 'coco', title: 'COCO', type: 'segmentations', preset: false, about: 'Polygons, points and the frames they are on.' },
  {
    name: 'echonet',
    title: 'EchoNet-Dynamic',
    type: 'segmentations',
    preset: false,
    about: 'AVI clips of 112 pixels with their tracings.',
  },
  { name: 'camus', title: 'CAMUS', type: 'segmentations', preset: false, about: 'NIfTI volumes of apical views with their labels.' },
] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export type ExportFormatName = ExportFormat['name'];

export const formatsOf = (type: ExportFormat['type']): ExportFormat[] => EXPORT_FORMATS.filter((format) => format.type === type);
