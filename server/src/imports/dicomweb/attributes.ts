/** Reads the DICOM JSON model (PS3.18 annex F), whatever else a PACS puts into it. */
export type DicomJson = Readonly<Record<string, unknown>>;

export const TAGS = {
  studyDate: '00080020',
  accessionNumber: '00080050',
  modality: '00080060',
  modalitiesInStudy: '00080061',
  studyDescription: '00081030',
  sopInstanceUid: '00080018',
  patientName: '00100010',
  patientId: '00100020',
  studyInstanceUid: '0020000D',
  seriesInstanceUid: '0020000E',
  seriesNumber: '00200011',
  instanceNumber: '00200013',
  studyInstances: '00201208',
} as const;

/** Values of an attribute; of a person's name its alphabetic form. */
export function valuesOf(item: DicomJson, tag: string): string[] {
  const element = item[tag] ?? item[tag.toLowerCase()];
  if (typeof element !== 'object' || element === null || !('Value' in element) || !Array.isArray(element.Value)) return [];
  return (element.Value as unknown[]).flatMap((value) => {
    if (typeof value === 'string') return [value.trim()];
    if (typeof value === 'number') return [String(value)];
    if (typeof value === 'object' && value !== null && 'Alphabetic' in value && typeof value.Alphabetic === 'string')
      return [value.Alphabetic.trim()];
    return [];
  });
}

/** The first value; empty without one. */
export const textOf = (item: DicomJson, tag: string): string => valuesOf(item, tag)[0] ?? '';

/** A whole number from 0 on; null without one. */
export function countOf(item: DicomJson, tag: string): number | null {
  const text = textOf(item, tag);
  return /^[0-9]{1,9}$/.test(text) ? Number(text) : null;
}

/** Digits and dots, at most 64 characters (PS3.5, 9.1): the only form of a UID that is put into an address. */
export const isUid = (text: string): boolean => text.length <= 64 && /^[0-9]+(?:\.[0-9]+)*$/.test(text);
