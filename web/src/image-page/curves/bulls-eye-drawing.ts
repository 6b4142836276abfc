/** Where the segments of a bull's-eye are, and their colours. */
import { scaleLinear } from 'd3-scale';
import type { Colour } from '../../tools/overlay.ts';

/** Segments around the ventricle, anterior at the top, then septal at the left as in the models. */
export interface Sector {
  /** Radii as shares of the radius of the whole. */
  inner: number;
  outer: number;
  /** Angles in degrees, counterclockwise from the right. */
  from: number;
  to: number;
}

const FULL = 360;
const TOP = 90;

/** A level: as many equal sectors as it has segments, the first one at the top. */
function ring(segments: number, inner: number, outer: number): Sector[] {
  const wide = FULL / segments;
  return Array.from({ length: segments }, (_, at) => ({ inner, outer, from: TOP + (at - 0.5) * wide, to: TOP + (at + 0.5) * wide }));
}

export type Model = 17 | 18;

/** Sectors of both models in the order of their numbers. */
export const SECTORS: Readonly<Record<Model, readonly Sector[]>> = {
  17: [...ring(6, 0.74, 1), ...ring(6, 0.48, 0.74), ...ring(4, 0.2, 0.48), { inner: 0, outer: 0.2, from: 0, to: FULL }],
  18: [...ring(6, 0.73, 1), ...ring(6, 0.43, 0.73), ...ring(6, 0, 0.43)],
};

export interface Place {
  x: number;
  y: number;
}

const at = (radius: number, degrees: number): Place => {
  const angle = (degrees * Math.PI) / 180;
  return { x: radius * Math.cos(angle), y: -radius * Math.sin(angle) };
};

const text = ({ x, y }: Place): string => `${x.toFixed(2)} ${y.toFixed(2)}`;

/** Outline of a sector as the path of an SVG, around 0. */
export function outlineOf({ inner, outer, from, to }: Sector, radius: number): string {
  const [far, near] = [outer * radius, inner * radius];
  if (to - from >= FULL) return `M ${far} 0 A ${far} ${far} 0 1 0 ${-far} 0 A ${far} ${far} 0 1 0 ${far} 0 Z`;
  const [a, b, c, d] = [at(far, from), at(far, to), at(near, to), at(near, from)];
  const back = near > 0 ? `L ${text(c)} A ${near} ${near} 0 0 1 ${text(d)}` : 'L 0 0';
  return `M ${text(a)} A ${far} ${far} 0 0 0 ${text(b)} ${back} Z`;
}

/** Where the number of a sector is written; towards its wide end where it is a wedge. */
export function middleOf({ inner, outer, from, to }: Sector, radius: number): Place {
  if (to - from >= FULL) return { x: 0, y: 0 };
  return at((inner === 0 ? 0.64 * outer : (inner + outer) / 2) * radius, (from + to) / 2);
}

/** Strain at the ends of the colour scale and between them, %. */
export const SCALE_STOPS = [-25, -12.5, 0] as const;
/** One hue that gets lighter with shortening, which needs no colour vision; lengthening is orange. */
const COLOURS: readonly Colour[] = ['#CFE8FB', '#5B9BD5', '#1D3F66'];
const LENGTHENING: Colour = '#B35C00';
/** Up to this strain the colour is light, and its number dark. */
const LIGHT_TO = -9;

const scale = scaleLinear<Colour>([...SCALE_STOPS], [...COLOURS]).clamp(true);

export const colourOfStrain = (strain: number): Colour => (strain > 0 ? LENGTHENING : scale(strain));
export const inkOn = (strain: number): Colour => (strain <= LIGHT_TO ? '#0B1016' : '#FFFFFF');
/** The legend of the scale. */
export const SCALE_GRADIENT = `linear-gradient(to right, ${COLOURS.join(', ')})`;
export const LENGTHENING_COLOUR = LENGTHENING;
