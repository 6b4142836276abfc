/** labelme: a JSON file for each picture. Polygons surround an area, line strips are paths; both are in pixels from the corner. */
import path from 'node:path';
import { type Static, Type } from 'typebox';
import { CORNER_OF_CENTRE } from '../../exports/formats/coco.ts';
import type { Reference } from './coco-reference.ts';
import { Collector, faultOf, fits, type ImportedLine, MAX_ENTRIES, type NamedValue } from './imported.ts';
import { lineOfDrawing, type PictureNames } from './labelled-pictures.ts';

const Size = Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]));
const Labels = Type.Object({
  imagePath: Type.String({ minLength: 1 }),
  imageWidth: Size,
  imageHeight: Size,
  shapes: Type.Array(Type.Unknown(), { maxItems: MAX_ENTRIES }),
});
const Shape = Type.Object({
  label: Type.String({ minLength: 1 }),
  points: Type.Array(Type.Tuple([Type.Number(), Type.Number()]), { minItems: 1 }),
  shape_type: Type.Optional(Type.String()),
});

const KINDS: Readonly<Record<string, 'area' | 'path'>> = { polygon: 'area', linestrip: 'path', line: 'path' };

export const isLabelme = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'shapes' in value && 'imagePath' in value;

/** labelme names the picture relative to its own file. */
const pictureOf = (file: string, { imagePath }: Static<typeof Labels>): string =>
  path.posix.join(path.posix.dirname(file.replaceAll('\\', '/')), imagePath.replaceAll('\\', '/'));

/** Reads the labels of one picture into the collector. Other shapes are refused by their place. */
export function readLabelme(found: Collector, { name, value }: NamedValue, reference: Reference, pictures: PictureNames): void {
  if (!fits(Labels, value)) return found.refuse('', faultOf(Labels, value) ?? '', name);
  const picture = pictures.find(pictureOf(name, value));
  if (typeof picture === 'string') return found.refuse('', picture, name);
  const [width, height] = [value.imageWidth ?? picture.width, value.imageHeight ?? picture.height];
  if (width !== picture.width || height !== picture.height)
    return found.refuse('', `it was drawn on ${width} x ${height} pixels, and the picture has ${picture.width} x ${picture.height}`, name);
  value.shapes.forEach((row, place) => {
    const line = lineOf(row, (drawn) => lineOfDrawing(drawn, picture, reference));
    if (typeof line === 'string') found.refuse(`shapes/${place}`, line, name);
    else found.lines.push(line);
  });
}

function lineOf(row: unknown, take: (drawn: Parameters<typeof lineOfDrawing>[0]) => ImportedLine | string): ImportedLine | string {
  if (!fits(Shape, row)) return faultOf(Shape, row) ?? '';
  const type = row.shape_type ?? 'polygon';
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (kind === undefined) return `a ${type} is not a line; polygons, line strips and lines are read`;
  const points = row.points.map(([x, y]) => ({ x: x - CORNER_OF_CENTRE, y: y - CORNER_OF_CENTRE }));
  return take({ label: row.label, kind, points, score: null });
}
