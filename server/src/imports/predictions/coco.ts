/**
 * COCO, whole or a list of results on an exported data set: polygons, masks (RLE) and keypoints become lines. Pictures are
 * found by the fields `instance` and `frame_index` that our own export adds.
 */
import type { Position } from '@echometry/bindings/engine/drawing.ts';
import { LINE_SHAPES } from '@echometry/contract/records/config-rows.ts';
import { OneOf } from '@echometry/contract/records/strict.ts';
import { type Static, Type } from 'typebox';
import { CORNER_OF_CENTRE } from '../../exports/formats/coco.ts';
import { CURVE_ENDS } from '../../exports/formats/curves.ts';
import {
  Collector,
  type Imported,
  type ImportedLine,
  MAX_ENTRIES,
  type NamedText,
  type NamedValue,
  faultOf,
  fits,
  jsonOf,
  pointsFault,
} from './imported.ts';
import { lineOfMask } from './mask-line.ts';
import { Rle, maskOf } from './rle.ts';

const Numbers = Type.Array(Type.Number());
const Picture = Type.Object({
  id: Type.Integer(),
  width: Type.Integer({ minimum: 1 }),
  height: Type.Integer({ minimum: 1 }),
  instance: Type.String({ minLength: 1 }),
  frame_index: Type.Integer({ minimum: 0 }),
  cycle: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }))),
  event: Type.Optional(Type.Array(OneOf(['end_diastole', 'end_systole'] as const))),
});
const Category = Type.Object({
  id: Type.Integer(),
  name: Type.String({ minLength: 1 }),
  supercategory: OneOf(LINE_SHAPES),
  ends: Type.Optional(OneOf(CURVE_ENDS)),
});
const Annotations = Type.Array(Type.Unknown(), { maxItems: MAX_ENTRIES });
const DataSet = Type.Object({
  images: Type.Array(Type.Unknown()),
  categories: Type.Array(Type.Unknown()),
  annotations: Type.Optional(Annotations),
});
const ControlPoints = Type.Array(Type.Object({ x: Type.Number(), y: Type.Number() }));
const Annotation = Type.Object({
  image_id: Type.Integer(),
  category_id: Type.Integer(),
  iscrowd: Type.Optional(Type.Union([Type.Literal(0), Type.Literal(1)])),
  segmentation: Type.Optional(Type.Union([Type.Array(Numbers), Rle])),
  keypoints: Type.Optional(Numbers),
  polyline: Type.Optional(Numbers),
  control_points: Type.Optional(ControlPoints),
  score: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
});
type Annotation = Static<typeof Annotation>;

const KEYPOINT_NUMBERS = 3;

const pairs = (numbers: readonly number[], step: number): Position[] =>
  Array.from({ length: numbers.length / step }, (_, place) => ({
    x: (numbers[place * step] ?? Number.NaN) - CORNER_OF_CENTRE,
    y: (numbers[place * step + 1] ?? Number.NaN) - CORNER_OF_CENTRE,
  }));

const storedPoints = (points: Static<typeof ControlPoints>): Position[] =>
  points.map(({ x, y }) => ({ x: x - CORNER_OF_CENTRE, y: y - CORNER_OF_CENTRE }));

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

interface Reference {
  pictures: Map<number, Static<typeof Picture>>;
  categories: Map<number, Static<typeof Category>>;
  /** Of the first line of a category in a picture, in stored pixels. */
  controlPoints: Map<string, Position[]>;
}

/** Subject of an annotation. */
interface Target extends Pick<Reference, 'controlPoints'> {
  picture: Static<typeof Picture>;
  category: Static<typeof Category>;
}

const placeOf = ({ image_id, category_id }: Pick<Annotation, 'image_id' | 'category_id'>): string => `${image_id} ${category_id}`;
const Traced = Type.Object({ image_id: Type.Integer(), category_id: Type.Integer(), control_points: ControlPoints });

function referenceOf(found: Collector, value: Static<typeof DataSet>): Reference {
  const reference: Reference = { pictures: new Map(), categories: new Map(), controlPoints: new Map() };
  value.images.forEach((row, place) => {
    if (fits(Picture, row)) reference.pictures.set(row.id, row);
    else found.refuse(`images/${place}`, faultOf(Picture, row) ?? '');
  });
  value.categories.forEach((row, place) => {
    if (fits(Category, row)) reference.categories.set(row.id, row);
    else found.refuse(`categories/${place}`, faultOf(Category, row) ?? '');
  });
  for (const row of value.annotations ?? [])
    if (fits(Traced, row) && !reference.controlPoints.has(placeOf(row)))
      reference.controlPoints.set(placeOf(row), storedPoints(row.control_points));
  return reference;
}

function lineOf(row: unknown, { pictures, categories, controlPoints }: Reference): ImportedLine | string {
  if (!fits(Annotation, row)) return faultOf(Annotation, row) ?? '';
  const picture = pictures.get(row.image_id);
  if (!picture) return `image ${row.image_id} with instance and frame_index does not exist`;
  const category = categories.get(row.category_id);
  if (!category) return `category ${row.category_id} whose supercategory is a shape does not exist`;
  const points = pointsOf(row, { picture, category, controlPoints });
  if (typeof points === 'string') return points;
  const fault = pointsFault(points, picture.width, picture.height);
  if (fault !== null) return fault;
  const [[cycle], [event]] = [picture.cycle ?? [], picture.event ?? []];
  const single = (list: readonly unknown[] | undefined): boolean => list?.length === 1;
  return {
    instance_id: picture.instance,
    frame_number: picture.frame_index + 1,
    name: category.name,
    shape: category.supercategory,
    event: single(picture.event) ? (event ?? null) : null,
    cycle: single(picture.cycle) && cycle !== undefined ? cycle - 1 : null,
    points,
    score: row.score ?? null,
  };
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
