import type { Engine } from '@echometry/bindings/engine/api.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { StudyFacts } from '@echometry/contract/generated/study-measurements.ts';
import type { Kysely } from 'kysely';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { currentConfigSet } from '../db/config-sets.ts';
import type { Database } from '../db/schema.ts';
import type { Outcomes } from './outcomes.ts';

export interface Measuring {
  engine: Engine;
  query: Kysely<Database>;
  folder: string;
  outcomes: Outcomes;
  facts: StudyFacts;
  images: readonly AnalysisImage[];
}

/** The images with every measurement of the shipped definitions; those without lines have none. */
export async function measuredImages({ engine, query, folder, outcomes, facts, images }: Measuring): Promise<AnalysisImage[]> {
  const [types, measurements] = await Promise.all([
    currentConfigSet(query, 'echo_image_types', null),
    currentConfigSet(query, 'echo_measurements', null),
  ]);
  const study = engine.study({ image_types: types, measurements }, facts);
  try {
    for (const image of images) {
      const drawn = outcomes.get(image.instance_id)?.image;
      if (drawn === undefined) continue;
      const opened = await engine.open(await readFile(path.join(folder, drawn.file)));
      if (!opened.ok) throw new Error(`${drawn.file}: ${opened.error.message}`);
      const metadata = await engine.metadata(opened.value);
      engine.release(opened.value);
      if (!metadata.ok) throw new Error(`${drawn.file}: ${metadata.error.message}`);
      study.setFile(image.instance_id, metadata.value);
      study.setImage(image);
    }
    const evaluated = await study.evaluate();
    if (!evaluated.ok) throw new Error(`The demo study was not measured: ${evaluated.error.message}`);
    const found = new Map(evaluated.value.map((entry) => [entry.instance_id, entry.measurements]));
    return images.map((image) =>
      image.is_segmented ? { ...image, measurements: found.get(image.instance_id) ?? [], is_measured: true } : image,
    );
  } finally {
    study.close();
  }
}
