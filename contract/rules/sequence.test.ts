import { describe, expect, it } from 'vitest';
import type { AnalysisImage, ConfirmedPart, CycleSequence, DenseLine, Line, SequenceLines } from '../generated/analysis-image.ts';
import { MAX_CONFIRMED_PARTS, MAX_SEQUENCE_FRAMES } from '../records/sequence.ts';
import { blankImage } from './blank-image.ts';
import { imageFault } from './image-faults.ts';
import { completeImage, imageOfFormat } from './image-formats.ts';
import { mergeImage } from './merge-image.ts';
import { anchorsOf, framesOfCycle, isOutdated, keptAnchors, lineOnFrame, sequenceFault, sequenceHashes } from './sequence.ts';

const FRAMES = 40;

function line(name: string, frame_number: number | null, x: number, finished = true): Line {
  const dense: DenseLine = { name, shape: 'endo-epi', types: ['septum wall ring', 'user-defined_1', 'free wall ring'], frames: [] };
  const points: [number, number][] = [0, 1, 2].map((at) => [x + at, 10 * at]);
  const frame = { frame_number: frame_number ?? 0, points, quality: [1, 1, 1], drift_px: [null, null, null] };
  return { ...lineOnFrame(dense, frame, 'normal'), frame_number, finished };
}

/** Two cycles: from frame 5 to 25, and from there to the end of the clip. */
function clip(more: Partial<AnalysisImage> = {}): AnalysisImage {
  return {
    ...blankImage({ instance_id: '1', filename: 'a.dcm', active: true, metadata: null }, 'adult'),
    modality: '2D',
    cardiac_events: [
      { id: 'a', end_diastole: 5, end_systole: 14 },
      { id: 'b', end_diastole: 25, end_systole: 33 },
    ],
    segmentation: [
      { end_diastole: { lines: [line('LV endo', 5, 100), line('LA endo', 5, 200)] }, end_systole: { lines: [line('LV endo', 14, 110)] } },
      { end_diastole: { lines: [line('LV endo', 25, 100)] } },
    ],
    ...more,
  };
}

const places = (image: AnalysisImage, cycle: number) => {
  const span = framesOfCycle(image, cycle, FRAMES);
  return span ? anchorsOf(image, cycle, span).map(({ kind, frame_number, line: { name } }) => [name, frame_number, kind]) : null;
};

describe('the frames of a cycle', () => {
  it('run from end diastole to the next, and of the last cycle to the end of the clip', () => {
    expect(framesOfCycle(clip(), 0, FRAMES)).toEqual({ from: 5, to: 25, closed: true });
    expect(framesOfCycle(clip(), 1, FRAMES)).toEqual({ from: 25, to: FRAMES, closed: false });
  });

  it('are unknown without a mark, and where nothing follows it', () => {
    expect(framesOfCycle({ cardiac_events: [{ id: 'a', end_diastole: false }] }, 0, FRAMES)).toBeNull();
    expect(framesOfCycle(clip(), 1, 25)).toBeNull();
  });
});

describe('the anchors of a cycle', () => {
  it('are the finished lines of its events and of the next end diastole, by line and frame', () => {
    expect(places(clip(), 0)).toEqual([
      ['LV endo', 5, 'end_diastole'],
      ['LV endo', 14, 'end_systole'],
      ['LV endo', 25, 'next_end_diastole'],
      ['LA endo', 5, 'end_diastole'],
    ]);
  });

  it('leave out lines that are open, or drawn on another frame than the one that is marked', () => {
    const image = clip({ segmentation: [{ end_diastole: { lines: [line('LV endo', 4, 100), line('LA endo', 5, 200, false)] } }] });
    expect(places(image, 0)).toEqual([]);
  });

  it('have corrected lines of the cycle between them; on a frame of an event the line of the event counts', () => {
    const [first, second] = clip().segmentation;
    const corrected = [line('LV endo', 9, 104), line('LV endo', 14, 300), line('LV endo', 39, 300)];
    const image = clip({ segmentation: [{ ...first, corrected }, second ?? {}] });
    const span = framesOfCycle(image, 0, FRAMES);
    const endo = span ? anchorsOf(image, 0, span).filter(({ line: { name } }) => name === 'LV endo') : [];
    expect(endo.map(({ frame_number, kind, line: { points } }) => [frame_number, kind, points[0]?.x])).toEqual([
      [5, 'end_diastole', 100],
      [9, 'corrected', 104],
      [14, 'end_systole', 110],
      [25, 'next_end_diastole', 100],
    ]);
  });
});

function followed(image: AnalysisImage): CycleSequence {
  const span = framesOfCycle(image, 0, FRAMES);
  if (!span) throw new Error('The cycle has no frames');
  return {
    from_frame: span.from,
    to_frame: span.to,
    method: 'speckle-tracking',
    method_version: '3',
    anchors: keptAnchors(anchorsOf(image, 0, span)),
    lines_sha256: 'a'.repeat(64),
  };
}

