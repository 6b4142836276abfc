/** Drawings over a picture of the review: lines and marks of one side, in stored pixels. */
import * as drawing from '@echometry/bindings/engine/drawing.ts';
import type { AnalysisImage, Line } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import { CLIP_EVENTS, SHORT_EVENTS } from '@echometry/contract/rules/cardiac-events.ts';
import { isStripModality } from '@echometry/contract/rules/image-types.ts';
import { patternOf } from '../tools/lines/definition.ts';
import { pointsOf } from '../tools/lines/overlay.ts';
import { frameOf, type LinePlace, linesAt, placesOf } from '../tools/lines/place.ts';
import { colourOf } from '../tools/palette.ts';

export interface DrawnLine {
  key: string;
  /** Points of an SVG polyline. */
  points: string;
  colour: string;
}

export interface DrawnMark {
  key: string;
  x: number;
  top: number;
  bottom: number;
  colour: string;
}

/** One picture of time, not a clip. */
export const isStrip = ({ modality }: AnalysisImage): boolean => isStripModality(modality);

/** Frames of a clip with marks, from 1, in the order of the cycles; a picture without marks has its first frame. */
export function framesOf(image: AnalysisImage): { label: string; frame: number }[] {
  if (isStrip(image)) return [{ label: '', frame: 1 }];
  const marked = image.cardiac_events.flatMap((cycle, number) =>
    CLIP_EVENTS.flatMap((event) => {
      const frame = cycle[event];
      return typeof frame === 'number' ? [{ label: `${SHORT_EVENTS[event]} ${number + 1}`, frame }] : [];
    }),
  );
  const [line] = image.segmentation.flatMap(({ lines }) => lines ?? []);
  return marked.length > 0 ? marked : [{ label: '', frame: line?.frame_number ?? 1 }];
}

/** Curves by their lines, which are replaced as a whole with every change. */
const made = new WeakMap<Line, string>();

function curveOf(image: AnalysisImage, line: Line, interpolation: drawing.Interpolation): string {
  const known = made.get(line);
  if (known !== undefined) return known;
  const curve = pointsOf(isStrip(image) ? drawing.stripCurve(line.points, interpolation) : drawing.planeCurve(line, interpolation));
  const points = curve.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ');
  made.set(line, points);
  return points;
}

/** Place among them of the frame that is shown first: end systole, where the lines differ most. */
export const firstShown = (frames: readonly { label: string }[]): number =>
  Math.max(
    frames.findIndex(({ label }) => label.startsWith(SHORT_EVENTS.end_systole)),
    0,
  );

/** Names a line of an image. */
export const lineKey = ({ cycle, event }: LinePlace, name: string): string => `${cycle} ${event} ${name}`;

/** Lines that belong on a frame. Needs the engine's geometry to be loaded. */
export function linesOn(image: AnalysisImage, frame: number, types: readonly ImageTypeRow[]): DrawnLine[] {
  const type = types.find((row) => row.type === image.type);
  const pattern = type && patternOf(type, image);
  if (!pattern) return [];
  return placesOf(image).flatMap((place) => {
    const marked = isStrip(image) ? null : frameOf(image, place);
    return linesAt(image, place).flatMap((line): DrawnLine[] => {
      const on = marked ?? (isStrip(image) ? null : line.frame_number);
      if ((on !== null && on !== frame) || line.points.length < 2) return [];
      const row = pattern.lines.find(({ name }) => name === line.name) ?? pattern.lines[0];
      if (!row) return [];
      const colour = colourOf(isStrip(image) ? place.cycle : Math.max(pattern.lines.indexOf(row), 0));
      const points = curveOf(image, line, row.interpolation);
      return [{ key: lineKey(place, line.name), points, colour }];
    });
  });
}

/** Marks of a strip across its region. */
export function marksOn(image: AnalysisImage): DrawnMark[] {
  if (!isStrip(image)) return [];
  const region = image.metadata?.flow_region;
  const [top, bottom] = region ? [region.region_location_min_y, region.region_location_max_y] : [0, (image.metadata?.height ?? 1) - 1];
  return image.cardiac_events.flatMap((cycle, number) =>
    (['onset_start', 'end_diastole_start', 'end_systole', 'end_diastole_end', 'onset_end'] as const).flatMap((event): DrawnMark[] => {
      const x = cycle[event];
      return typeof x === 'number' ? [{ key: `${cycle.id} ${event}`, x, top, bottom, colour: colourOf(number) }] : [];
    }),
  );
}
