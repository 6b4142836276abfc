/** A DICOM file as dcmjs reads it: attributes by keyword. */
import { readFile } from 'node:fs/promises';
import dcmjs from 'dcmjs';

export async function dataSetOf(file: string): Promise<Record<string, unknown>> {
  const { DicomMessage, DicomMetaDictionary } = dcmjs.data;
  const { dict } = DicomMessage.readFile((await readFile(file)).buffer);
  return DicomMetaDictionary.naturalizeDataset(dict);
}
