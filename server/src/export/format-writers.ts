import { open } from 'node:fs/promises';
import dcmjs from 'dcmjs';
import { planeCurve, stripCurve } from '@echometry/bindings/drawing.ts';
import { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import { type ExportFormatName } from '@echometry/contract/rules/export-formats.ts';
import { Value } from 'typebox/value';
import { type FileRecord } from '../db/files.ts';
import { camusWriter } from '../formats/camus.ts';
import { cocoWriter } from '../formats/coco.ts';
import { curveSampler } from '../formats/curves.ts';
import { echonetWriter } from '../formats/echonet.ts';
import { masksWriter } from '../formats/masks.ts';
import { type FormatWriter } from '../formats/source.ts';
import { type DicomIdentity } from '../formats/sr/document.ts';
import { srWriter } from '../formats/sr/writer.ts';
import { objectPath } from '../objects/store.ts';
import { type FormatContext } from './format-context.ts';

const { DicomMessage, DicomMetaDictionary } = dcmjs.data;
const PIXEL_DATA = '7FE00010';
/** Bytes in which the names of study, series and image stand. */
const HEADER_BYTES = 256 * 1024;

async function beginning(file: string, size: number): Promise<ArrayBuffer> {
  const handle = await open(file, 'r');
  try {
    const bytes = new Uint8Array(Math.min(size, HEADER_BYTES));
    await handle.read(bytes, 0, bytes.length, 0);
    return bytes.buffer;
  } finally {
    await handle.close();
  }
}

/** Where the image of a stored file stands in its DICOM study; null where the file does not say. */
async function identityOf(objectsFolder: string, file: FileRecord): Promise<DicomIdentity | null> {
  const bytes = await beginning(objectPath(objectsFolder, file.object_sha256), file.size_bytes);
  const read = DicomMessage.readFile(bytes, { untilTag: PIXEL_DATA, includeUntilTagValue: false });
  const named: Record<string, unknown> = DicomMetaDictionary.naturalizeDataset(read.dict);
  const { StudyInstanceUID: study, SeriesInstanceUID: series, SOPClassUID: sop } = named;
  if (typeof study !== 'string' || typeof series !== 'string' || typeof sop !== 'string') return null;
  return { study_instance_uid: study, series_instance_uid: series, sop_class_uid: sop };
}

/** Formats that are written from images alone, by their name in a request. The geometry of the engine has to be loaded. */
export function writersOf({ source, objectsFolder, imageTypes, at }: FormatContext): Partial<Record<ExportFormatName, FormatWriter>> {
  const rows = imageTypes.data.filter((row) => Value.Check(ImageTypeRow, row));
  const sample = curveSampler({ planeCurve, stripCurve }, rows);
  const identify = (image: Parameters<typeof source.fileOf>[0]): Promise<DicomIdentity | null> => {
    const file = source.fileOf(image);
    return file === undefined ? Promise.resolve(null) : identityOf(objectsFolder, file).catch(() => null);
  };
  return {
    masks: masksWriter(sample),
    coco: cocoWriter(sample),
    echonet: echonetWriter(sample),
    camus: camusWriter(sample),
    sr: srWriter({ sample, identify, written_at: at }),
  };
}
