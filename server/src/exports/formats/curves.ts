/** Lines of an image that a person finished, as curves on the frame they were drawn on. */
import type { AnalysisImage, CardiacEvents, CycleSegmentation, Line } from '@echometry/contract/generated/analysis-image.ts';
import type { Interpolation, Position } from '@echometry/bindings/engine/drawing.ts';
import type { InterpolationOf } from '../curves.ts';
import type { LeftOut, SourceImage } from './source.ts';

/**
 * `closed` runs back to its first point; the area of `chord` is closed by the straight chord, which does not belong to the curve;
 * `open` has no area (docs/agreement.md#curves).
 */
export const CURVE_ENDS = ['closed', 'chord', 'open'] as const;
export type CurveEnds = (typeof CURVE_ENDS)[number];

export type LineEvent = 'end_diastole' | 'end_systole';

export interface TracedLine {
  readonly line: Line;
  /** From 0. */
  readonly cycle: number;
  /** Null on strips and still pictures. */
  readonly event: LineEvent | null;
  /** From 1. */
  readonly frame_number: number;
  readonly ends: CurveEnds;
  /** Stored pixels, a whole number being a pixel's centre; the first position is not repeated. */
  readonly curve: readonly Position[];
}

/** Samples a line as it is drawn and measured; empty where its points make no curve, null where the configuration does not know the line. */
export type CurveSampler = (image: AnalysisImage, line: Line) => readonly Position[] | null;

interface Drawing {
  planeCurve: (line: Line, interpolation: Interpolation) => Float64Array;
  stripCurve: (points: readonly Position[], interpolation: Interpolation) => Float64Array;
}

const AREA_SHAPES: ReadonlySet<Line['shape']> = new Set(['endo-epi', 'ring', 'LV', 'LA']);
/** Shapes whose course is independent of the configuration: straight pieces, or an ellipse. */
const SHAPES_OF_ONE_WAY: ReadonlySet<Line['shape']> = new Set(['nospline', 'valve', 'oval']);

/**
 * The rule by which lines are measured, on the engine's synchronous functions (`@echometry/bindings/engine/drawing.ts`, which is
 * to be loaded first).
 * @param configured how a line runs between its points by the configuration
 */
export function curveSampler(drawing: Drawing, configured: InterpolationOf): CurveSampler {
  return (image, line) => {
    const plane = image.modality === '2D';
    const interpolation = SHAPES_OF_ONE_WAY.has(line.shape) ? 'linear' : configured(image.type, line);
    if (interpolation === null) return null;
    const flat = plane ? drawing.planeCurve(line, interpolation) : drawing.stripCurve(line.points, interpolation);
    return Array.from({ length: flat.length / 2 }, (_, place) => ({
      x: flat[place * 2] ?? Number.NaN,
      y: flat[place * 2 + 1] ?? Number.NaN,
    }));
  };
}

function endsOf(line: Line): CurveEnds {
  const rings = line.points.filter(({ type }) => type.includes('ring')).length;
  if (line.shape === 'oval' || (line.shape === 'ring' && rings < 2)) return 'closed';
  return AREA_SHAPES.has(line.shape) ? 'chord' : 'open';
}

function* linesOf(cycle: CycleSegmentation): Generator<[LineEvent | null, Line]> {
  for (const line of cycle.end_diastole?.lines ?? []) yield ['end_diastole', line];
  for (const line of cycle.end_systole?.lines ?? []) yield ['end_systole', line];
  for (const line of cycle.lines ?? []) yield [null, line];
}

/** The frame a line belongs to, or why it belongs to none. */
function frameOf(source: SourceImage, line: Line, event: LineEvent | null, marks: CardiacEvents | undefined): number | string {
  const frame = line.frame_number ?? (source.number_of_frames === 1 ? 1 : null);
  if (frame === null) return 'it is not known on which frame it was drawn';
  if (frame < 1 || frame > source.number_of_frames) return `it was drawn on frame ${frame} of ${source.number_of_frames}`;
  const mark = event ? marks?.[event] : undefined;
  if (typeof mark === 'number' && mark !== frame) return `it was drawn on frame ${frame}, and the event is now marked on frame ${mark}`;
  return frame;
}

const same = (a: Position | undefined, b: Position | undefined): boolean => a?.x === b?.x && a?.y === b?.y;

/** The export adds the format. */
export const leftOut = ({ study, work, image }: Pick<SourceImage, 'study' | 'work' | 'image'>, reason: string): LeftOut => ({
  study_id: study.study_id,
  editor: work.editor,
  reviewer: work.reviewer,
  version: work.version,
  instance_id: image.instance_id,
  format: '',
  reason,
});

/** The curve of a line, without its first position again at the end; the reason why it has none instead. */
export function tracedOn(image: AnalysisImage, line: Line, sample: CurveSampler): Pick<TracedLine, 'ends' | 'curve'> | string {
  const known = sample(image, line);
  const sampled = known ?? [];
  const closes = sampled.length > 1 && same(sampled[0], sampled.at(-1));
  const curve = closes ? sampled.slice(0, -1) : sampled;
  if (curve.length >= 2) return { ends: endsOf(line), curve };
  return known === null ? 'the configuration does not know the line' : 'its points make no curve';
}

/** The finished lines of an image; a line without a frame or a curve is left out with its reason. */
export function tracedLines(source: SourceImage, sample: CurveSampler, leaveOut: (what: LeftOut) => void): TracedLine[] {
  const found: TracedLine[] = [];
  source.image.segmentation.forEach((segmentation, cycle) => {
    for (const [event, line] of linesOf(segmentation)) {
      if (!line.finished) continue;
      const frame = frameOf(source, line, event, source.image.cardiac_events[cycle]);
      const traced = tracedOn(source.image, line, sample);
      const leave = (reason: string): void => leaveOut(leftOut(source, `${line.name}, cycle ${cycle + 1}: ${reason}`));
      if (typeof frame === 'string') leave(frame);
      else if (typeof traced === 'string') leave(traced);
      else found.push({ line, cycle, event, frame_number: frame, ...traced });
    }
  });
  return found;
}
