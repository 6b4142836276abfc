/** Pictures and clips that are made for a journey, wrapped into DICOM files of one patient. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { part10 } from '../../../server/src/demo/plan/part10.ts';
import { encapsulatedPixelData, nativePixelData } from '../../../server/src/demo/plan/pixel-data.ts';
import { REPOSITORY } from './repository.ts';

export const EXPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2.1';
export const JPEG_BASELINE = '1.2.840.10008.1.2.4.50';
const US_MULTI_FRAME = '1.2.840.10008.5.1.4.1.1.3.1';

export interface Wrapped {
  name: string;
  syntax: string;
  rows: number;
  columns: number;
  /** Elements in addition to those of every file, or instead of them. */
  elements: Record<string, string | number | readonly number[] | ArrayBuffer>;
  pixelData: Buffer;
}

/** Writes the pictures as one study of a separate patient, in this order. */
export async function writeStudy(folder: string, patient: string, pictures: readonly Wrapped[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const uid = (name: string): string =>
    `2.25.77${[...`${patient}${name}`]
      .map((letter) => letter.charCodeAt(0))
      .join('')
      .slice(0, 50)}`;
  for (const [index, { name, syntax, rows, columns, elements, pixelData }] of pictures.entries()) {
    const dataset = {
      SOPClassUID: US_MULTI_FRAME,
      SOPInstanceUID: uid(`i${index}`),
      StudyInstanceUID: uid('s'),
      SeriesInstanceUID: uid('t'),
      StudyDate: '20261105',
      ContentDate: '20261105',
      StudyTime: '100000',
      ContentTime: `1000${String(index).padStart(2, '0')}`,
      Modality: 'US',
      Manufacturer: 'Echometry',
      PatientID: patient,
      PatientName: `${patient}^JOURNEY`,
      PatientBirthDate: '',
      PatientSex: 'O',
      InstanceNumber: index + 1,
      SamplesPerPixel: 1,
      PhotometricInterpretation: 'MONOCHROME2',
      Rows: rows,
      Columns: columns,
      BitsAllocated: 8,
      BitsStored: 8,
      HighBit: 7,
      PixelRepresentation: 0,
      ...elements,
    };
    await writeFile(path.join(folder, `${String(index).padStart(2, '0')}-${name}.dcm`), await part10(dataset, syntax, pixelData));
  }
}

/** A clip of fixtures/video under a transfer syntax. */
export async function clip(file: string, syntax: string): Promise<Wrapped> {
  return clipOf(file, syntax, await clipBytes(file));
}

export const clipBytes = (file: string): Promise<Buffer> => readFile(path.join(REPOSITORY, 'fixtures', 'video', file));

/** The frames of a clip in other bytes. */
export function clipOf(file: string, syntax: string, stream: Buffer): Wrapped {
  return {
    name: file,
    syntax,
    rows: 96,
    columns: 128,
    pixelData: encapsulatedPixelData([stream], 'empty'),
    elements: {
      NumberOfFrames: 48,
      FrameTime: 40,
      SamplesPerPixel: 3,
      PlanarConfiguration: 0,
      PhotometricInterpretation: 'YBR_PARTIAL_420',
    },
  };
}

/** One compressed picture. */
export const still = (picture: Omit<Wrapped, 'pixelData'>, stream: Buffer): Wrapped => ({
  ...picture,
  pixelData: encapsulatedPixelData([stream], 'empty'),
});

/** One uncompressed picture; samples of floating point have a different element. */
export function plain(picture: Omit<Wrapped, 'pixelData'>, samples: Buffer, { float = false } = {}): Wrapped {
  const pixelData = nativePixelData([samples]);
  if (float) {
    // Float Pixel Data (7FE0,0008), OF.
    pixelData.writeUInt16LE(0x0008, 2);
    pixelData.write('OF', 4, 'latin1');
  }
  return { ...picture, pixelData };
}
