/** Followed lines of two readings whose distance is known: the same lines, moved by whole pixels across their direction. */
import { createEngine } from '@echometry/bindings/node/client.ts';
import type { EngineClient } from '@echometry/bindings/engine/client.ts';
import type { AnalysisImage, SequenceLines } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { anchorsOf, framesOfCycle, keptAnchors } from '@echometry/contract/rules/sequence.ts';
import { pairedFrames } from '@echometry/contract/rules/sequence-pairs.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { areFollowedApart, frameDistances, summaryOf } from './distances.ts';

const FRAMES = [2, 3, 4, 5];
/** Width and height of a pixel. */
const MM = 0.5;
const LENGTH = 40;
const VALVE = { name: 'valve', shape: 'nospline' } as const;
const TYPES = [
  { type: '4-chamber 2D', patterns: [{ name: 'normal', lines: [{ name: 'valve', interpolation: 'linear' }] }] },
] as unknown as readonly ImageTypeRow[];

/** A straight line along x, at a height on each frame. */
const linesAt = (heights: readonly number[]): SequenceLines => ({
  format: 1,
  lines: [
    {
      ...VALVE,
      types: ['a', 'b'],
      frames: FRAMES.map((frame_number, at) => ({
        frame_number,
        points: [
          [0, heights[at]!],
          [LENGTH, heights[at]!],
        ],
        quality: [1, 1],
        drift_px: [null, null],
      })),
    },
  ],
});

function image(hash: string, endDiastole = 2): AnalysisImage {
  const plain = blankImage({ instance_id: '1', filename: '1.dcm', active: true, metadata: null }, 'adult');
  const metadata = { number_of_frames: 5, width: 100, height: 100, doppler_regions: [] };
  const own: AnalysisImage = {
    ...plain,
    metadata: metadata as unknown as AnalysisImage['metadata'],
    type: '4-chamber 2D',
    modality: '2D',
    cardiac_events: [{ id: 'c', end_diastole: 2 }],
    segmentation: [{ end_diastole: { lines: [{ ...VALVE, finished: true, pattern: 'normal', frame_number: 2, points: [] }] } }],
  };
  const span = framesOfCycle(own, 0, 5)!;
  const sequence = {
    from_frame: endDiastole,
    to_frame: span.to,
    method: 'speckle-tracking',
    method_version: '3',
    anchors: keptAnchors(anchorsOf(own, 0, span)),
    lines_sha256: hash,
  };
  return { ...own, segmentation: [{ ...own.segmentation[0], sequence }] };
}

const DOCUMENTS: Record<string, SequenceLines> = { first: linesAt([0, 0, 0, 0]), second: linesAt([0, 2, 6, 1]) };
const linesOf = (hash: string) => DOCUMENTS[hash] ?? null;

let engine: EngineClient;
beforeAll(async () => {
  engine = await createEngine({ workers: 1 });
});
afterAll(() => engine.close());

it('the distance of a frame is as far as the line was moved there, in mm', async () => {
  const pairs = pairedFrames(image('first'), image('second'), { linesOf, interpolationOf: () => 'linear', pixel_size_mm: [MM, MM] });
  expect(pairs.map(({ frame_number }) => frame_number)).toEqual(FRAMES);
  const found = await engine.agreement.curves(pairs.map(({ pair }) => pair));
  if (!found.ok) throw new Error(found.error.message);
  for (const [at, moved] of [0, 2, 6, 1].entries())
    expect(found.value[at]?.mean_distance).toMatchObject({ value: expect.closeTo(moved * MM, 9), unit: 'mm' });
});

it('lines without a scale have no distance, and no summary', async () => {
  const found = await frameDistances(engine.agreement, { image: image('first'), original: image('second'), types: TYPES }, linesOf);
  expect(found).toEqual([{ line: 'valve', cycle: 0, frames: FRAMES.map((frame_number) => ({ frame_number, mm: null })) }]);
  expect(summaryOf(found[0]!)).toBeNull();
});

it('the summary has the mean of the frames, and the frame where the lines are farthest apart', () => {
  const frames = [1, 3, 0.5].map((mm, at) => ({ frame_number: at + 7, mm }));
  expect(summaryOf({ line: 'valve', cycle: 0, frames })).toEqual({ mean: 1.5, largest: { frame_number: 8, mm: 3 } });
});

it('compares nothing where the lines are the same, outdated, or not followed by both', () => {
  expect(areFollowedApart(image('first'), image('first'))).toBe(false);
  expect(areFollowedApart(image('first'), { ...image('first'), segmentation: [] })).toBe(false);
  expect(areFollowedApart(image('first'), image('second'))).toBe(true);
  const comparing = { linesOf, interpolationOf: () => 'linear' as const, pixel_size_mm: null };
  expect(pairedFrames(image('first'), image('second', 3), comparing)).toEqual([]);
});
