/** Inputs of commands, as large as they may be. */
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MappingRow } from '@echometry/contract/records/import.ts';
import { steadyFile } from '../src/objects/steady-file.ts';
import { SHIPPED_SETS } from '../src/workspace/shipped-config.ts';

/** Writes pieces one after the other: a file of hundreds of MB is never held as a whole, and never waits for the disk as a whole. */
async function written(file: string, pieces: Iterable<string>): Promise<string> {
  await pipeline(Readable.from(pieces), steadyFile(file));
  const handle = await open(file, 'r+');
  await handle.datasync();
  await handle.close();
  return file;
}

const POINTS = Array.from({ length: 60 }, (_, at) => [100.125 + at, 200.375 + at]);

function* ownLines(instance: string, lines: number, bytes: number): Generator<string> {
  const points = JSON.stringify(POINTS).slice(1, -1);
  yield '{"format":1,"lines":[';
  for (let n = 0; n < lines; n += 1) {
    const start = `${n === 0 ? '' : ','}{"instance_id":"${n % 2 === 0 ? instance : `1.2.3.${n}`}","cycle":${n % 20},"event":"${n % 4 < 2 ? 'end_diastole' : 'end_systole'}","line":"LV endo","shape":"endo-epi","frame_number":null,"points_px":[`;
    const room = Math.floor(bytes / lines) - start.length - 2;
    yield `${start}${points}${`,${points}`.repeat(Math.max(0, Math.floor(room / (points.length + 1)) - 1))}]}`;
  }
  yield ']}';
}

/** Lines in our own JSON, about as many bytes in all. */
export const ownJson = (file: string, instance: string, lines: number, bytes: number): Promise<string> =>
  written(file, ownLines(instance, lines, bytes));

function* cocoSet(instance: string, annotations: number): Generator<string> {
  const images = [{ id: 1, width: 1000, height: 800, instance, frame_index: 0 }];
  const categories = [{ id: 1, name: 'LV endo', supercategory: 'endo-epi' }];
  yield `{"images":${JSON.stringify(images)},"categories":${JSON.stringify(categories)},"annotations":[`;
  for (let n = 0; n < annotations; n += 1)
    yield `${n === 0 ? '' : ','}{"image_id":1,"category_id":1,"segmentation":[[10.5,20.5,30.5,40.5,50.5,60.5]]}`;
  yield ']}';
}

/** A COCO data set of one picture. */
export const coco = (file: string, instance: string, annotations: number): Promise<string> => written(file, cocoSet(instance, annotations));

function* tracings(rows: number, frames: number): Generator<string> {
  yield 'FileName,X1,Y1,X2,Y2,Frame\n';
  for (let n = 0; n < rows; n += 1) yield `video.avi,${n % 100}.5,${n % 90}.5,${n % 80}.5,${n % 70}.5,${n % frames}\n`;
}

/** EchoNet tracings, and the sources.csv they belong to. */
export async function echonet(file: string, sources: string, instance: string, rows: number, frames: number): Promise<string> {
  await written(sources, [
    'FileName,instance_id,cycle,end_diastole_frame_number,end_systole_frame_number,scale_x,scale_y,margin_x,margin_y\n',
    `video,${instance},1,1,12,0.2,0.2,0,0\n`,
  ]);
  return written(file, tracings(rows, frames));
}

/** Rows of a mapping that belong to no study. */
export const mappingRows = (rows: number): MappingRow[] =>
  Array.from({ length: rows }, (_, n) => ({
    row: n + 2,
    patient_id: `PATIENT-${n}`,
    accession_number: `ACC-${n}`,
    study_instance_uid: null,
    code: `CODE-${n}`,
    study_type: null,
    data_type: null,
  }));

/** Packs of reference values under different names, about as many bytes in all; the shipped ones once at least. */
export function referencePacks(bytes: number): unknown[] {
  const shipped = (SHIPPED_SETS.find(({ name }) => name === 'echo_references')?.data ?? []) as { id: string }[];
  const times = Math.max(1, Math.floor(bytes / JSON.stringify(shipped).length));
  return Array.from({ length: times }, (_, n) => shipped.map((pack) => (n === 0 ? pack : { ...pack, id: `${pack.id}-${n}` }))).flat();
}
