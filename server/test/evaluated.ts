import { execFileSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { checkoutRoot } from '@echometry/bindings/node/client.ts';
import type { Measurement } from '@echometry/contract/generated/analysis-image.ts';
import { DOCUMENT_FORMAT } from '@echometry/contract/generated/document-format.ts';
import { readDocument } from '../src/analyses/read.ts';
import type { Workspace } from '../src/workspace/workspace.ts';

/** A value as tables and `engine evaluate` agree on it: `cycle` is empty for the mean of the cycles. */
export type EvaluatedValue = [instance_id: string, measurement: string, cycle: string, value: number];

export interface EvaluatedImage {
  instance_id: string;
  measurements: Pick<Measurement, 'name' | 'value' | 'aggregate' | 'series' | 'normal'>[];
}

/**
 * Values that the native command line computes of an analysis in a file and of a folder of images, by the shipped configuration.
 */
export function evaluateFile(analysis: string, dicom: string): EvaluatedImage[] {
  const engine = path.join(checkoutRoot(), 'target', 'release', 'echometry-engine');
  const config = path.join(checkoutRoot(), 'contract', 'config');
  const output = execFileSync(engine, ['evaluate', analysis, '--dicom', dicom, '--config', config], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return (JSON.parse(output.split('\n')[0]!) as { images: EvaluatedImage[] }).images;
}

/** Every number that the native command line computes of a stored version, of its files and of the shipped configuration. */
export async function evaluatedByEngine(workspace: Workspace, version: number, folder: string): Promise<EvaluatedValue[]> {
  const { document, record } = await readDocument(workspace, version);
  const study = await workspace.db.query
    .selectFrom('study')
    .select(['data_type', 'gestational_age_days', 'age_days', 'sex', 'height_cm', 'weight_kg'])
    .where('id', '=', record.study_id)
    .executeTakeFirstOrThrow();
  const files = await workspace.db.query
    .selectFrom('image_file')
    .select(['filename', 'object_sha256'])
    .where('study_id', '=', record.study_id)
    .execute();
  const dicom = path.join(folder, 'dicom');
  await mkdir(dicom, { recursive: true });
  for (const file of files)
    await pipeline(workspace.objects.read(file.object_sha256), createWriteStream(path.join(dicom, path.basename(file.filename))));
  const analysis = path.join(folder, 'analysis.json');
  await writeFile(analysis, JSON.stringify({ format: DOCUMENT_FORMAT, images: document.images, study }));
  const images = evaluateFile(analysis, dicom);
  return images.flatMap(({ instance_id, measurements }) =>
    measurements
      .filter(({ series }) => series === undefined)
      .flatMap(({ name, value, aggregate }) => [
        ...value.flatMap((one, cycle): EvaluatedValue[] => (one === null ? [] : [[instance_id, name, String(cycle + 1), one]])),
        ...(typeof aggregate !== 'number' ? [] : [[instance_id, name, '', aggregate] as EvaluatedValue]),
      ]),
  );
}