describe('lines on every frame are outdated', () => {
  const image = clip();
  const sequence = followed(image);
  const outdated = (now: AnalysisImage, frames = FRAMES): boolean => isOutdated(now, 0, sequence, frames);
  const [first, second] = image.segmentation;

  it('never while marks and drawn lines stay', () => {
    expect(outdated(image)).toBe(false);
    expect(outdated(completeImage(image))).toBe(false);
  });

  it('when a mark of the cycle or the next end diastole is moved', () => {
    for (const change of [{ end_diastole: 6 }, { end_systole: 15 }])
      expect(
        outdated(clip({ cardiac_events: image.cardiac_events.with(0, { id: 'a', end_diastole: 5, end_systole: 14, ...change }) })),
      ).toBe(true);
    expect(outdated(clip({ cardiac_events: image.cardiac_events.slice(0, 1) }))).toBe(true);
  });

  it('when a drawn line is moved, added, removed or corrected', () => {
    const other = (lines: Line[]): AnalysisImage => clip({ segmentation: [{ ...first, end_systole: { lines } }, second ?? {}] });
    expect(outdated(other([line('LV endo', 14, 110.5)]))).toBe(true);
    expect(outdated(other([]))).toBe(true);
    expect(outdated(other([line('LV endo', 14, 110), line('LA endo', 14, 200)]))).toBe(true);
    expect(outdated(clip({ segmentation: [{ ...first, corrected: [line('LV endo', 9, 100)] }, second ?? {}] }))).toBe(true);
  });
});

describe('the record of an image with lines on every frame', () => {
  const image = clip();
  const [first, second] = image.segmentation;
  const sequence = followed(image);
  const whole = clip({ segmentation: [{ ...first, corrected: [line('LV endo', 9, 100)], sequence }, second ?? {}] });

  it('is kept when an older format is completed, and names its lines once', () => {
    expect(imageOfFormat(2, whole)).toEqual(whole);
    expect(sequenceHashes(clip({ segmentation: [{ sequence }, { sequence }] }))).toEqual(['a'.repeat(64)]);
    expect(imageFault(whole)).toBeNull();
  });

  it.each([
    [{ ...sequence, to_frame: 5 }, 'segmentation.0.sequence.to_frame'],
    [{ ...sequence, to_frame: 5 + MAX_SEQUENCE_FRAMES }, 'segmentation.0.sequence.to_frame'],
    [{ ...sequence, lines_sha256: 'A'.repeat(64) }, 'segmentation.0.sequence.lines_sha256'],
  ])('is refused by the field that is wrong: %#', (wrong, path) => {
    expect(imageFault(clip({ segmentation: [{ ...first, sequence: wrong }] }))?.path).toBe(path);
  });

  it('with confirmed segments, each once', () => {
    const fault = (confirmed: ConfirmedPart[]) => imageFault(clip({ segmentation: [{ ...first, sequence: { ...sequence, confirmed } }] }));
    const basal: ConfirmedPart = { name: 'LV endo', segment: 'septum-basal' };
    expect(fault([basal, { ...basal, segment: null }, { ...basal, name: 'LV epi' }])).toBeNull();
    expect(fault([basal, { ...basal }])?.path).toBe('segmentation.0.sequence.confirmed.1');
    const many = Array.from({ length: MAX_CONFIRMED_PARTS + 1 }, (_, at): ConfirmedPart => ({ name: `line ${at}`, segment: null }));
    expect(fault(many.slice(1))).toBeNull();
    expect(fault(many)?.path).toBe('segmentation.0.sequence.confirmed');
  });

  it('is refused with a correction twice on a frame, or on none', () => {
    const fault = (corrected: Line[]) => imageFault(clip({ segmentation: [{ ...first, corrected }] }));
    expect(fault([line('LV endo', 9, 1), line('LV endo', 9, 2)])?.path).toBe('segmentation.0.corrected.1');
    expect(fault([line('LV endo', null, 1)])?.path).toBe('segmentation.0.corrected.0.frame_number');
  });

  it('is merged with the lines: following them and changing a label do not conflict', () => {
    const labelled = { ...image, view: 'A4C' };
    expect(mergeImage(image, whole, labelled)).toEqual({ image: { ...whole, view: 'A4C' }, conflicts: [] });
    expect(mergeImage(image, whole, clip({ segmentation: [] })).conflicts).toEqual(['timing']);
  });
});

describe('a document of lines on every frame', () => {
  const dense = (frames: number[], points = 2): DenseLine => ({
    name: 'LV endo',
    shape: 'endo-epi',
    types: Array.from({ length: points }, () => 'user-defined_1'),
    frames: frames.map((frame_number) => ({
      frame_number,
      points: [
        [1, 2],
        [3, 4],
      ],
      quality: [1, 0.5],
      drift_px: [null, 0.2],
    })),
  });
  const fault = (lines: SequenceLines['lines'], format = 1) => sequenceFault({ format, lines })?.path ?? null;

  it('has consecutive frames with a value for each point', () => {
    expect(fault([dense([5, 6, 7])])).toBeNull();
    expect(fault([dense([5, 7])])).toBe('lines.0.frames.1.frame_number');
    expect(fault([dense([0, 1])])).toBe('lines.0.frames.0.frame_number');
    expect(fault([dense([5], 3)])).toBe('lines.0.frames.0');
  });

  it('has each line once, within the named limits, in the format that is read', () => {
    expect(fault([dense([5]), dense([5])])).toBe('lines.1.name');
    expect(fault([])).toBe('lines');
    expect(fault([dense(Array.from({ length: MAX_SEQUENCE_FRAMES + 1 }, (_, at) => at + 1))])).toBe('lines.0.frames');
    expect(fault([dense([5])], 2)).toBe('format');
  });
});
