/**
 * COCO, whole or a list of results on an exported data set: polygons, masks (RLE) and keypoints become lines. Pictures are
 * found by the fields `instance` and `frame_index` that our own export adds.
 */
import type { Position } from '@echometry/bindings/engine/drawing.ts';
import { type Static, Type } from 'typebox';
import { CORNER_OF_CENTRE } from '../../exports/formats/coco.ts';
import {
  Annotations,
  type Category,
  ControlPoints,
  DataSet,
  lineIn,
  type Picture,
  placeOf,
  type Reference,
  referenceOf,
  storedPoints,
} from './coco-reference.ts';
import { Collector, type Imported, type ImportedLine, type NamedText, type NamedValue, faultOf, fits, jsonOf } from './imported.ts';
import { lineOfMask } from './mask-line.ts';
import { Rle, maskOf } from './rle.ts';

const Numbers = Type.Array(Type.Number());
const Annotation = Type.Object({
  image_id: Type.Integer(),
  category_id: Type.Integer(),
  iscrowd: Type.Optional(Type.Union([Type.Literal(0), Type.Literal(1)])),
  segmentation: Type.Optional(Type.Union([Type.Array(Numbers), Rle])),
  keypoints: Type.Optional(Numbers),
  polyline: Type.Optional(Numbers),
  control_points: Type.Optional(ControlPoints),
  score: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  track_id: Type.Optional(Type.Integer()),
});
type Annotation = Static<typeof Annotation>;

const KEYPOINT_NUMBERS = 3;

const pairs = (numbers: readonly number[], step: number): Position[] =>
  Array.from({ length: numbers.length / step }, (_, place) => ({
    x: (numbers[place * step] ?? Number.NaN) - CORNER_OF_CENTRE,
    y: (numbers[place * step + 1] ?? Number.NaN) - CORNER_OF_CENTRE,
  }));

/** The points of a line around its mask; where the ends are shows the same line of the exported data set. */
function pointsOfMask(mask: Rle, row: Annotation, { picture, category, controlPoints }: Target): Position[] | string {
  if (category.ends === undefined) return 'it is a mask (RLE), and the exported data set is of an older version: export it again';
  const pixels = maskOf(mask, picture.width, picture.height);
  if (typeof pixels === 'string') return pixels;
  const reference = controlPoints.get(placeOf(row)) ?? null;
  return lineOfMask({ columns: picture.width, rows: picture.height, pixels }, category.supercategory, category.ends, reference);
}

/** The points of a line: its own control points, else its mask or one polygon, else the keypoints that are there. */
function pointsOf(row: Annotation, target: Target): Position[] | string {
  const { control_points, segmentation, keypoints } = row;
  if (control_points) return storedPoints(control_points);
  if (segmentation && !Array.isArray(segmentation)) return pointsOfMask(segmentation, row, target);
  if (segmentation && segmentation.length > 1) return 'it has several polygons, and a line is one';
  const [polygon] = segmentation ?? [];
  if (polygon) return polygon.length % 2 === 0 ? pairs(polygon, 2) : 'its polygon has an odd number of coordinates';
  if (!keypoints || keypoints.length === 0) return 'it has neither a polygon nor keypoints';
  if (keypoints.length % KEYPOINT_NUMBERS !== 0) return 'its keypoints are not triples of x, y and v';
  return pairs(keypoints, KEYPOINT_NUMBERS).filter((_, place) => (keypoints[place * KEYPOINT_NUMBERS + 2] ?? 0) > 0);
}

/** Subject of an annotation. */
interface Target extends Pick<Reference, 'controlPoints'> {
  picture: Picture;
  category: Category;
}

function lineOf(row: unknown, { pictures, categories, controlPoints }: Reference): ImportedLine | string {
  if (!fits(Annotation, row)) return faultOf(Annotation, row) ?? '';
  const picture = pictures.get(row.image_id);
  if (!picture) return `image ${row.image_id} with instance and frame_index does not exist`;
  const category = categories.get(row.category_id);
  if (!category) return `category ${row.category_id} whose supercategory is a shape does not exist`;
  const points = pointsOf(row, { picture, category, controlPoints });
  if (typeof points === 'string') return points;
  const line = lineIn(picture, category, { points, score: row.score ?? null });
  return typeof line === 'string' || row.track_id === undefined ? line : { ...line, track: row.track_id };
}

/**
 * Reads a data set with its annotations, or results (a list) on the data set `exported`. An annotation that is not a line is
 * refused by its place, the others are read.
 */
export function readCoco(json: NamedValue, exported: NamedText | null = null): Imported {
  const found = new Collector(json.name);
  const set = exported === null ? { ok: true as const, value: json.value } : jsonOf(exported);
  if (!set.ok) return { lines: [], refused: [set.refused] };
  if (!fits(DataSet, set.value)) {
    found.refuse('', `images and categories are missing: ${faultOf(DataSet, set.value) ?? ''}`);
    return found.result();
  }
  const whole = Type.Object({ annotations: Annotations });
  const rows = fits(Annotations, json.value) ? json.value : fits(whole, json.value) ? json.value.annotations : null;
  if (rows === null) {
    found.refuse('', `annotations are missing: ${faultOf(whole, json.value) ?? ''}`);
    return found.result();
  }
  const reference = referenceOf(found, set.value);
  rows.forEach((row, place) => {
    const line = lineOf(row, reference);
    if (typeof line === 'string') found.refuse(`annotations/${place}`, line);
    else found.lines.push(line);
  });
  return found.result();
}
