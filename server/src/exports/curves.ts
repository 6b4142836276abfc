import { type Interpolation, measuredPlaneCurve, stripCurve } from '@echometry/bindings/engine/drawing.ts';
import { ImageScale } from '@echometry/bindings/engine/geometry.ts';
import type { AnalysisImage, CycleSegmentation, Line } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { AxisMap } from '@echometry/contract/generated/physical-reading.ts';

type Pair = readonly [number, number];

/** A line with its control points and its curve, as the engine measures it. */
export interface SampledLine {
  /** From 0, as in the record. */
  cycle: number;
  /** `end_diastole` or `end_systole`; null on a strip and on a still picture. */
  event: string | null;
  line: string;
  shape: string;
  interpolation: string | null;
  finished: boolean;
  frame_number: number | null;
  /** Units of `points` and `curve` along x and y; null without a scale. */
  units: readonly [string, string] | null;
  /** The reason for no scale or no curve; null otherwise. */
  reason: string | null;
  points_px: readonly Pair[];
  curve_px: readonly Pair[];
  points: readonly Pair[] | null;
  curve: readonly Pair[] | null;
}

/**
 * How a line of an image type runs between its points, by its pattern and name; null when the configuration does not define it.
 */
export type InterpolationOf = (imageType: string | null, line: Line) => Interpolation | null;

const EVENTS = ['end_diastole', 'end_systole'] as const;

const linesOf = (segmentation: CycleSegmentation): { event: string | null; line: Line }[] => [
  ...EVENTS.flatMap((event) => (segmentation[event]?.lines ?? []).map((line) => ({ event, line }))),
  ...(segmentation.lines ?? []).map((line) => ({ event: null, line })),
];

const pairs = (numbers: Float64Array): Pair[] =>
  Array.from({ length: numbers.length / 2 }, (_, place) => [numbers[2 * place] ?? 0, numbers[2 * place + 1] ?? 0] as const);

/** Both axes of the one region that holds all points; a code of why there is none instead. */
function mapOf(scale: ImageScale | null, points: Line['points']): { x: AxisMap; y: AxisMap } | string {
  if (scale === null) return 'no_file';
  const readings = points.map(({ x, y }) => scale.at(x, y));
  const [first] = readings;
  const missing = readings.find(({ reason }) => reason !== null && reason !== 'no_baseline');
  if (first?.region == null || missing !== undefined) return missing?.reason ?? 'no_points';
  if (readings.some(({ region }) => region?.region_index !== first.region?.region_index)) return 'several_regions';
  const { x, y } = first.region;
  return x === null || y === null ? 'no_scale' : { x, y };
}

/** Where an axis has no origin, values count from pixel 0. */
const on = ({ scale, offset }: AxisMap, pixel: number): number => (offset ?? 0) + scale * pixel;

function sampled(image: AnalysisImage, line: Line, interpolation: Interpolation | null, scale: ImageScale | null) {
  const drawn = interpolation ?? 'linear';
  const needsNone = line.shape === 'oval' || line.shape === 'valve';
  const known = interpolation !== null || needsNone;
  const curve_px = !known ? [] : pairs(image.modality === '2D' ? measuredPlaneCurve(line, drawn) : stripCurve(line.points, drawn));
  const points_px = line.points.map(({ x, y }) => [x, y] as const);
  const map = mapOf(scale, line.points);
  if (typeof map === 'string') return { points_px, curve_px, units: null, points: null, curve: null, reason: map };
  const measured = ([x, y]: Pair): Pair => [on(map.x, x), on(map.y, y)];
  return {
    points_px,
    curve_px,
    units: [map.x.unit, map.y.unit] as const,
    points: points_px.map(measured),
    curve: curve_px.map(measured),
    reason: known ? null : 'line_not_in_configuration',
  };
}

/**
 * The lines of an image. `metadata` comes from its file; without it nothing is known of the scale. The geometry of the engine has
 * to be loaded.
 */
export function sampledLines(image: AnalysisImage, metadata: ImageMetadata | null, interpolationOf: InterpolationOf): SampledLine[] {
  const scale = metadata === null ? null : new ImageScale(metadata, image.calibration);
  try {
    return image.segmentation.flatMap((segmentation, cycle) =>
      linesOf(segmentation).map(({ event, line }) => {
        const interpolation = interpolationOf(image.type, line);
        return {
          cycle,
          event,
          line: line.name,
          shape: line.shape,
          interpolation,
          finished: line.finished,
          frame_number: line.frame_number,
          ...sampled(image, line, interpolation, scale),
        };
      }),
    );
  } finally {
    scale?.free();
  }
}
