/** Followed lines over the picture: dashed in the colour of their line, with points where they are offered. */
import type { Line } from '@echometry/contract/generated/analysis-image.ts';
import { DOUBTFUL_QUALITY } from '@echometry/contract/generated/drawing-limits.ts';
import { curveShape, wordsShape } from '../lines/overlay.ts';
import { frameOf, samePlace } from '../lines/place.ts';
import type { Colour, OverlayShape } from '../overlay.ts';
import type { Point } from '../point.ts';
import { messages } from './messages.ts';
import { followedOn, offeredAt, offerNow } from './tracking.ts';
import type { OfferedLine } from './track-offer.ts';
import type { Ready } from './work.ts';
import { curveOf } from './points.ts';

/** Where the name of a line stands, by its number in the pattern: names of lines that lie around each other stay apart. */
type NamePlace = (curve: readonly Point[], line: number) => Point;

const made = new WeakMap<OfferedLine['points'], Line>();

/** The same line object for the same points, so that its curve is sampled once. */
function lineOf({ source, points }: OfferedLine): Line {
  const known = made.get(points);
  if (known) return known;
  const line: Line = {
    ...source,
    points: source.points.map((point, at) => ({ ...point, x: points[at]?.x ?? point.x, y: points[at]?.y ?? point.y })),
  };
  made.set(points, line);
  return line;
}

/** Followed lines on a frame: at an event that has no line yet with its points, in between as the clip plays. */
export function trackedShapes(ready: Ready, frame: number, colourOf: (name: string) => Colour, nameAt: NamePlace): OverlayShape[] {
  const offer = offerNow(ready);
  if (!offer || frameOf(ready.image, offer.source) === frame) return [];
  const events = ready.places.filter((place) => frameOf(ready.image, place) === frame && !samePlace(place, offer.source));
  const open = events.flatMap((place) => offeredAt(ready, place));
  const shown = events.length > 0 ? open : followedOn(offer, frame);
  return shown.flatMap((one): OverlayShape[] => {
    const row = ready.pattern.lines.find(({ name }) => name === one.source.name);
    const curve = row ? curveOf({ ready, row }, lineOf(one)) : [];
    if (curve.length < 2) return [];
    const colour = colourOf(one.source.name);
    const shapes: OverlayShape[] = [curveShape(curve, colour, 'dashed')];
    if (!open.includes(one)) return shapes;
    for (const { x, y, quality } of one.points)
      shapes.push({ kind: 'point', at: { x, y }, colour, form: quality < DOUBTFUL_QUALITY ? 'cross' : 'dot' });
    const at = nameAt(
      curve,
      ready.pattern.lines.findIndex(({ name }) => name === one.source.name),
    );
    return [...shapes, wordsShape(at, `${one.source.name} · ${messages.offered}`, colour)];
  });
}
