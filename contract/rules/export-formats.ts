/** Formats that data leave in: the one table of their names, in the order in which they are offered. */
export const EXPORT_FORMATS = [
  { name: 'csv-long', title: 'CSV, long', type: 'measurements', about: 'One row for each value, with unit, source and version.' },
  { name: 'csv-wide', title: 'CSV, wide', type: 'measurements', about: 'One row for each study and one for each image.' },
  { name: 'json', title: 'JSON', type: 'segmentations', about: 'The analysis as stored, and curves in pixels and centimetres.' },
] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export type ExportFormatName = ExportFormat['name'];

export const formatsOf = (type: ExportFormat['type']): ExportFormat[] => EXPORT_FORMATS.filter((format) => format.type === type);
