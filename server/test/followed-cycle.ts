/** The golden cycle with lines on every frame, whose values a second implementation computed (fixtures/golden/cycle-curves/derive.py). */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkoutRoot } from '@echometry/bindings/node/client.ts';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { CurvePeak, CurvesRequest } from '@echometry/contract/generated/cycle-curves.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { StudyFacts } from '@echometry/contract/generated/study-measurements.ts';
import { anchorsOf, framesOfCycle, keptAnchors } from '@echometry/contract/rules/sequence.ts';

export interface GoldenCycle {
  images: [AnalysisImage];
  files: { i1: ImageMetadata };
  study: StudyFacts;
  request: CurvesRequest;
  times_ms: number[];
  expected: {
    line: string;
    formula: string;
    values: (number | null)[];
    of_curve: Record<'largest' | 'smallest' | 'emptying_rate' | 'filling_rate', CurvePeak | null> & { emptying_fraction: number | null };
  }[];
  strain: { line: string; segment: string | null; values: (number | null)[] }[];
  /** Of `LV endo`, if it is of a fetus. */
  widths: { length_cm: number; end_diastole_cm: number[]; end_systole_cm: number[] };
}

const readJson = async <T>(...place: string[]): Promise<T> => JSON.parse(await readFile(path.join(checkoutRoot(), ...place), 'utf8')) as T;

export const goldenCycle = (): Promise<GoldenCycle> => readJson('fixtures', 'golden', 'cycle-curves', 'cases.json');

/** The shipped configuration that the golden values were made with. */
export const goldenConfig = async () => ({
  image_types: await readJson<unknown>('contract', 'config', 'echo_image_types.json'),
  measurements: await readJson<unknown>('contract', 'config', 'echo_measurements.json'),
});

/** The golden image with its cycle followed as it is drawn now. */
export function followedImage({ images: [image], files }: GoldenCycle, lines_sha256: string): AnalysisImage {
  const span = framesOfCycle(image, 0, files.i1.number_of_frames);
  if (!span) throw new Error('The cycle has no frames');
  const sequence = {
    from_frame: span.from,
    to_frame: span.to,
    method: 'speckle-tracking',
    method_version: '3',
    anchors: keptAnchors(anchorsOf(image, 0, span)),
    lines_sha256,
  };
  return { ...image, segmentation: image.segmentation.map((one, cycle) => (cycle === 0 ? { ...one, sequence } : one)) };
}
