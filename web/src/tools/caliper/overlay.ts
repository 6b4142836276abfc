/** Measures over the picture: lines, points, values, the arc of an angle, and the name of the next point at the cursor. */
import type { CaliperValue, CaliperValues } from '@echometry/contract/generated/study-measurements.ts';
import { TOKENS } from '@echometry/contract/theme/tokens.ts';
import { handleShape, wordsShape } from '../lines/overlay.ts';
import { LINE_WIDTH_PX, type Colour, type LineStyle, type OverlayShape } from '../overlay.ts';
import { colourOf } from '../palette.ts';
import type { ScreenScale } from '../hit/hit.ts';
import type { Point } from '../point.ts';
import { NO_SHAPES } from '../port.ts';
import { angleGuide, armsOf } from './guide.ts';
import { isComplete, isOn, onFrame, openOf, statusOf, templateOf } from './measure.ts';
import { movedPoints, nextPoint, segmentsOf } from './points.ts';
import { OPEN_ID, type CaliperContext, type CaliperState, type Template } from './state.ts';

/** The measure that is not saved yet. */
const OPEN: Colour = TOKENS.warn;
const DECIMALS = 2;

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** A value with its unit, in px where lengths have no scale; null where it cannot be computed. */
export function valueWords({ value, unit, length_px }: CaliperValue): string | null {
  if (value !== null) return unit === 'deg' ? `${value.toFixed(DECIMALS)}°` : `${value.toFixed(DECIMALS)} ${unit ?? ''}`.trim();
  return length_px === null ? null : `${length_px.toFixed(DECIMALS)} px`;
}

interface Shown {
  template: Pick<Template, 'n_points' | 'dists_name' | 'angles_name'>;
  points: readonly Point[];
  values: CaliperValues | undefined;
  colour: Colour;
  style: LineStyle;
  /** Place of the dragged point. */
  held: number | null;
}

function shapesOf({ template, points, values, colour, style, held }: Shown, { scale }: CaliperContext): OverlayShape[] {
  const line = (along: readonly Point[]): OverlayShape => ({
    kind: 'line',
    points: along,
    closed: false,
    colour,
    style,
    width: LINE_WIDTH_PX,
  });
  const ends = segmentsOf(template).map(([from, to]) => [points[from], points[to]] as const);
  const segments = ends.flatMap(([from, to]) => (from && to ? [[from, to] as const] : []));
  const words = (values?.distances ?? []).flatMap((value, place) => {
    // Both distances of two points on a strip are next to its line.
    const segment = segments[Math.min(place, segments.length - 1)];
    const label = valueWords(value);
    return segment && label !== null ? [{ at: middle(...segment), text: `${value.name} ${label}` }] : [];
  });
  const whole = points.length === template.n_points && template.angles_name.length > 0;
  const guide = whole ? angleGuide(points, scale()) : [];
  const vertex = whole ? armsOf(points)?.vertex : undefined;
  const angle = values?.angles[0] ? valueWords(values.angles[0]) : null;
  return [
    ...segments.map((segment) => line(segment)),
    ...(guide.length > 0 ? [line(guide)] : []),
    ...points.map((point, index) => handleShape(point, colour, index === held ? 'selected' : 'idle')),
    ...apart([...words, ...(vertex && angle !== null ? [{ at: vertex, text: angle }] : [])], scale()).map(({ at, text }) =>
      wordsShape(at, text, colour),
    ),
  ];
}

/** Height of a row of words and width of a letter, in CSS pixels; letters are rather narrower. */
const ROW_PX = 16;
const LETTER_PX = 8;

interface Words {
  at: Point;
  text: string;
}

/** Words moved down, row by row, until none covers another. */
export function apart(words: readonly Words[], { x, y }: ScreenScale): Words[] {
  const placed: Words[] = [];
  const covers = (a: Words, b: Words): boolean =>
    Math.abs(a.at.y - b.at.y) * y < ROW_PX &&
    (a.at.x < b.at.x ? (b.at.x - a.at.x) * x < a.text.length * LETTER_PX : (a.at.x - b.at.x) * x < b.text.length * LETTER_PX);
  for (const word of words) {
    let free = word;
    // Each round passes at least one of those placed.
    while (placed.some((other) => covers(free, other))) free = { ...free, at: { x: free.at.x, y: free.at.y + ROW_PX / y } };
    placed.push(free);
  }
  return placed;
}

function openShapes(state: CaliperState, context: CaliperContext): OverlayShape[] {
  const template = templateOf(state, context);
  if (!template || !isOn(state, context)) return [];
  const { cursor, held } = state;
  const open = openOf(context);
  const placed = held?.id === null && held.point < open.length ? movedPoints(state, template, open, held.point, held.at, context) : open;
  const measuring = statusOf(state, context) === 'measuring';
  const next =
    cursor && measuring && !isComplete(placed, template) && held === null ? nextPoint(state, template, placed, cursor, context) : null;
  const points = next && placed.length > 0 ? [...placed, next] : placed;
  const values = context.values.find(({ id }) => id === OPEN_ID);
  const shown = { template, points, values, colour: OPEN, style: 'dashed', held: held?.id === null ? held.point : null } as const;
  const name = template.points_name[placed.length];
  const aim: OverlayShape[] = next && state.aiming ? [{ kind: 'point', at: next, colour: OPEN, form: 'cross' }] : [];
  return [...shapesOf(shown, context), ...aim, ...(next && name !== undefined ? [wordsShape(next, name, OPEN)] : [])];
}

export function overlayOf(state: CaliperState, context: CaliperContext, frame: number): readonly OverlayShape[] {
  const { image, shown, templates, values } = context;
  if (!image || !shown) return NO_SHAPES;
  const saved = onFrame(image, frame).flatMap((measure, number) => {
    const { id, type, points, points_name, dists_name, angles_name } = measure;
    const template = templates.find((one) => one.type === type);
    const held = state.held?.id === id ? state.held : null;
    const at = held && template ? movedPoints(state, template, points.pixel, held.point, held.at, context) : points.pixel;
    return shapesOf(
      {
        template: template ?? { n_points: points_name.length, dists_name, angles_name },
        points: at,
        values: values.find((one) => one.id === id),
        colour: colourOf(number),
        style: 'solid',
        held: held?.point ?? null,
      },
      context,
    );
  });
  return [...saved, ...openShapes(state, context)];
}
