/** Lines on every frame of a cycle as the work of a rater: checked against the timing and the configuration of the image. */
import { grouped } from '@echometry/contract/rules/grouped.ts';
import type { AnalysisImage, DenseLine, SequenceLines } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import { SEQUENCE_FORMAT } from '@echometry/contract/records/sequence.ts';
import { anchorsOf, framesOfCycle, keptAnchors, sequenceFault } from '@echometry/contract/rules/sequence.ts';
import { hashOfJson } from '../../db/document.ts';
import { type ImportedLine, type ImportedSequence, pointsFault } from './imported.ts';
import { type Method, pointTypes } from './place.ts';

const EVENTS = ['end_diastole', 'end_systole'] as const;
/** Lines of a track on more frames than the events of a cycle are lines on every frame. */
const MAX_EVENT_FRAMES = EVENTS.length;
/** Quality of a point of a line without a score: nothing doubts it. */
const NO_DOUBT = 1;
/** Missing frames that a refusal names. */
const NAMED_FRAMES = 5;

const spanOf = (image: AnalysisImage, cycle: number) => framesOfCycle(image, cycle, image.metadata?.number_of_frames ?? 0);

/** The first fault of one line; null without one. */
function lineFault(
  line: DenseLine,
  image: AnalysisImage,
  { from, to }: { from: number; to: number },
  type: ImageTypeRow | undefined,
): string | null {
  const frames = new Set(line.frames.map(({ frame_number }) => frame_number));
  const missing = Array.from({ length: to - from + 1 }, (_, at) => from + at).filter((frame) => !frames.has(frame));
  if (missing.length > 0) return `${line.name}: frames ${missing.slice(0, NAMED_FRAMES).join(', ')} of ${from} to ${to} are missing`;
  const outside = line.frames.find(({ frame_number }) => frame_number < from || frame_number > to);
  if (outside) return `${line.name}: frame ${outside.frame_number} is not in the cycle, which has frames ${from} to ${to}`;
  const types = pointTypes({ name: line.name, shape: line.shape, count: line.types.length }, type);
  if (!types.ok) return types.reason;
  const place = line.types.findIndex((one, at) => one !== types.value[at]);
  if (place >= 0) return `${line.name}: point ${place + 1} is ${types.value[place] ?? 'not one'}, not ${line.types[place] ?? ''}`;
  const { width, height } = image.metadata ?? { width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY };
  for (const { frame_number, points } of line.frames) {
    const fault = pointsFault(
      points.map(([x, y]) => ({ x, y })),
      width,
      height,
    );
    if (fault !== null) return `${line.name}, frame ${frame_number}: ${fault}`;
  }
  return null;
}

/** Why lines do not belong to a cycle of an image; null when they do. */
export function followFault({ cycle, lines }: ImportedSequence, image: AnalysisImage, types: readonly ImageTypeRow[]): string | null {
  const span = image.modality === '2D' ? spanOf(image, cycle) : null;
  if (span === null) return `not timed: cycle ${cycle + 1}`;
  const type = types.find((candidate) => candidate.type === image.type);
  for (const line of lines.lines) {
    const fault = lineFault(line, image, span, type);
    if (fault !== null) return fault;
  }
  const fault = sequenceFault(lines);
  return fault && `${fault.path} ${fault.message}`;
}

/** The lines at the events of the cycle, except where the file has its own line on that frame. */
export function linesAtEvents(
  { instance_id, cycle, lines }: ImportedSequence,
  image: AnalysisImage,
  given: readonly ImportedLine[],
): ImportedLine[] {
  return EVENTS.flatMap((event) => {
    const frame_number = image.cardiac_events[cycle]?.[event];
    return lines.lines.flatMap(({ name, shape, frames }): ImportedLine[] => {
      const on = frames.find((frame) => frame.frame_number === frame_number);
      const isGiven = given.some(
        (line) => line.name === name && line.frame_number === frame_number && (line.cycle === null || line.cycle === cycle),
      );
      if (!on || isGiven) return [];
      const points = on.points.map(([x, y]) => ({ x, y }));
      return [{ instance_id, frame_number: on.frame_number, name, shape, event, cycle, points, score: null }];
    });
  });
}

/** The image with its cycles followed by these lines, which pass through what is drawn there. */
export function followedImage(image: AnalysisImage, followed: readonly ImportedSequence[], method: Method): AnalysisImage {
  const segmentation = image.segmentation.map((own, cycle) => {
    const found = followed.find((one) => one.cycle === cycle);
    const span = spanOf(image, cycle);
    if (!found || !span) return own;
    const sequence = {
      from_frame: span.from,
      to_frame: span.to,
      method: method.name,
      method_version: method.version,
      anchors: keptAnchors(anchorsOf(image, cycle, span)),
      lines_sha256: hashOfJson(found.lines),
    };
    return { ...own, sequence };
  });
  return { ...image, segmentation };
}

/** The cycle of a track, from 0: as named, or by its frames; negative where they are not within one cycle. */
function cycleOf(track: readonly ImportedLine[], image: AnalysisImage): number {
  const [first] = track;
  if (typeof first?.cycle === 'number') return first.cycle;
  return image.cardiac_events.findIndex((_, cycle) => {
    const span = spanOf(image, cycle);
    return (
      span !== null && track.every(({ frame_number }) => frame_number !== null && frame_number >= span.from && frame_number <= span.to)
    );
  });
}

function denseLine(track: readonly ImportedLine[], type: ImageTypeRow | undefined): DenseLine | string {
  const [first] = track;
  if (first === undefined) return 'it has no lines';
  const { name, shape, points } = first;
  const types = pointTypes({ name, shape, count: points.length }, type);
  if (!types.ok) return types.reason;
  const frames = track
    .toSorted((a, b) => (a.frame_number ?? 0) - (b.frame_number ?? 0))
    .map((line) => ({
      frame_number: line.frame_number ?? 0,
      points: line.points.map(({ x, y }): [number, number] => [x, y]),
      quality: line.points.map(() => line.score ?? NO_DOUBT),
      drift_px: line.points.map(() => null),
    }));
  return { name, shape, types: types.value, frames };
}

/** Lines of tracks as lines on every frame; tracks that are only at events stay single lines. */
export function followedTracks(
  lines: readonly ImportedLine[],
  image: AnalysisImage,
  types: readonly ImageTypeRow[],
  refuse: (line: ImportedLine, reason: string) => void,
): { single: ImportedLine[]; followed: ImportedSequence[] } {
  const tracks = grouped(
    lines.filter(({ track }) => track !== null && track !== undefined),
    ({ name, track, cycle }) => `${cycle ?? ''} ${track ?? ''} ${name}`,
  );
  const dense = [...tracks.values()].filter((track) => track.length > MAX_EVENT_FRAMES);
  const inTracks = new Set(dense.flat());
  const byCycle = new Map<number, DenseLine[]>();
  const type = types.find((candidate) => candidate.type === image.type);
  for (const track of dense) {
    const line = denseLine(track, type);
    const cycle = cycleOf(track, image);
    if (typeof line === 'string' || cycle < 0) {
      refuse(track[0]!, typeof line === 'string' ? line : 'the frames of its track are not within one cycle');
      continue;
    }
    byCycle.set(cycle, [...(byCycle.get(cycle) ?? []), line]);
  }
  const followed = [...byCycle].map(([cycle, own]): ImportedSequence => {
    const document: SequenceLines = { format: SEQUENCE_FORMAT, lines: own };
    return { instance_id: image.instance_id, cycle, lines: document };
  });
  return { single: lines.filter((line) => !inTracks.has(line)), followed };
}
