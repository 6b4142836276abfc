/** Axes of a calibrated region on the screen: ticks at round values, by the scale that measurements use. */
import { scaleLinear } from 'd3-scale';
import type { FlowRegion } from '@echometry/contract/generated/image-metadata.ts';
import type { PhysicalReading } from '@echometry/contract/generated/physical-reading.ts';
import { imageToScreen, type Point, type Size, type ViewTransform } from '../view/view-transform.ts';

/** Screen between two ticks at least, in CSS pixels: labels of a column are below each other, labels of a row next to each other. */
const TICK_EVERY_PX = { x: 80, y: 40 } as const;
/** Room next to the picture that an axis needs, in CSS pixels; with less it is within its region. */
export const MARGIN_PX = { x: 28, y: 52 } as const;
/** An axis shorter than this shows nothing that could be read. */
const SHORTEST_PX = 60;

export interface Tick {
  /** CSS pixels along the axis, from the upper left corner of the canvas. */
  at: number;
  text: string;
  /** The zero line of a velocity. */
  zero: boolean;
}

export interface Axis {
  direction: 'x' | 'y';
  unit: string;
  /** Where it lies: CSS pixels across the axis. */
  across: number;
  /** Next to the picture, or over its region. */
  outside: boolean;
  from: number;
  to: number;
  ticks: readonly Tick[];
}

type Scale = { at: (x: number, y: number) => PhysicalReading };

/** Parts of an axis: its two ends in CSS pixels with the values there. */
interface Ends {
  from: { px: number; value: number };
  to: { px: number; value: number };
  unit: string;
}

/** The axes of the region that an image is measured in; none for an axis without values. */
export function axesOf(region: FlowRegion, scale: Scale, view: ViewTransform, picture: Size, canvas: Size): Axis[] {
  const { region_location_min_x: x0, region_location_max_x: x1, region_location_min_y: y0, region_location_max_y: y1 } = region;
  const [upper, lower] = [
    { point: { x: x0, y: y0 }, reading: scale.at(x0, y0) },
    { point: { x: x1, y: y1 }, reading: scale.at(x1, y1) },
  ];
  const [topLeft, bottomRight] = [imageToScreen(view, upper.point), imageToScreen(view, lower.point)];
  const corner = {
    upper: imageToScreen(view, { x: -0.5, y: -0.5 }),
    lower: imageToScreen(view, { x: picture.width - 0.5, y: picture.height - 0.5 }),
  };
  const axes = [
    axis('x', ends('x', topLeft, bottomRight, upper.reading, lower.reading), canvas.width, placeOfX(corner.lower.y, bottomRight.y, canvas)),
    axis('y', ends('y', topLeft, bottomRight, upper.reading, lower.reading), canvas.height, placeOfY(corner.upper.x, topLeft.x)),
  ];
  return axes.filter((one) => one !== null);
}

function ends(direction: 'x' | 'y', from: Point, to: Point, first: PhysicalReading, last: PhysicalReading): Ends | null {
  const [a, b] = [first[direction], last[direction]];
  // Ends in two regions, or with two units, belong to no one axis.
  if (!a || !b || a.unit !== b.unit || first.region?.region_index !== last.region?.region_index) return null;
  return { from: { px: from[direction], value: a.value }, to: { px: to[direction], value: b.value }, unit: a.unit };
}

interface Place {
  across: number;
  outside: boolean;
}

/** Below the picture, or at the lower edge of the region. */
const placeOfX = (picture: number, region: number, { height }: Size): Place =>
  height - picture >= MARGIN_PX.x ? { across: picture, outside: true } : { across: Math.min(region, height), outside: false };

/** Left of the picture, or at the left edge of the region. */
const placeOfY = (picture: number, region: number): Place =>
  picture >= MARGIN_PX.y ? { across: picture, outside: true } : { across: Math.max(region, 0), outside: false };

/** The part of an axis that is on the canvas, with ticks at round values. */
function axis(direction: 'x' | 'y', found: Ends | null, length: number, place: Place): Axis | null {
  if (!found || found.from.value === found.to.value) return null;
  const whole = scaleLinear([found.from.px, found.to.px], [found.from.value, found.to.value]);
  const from = Math.max(found.from.px, 0);
  const to = Math.min(found.to.px, length);
  if (to - from < SHORTEST_PX) return null;
  const shown = scaleLinear([whole(from), whole(to)], [from, to]);
  const count = Math.max(2, Math.floor((to - from) / TICK_EVERY_PX[direction]));
  const format = shown.tickFormat(count);
  const ticks = shown.ticks(count).map((value) => ({ at: shown(value), text: format(value), zero: value === 0 }));
  return { direction, unit: found.unit, ...place, from, to, ticks };
}
