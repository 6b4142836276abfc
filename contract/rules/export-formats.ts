/** Formats that data leave in: the one table of their names, in the order in which they are offered; the usual ones are chosen at first. */
export const EXPORT_FORMATS = [
  {
    name: 'csv-long',
    title: 'CSV, long',
    type: 'measurements',
    about: 'One row for each value, with unit, source and version.',
    usual: true,
  },
  { name: 'csv-wide', title: 'CSV, wide', type: 'measurements', about: 'One row for each study and one for each image.', usual: true },
  {
    name: 'json',
    title: 'JSON',
    type: 'segmentations',
    about: 'The analysis as stored, and curves in pixels and centimetres.',
    usual: true,
  },
  {
    name: 'masks',
    title: 'Masks',
    type: 'segmentations',
    about: 'A PNG for each traced frame, a NIfTI volume for each clip.',
    usual: false,
  },
  {
    name: 'coco',
    title: 'COCO',
    type: 'segmentations',
    about: 'Traced frames as pictures, lines as polygons and keypoints.',
    usual: false,
  },
  {
    name: 'echonet',
    title: 'EchoNet-Dynamic',
    type: 'segmentations',
    about: 'Four-chamber clips as videos with tracings and volumes.',
    usual: false,
  },
  { name: 'camus', title: 'CAMUS', type: 'segmentations', about: 'Two- and four-chamber clips as NIfTI with labels.', usual: false },
  {
    name: 'seg',
    title: 'DICOM SEG',
    type: 'segmentations',
    about: 'Contours as binary segmentations that refer to image and frame.',
    usual: false,
  },
  {
    name: 'bids',
    title: 'BIDS-like',
    type: 'segmentations',
    about: 'Clips as videos in folders like BIDS, with marks and values as tables.',
    usual: false,
  },
  { name: 'sr', title: 'DICOM SR', type: 'measurements', about: 'Structured reports by TID 1500, 5300 and 5220.', usual: false },
  {
    name: 'fhir',
    title: 'FHIR R4',
    type: 'measurements',
    about: 'A Bundle for each study: report and observations with codes and units.',
    usual: false,
  },
  {
    name: 'redcap',
    title: 'REDCap',
    type: 'measurements',
    about: 'A data dictionary and records to import, one for each study.',
    usual: false,
  },
] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export type ExportFormatName = ExportFormat['name'];

export const formatsOf = (type: ExportFormat['type']): ExportFormat[] => EXPORT_FORMATS.filter((format) => format.type === type);
