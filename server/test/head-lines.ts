/** A head drawn as an ellipse of 250 and 200 px, 0.02 cm each: values by closed forms (fixtures/golden/study), and its line as a file. */
import type { StoredMetadata } from '@echometry/contract/generated/analysis-image.ts';
import golden from '../../fixtures/golden/study/cases.json' with { type: 'json' };

const HEAD = golden.cases.find(({ id }) => id === 'still-head')!;
const DRAWN = HEAD.images[0] as unknown as {
  metadata: StoredMetadata;
  segmentation: { lines: { points: { x: number; y: number }[] }[] }[];
};

export const HEAD_VALUES = HEAD.expected as { name: string; aggregate: number }[];
export const HEAD_METADATA = DRAWN.metadata;
export const HEAD_POINTS = DRAWN.segmentation[0]!.lines[0]!.points.map(({ x, y }) => [x, y]);

/** The line of the head in our JSON. */
export const headLine = (instance: string, more: object = {}) => ({
  instance_id: instance,
  cycle: 0,
  event: null,
  line: 'Head',
  shape: 'oval',
  frame_number: null,
  points_px: HEAD_POINTS,
  ...more,
});
