/** DICOM SEG: a segmentation of each image and person's work, a segment for each structure. */
import { areasByFrame } from '../areas.ts';
import { type CurveSampler, type TracedLine, leftOut, tracedLines } from '../curves.ts';
import type { DicomIdentity } from '../dicom-object.ts';
import { frameOrNull } from '../frames.ts';
import { nameOf, once } from '../names.ts';
import { fillPolygon } from '../raster.ts';
import { REFUSALS } from '../refusals.ts';
import type { ArchiveFile, FormatWriter, LeftOut, SourceImage } from '../source.ts';
import { type SegmentFrame, segmentationFile } from './document.ts';
import { segmentItem } from './segments.ts';

export interface SegOptions {
  readonly sample: CurveSampler;
  /** Reads study, series and class of an image from its stored file; null where the file names none. */
  readonly identify: (source: SourceImage) => Promise<DicomIdentity | null>;
  readonly engine_version: string;
  /** Date and time that the objects carry. */
  readonly written_at: Date;
}

/** Largest number of a segment (PS3.3 C.8.20.2.2). */
const MAX_SEGMENTS = 65_535;
/** Samples of one object before their bits are packed, a byte each: all of them are in memory while it is written. */
const MAX_SAMPLES = 128 * 1024 * 1024;

const EVENT_WORDS = { end_diastole: ', end diastole', end_systole: ', end systole' } as const;
const commentOf = ({ cycle, event }: TracedLine): string => `Cycle ${cycle + 1}${event === null ? '' : EVENT_WORDS[event]}`;

function planeOf({ curve }: TracedLine, rows: number, columns: number): Uint8Array {
  const plane = new Uint8Array(rows * columns);
  fillPolygon(plane, columns, rows, curve, 1);
  return plane;
}

async function objectOf(source: SourceImage, options: SegOptions, leaveOut: (what: LeftOut) => void): Promise<ArchiveFile | null> {
  const leave = (reason: string): null => {
    leaveOut(leftOut(source, reason));
    return null;
  };
  const names = new Set<string>();
  const full = (name: string): string | null => {
    if (!names.has(name) && names.size === MAX_SEGMENTS) return `an object holds at most ${MAX_SEGMENTS} structures`;
    names.add(name);
    return null;
  };
  const areas = [...areasByFrame(source, tracedLines(source, options.sample, leaveOut), full, leaveOut).values()].flat();
  const [first] = areas;
  if (first === undefined) return null;
  const identity = await options.identify(source);
  if (identity === null) return leave('the stored file names no study, series or class that a segmentation could refer to');
  // The stored size comes from the decoded frame, whatever a record has.
  const decoded = await frameOrNull(source, first.frame_number, leaveOut);
  if (decoded === null) return null;
  const { rows, columns } = decoded;
  if (rows * columns * areas.length > MAX_SAMPLES)
    return leave(`its contours as one object would have more than ${MAX_SAMPLES} samples; export masks, which are frame by frame`);
  const ofName = (name: string): TracedLine[] =>
    areas.filter(({ line }) => line.name === name).sort((a, b) => a.frame_number - b.frame_number);
  const frames = [...names].flatMap((name, at) =>
    ofName(name).map((traced): SegmentFrame => ({
      segment: at + 1,
      frame_number: traced.frame_number,
      comment: commentOf(traced),
      plane: planeOf(traced, rows, columns),
    })),
  );
  const content = segmentationFile({
    evidence: { source, identity },
    rows,
    columns,
    segments: [...names].map((name, at) => segmentItem(name, at + 1, ofName(name))),
    frames,
    engine_version: options.engine_version,
    written_at: options.written_at,
  });
  return { path: `seg/${nameOf(source)}.dcm`, content: once(content) };
}

export function segWriter(options: SegOptions): FormatWriter {
  return {
    name: 'seg',
    values: false,
    refusal: REFUSALS.seg,
    async *write(images, leaveOut): AsyncIterable<ArchiveFile> {
      for await (const source of images) {
        const file = await objectOf(source, options, leaveOut);
        if (file !== null) yield file;
      }
    },
  };
}
