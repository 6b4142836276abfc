/** The exported data set that lines belong to: its pictures, its structures, and where they were drawn. */
import type { Position } from '@echometry/bindings/engine/drawing.ts';
import { LINE_SHAPES } from '@echometry/contract/records/config-rows.ts';
import { OneOf } from '@echometry/contract/records/strict.ts';
import { type Static, Type } from 'typebox';
import { CORNER_OF_CENTRE } from '../../exports/formats/coco.ts';
import { CURVE_ENDS } from '../../exports/formats/curves.ts';
import { Collector, faultOf, fits, type ImportedLine, jsonOf, MAX_ENTRIES, type NamedText, pointsFault } from './imported.ts';

export const Picture = Type.Object({
  id: Type.Integer(),
  width: Type.Integer({ minimum: 1 }),
  height: Type.Integer({ minimum: 1 }),
  file_name: Type.Optional(Type.String()),
  instance: Type.String({ minLength: 1 }),
  frame_index: Type.Integer({ minimum: 0 }),
  cycle: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }))),
  event: Type.Optional(Type.Array(OneOf(['end_diastole', 'end_systole'] as const))),
});
export type Picture = Static<typeof Picture>;

export const Category = Type.Object({
  id: Type.Integer(),
  name: Type.String({ minLength: 1 }),
  supercategory: OneOf(LINE_SHAPES),
  ends: Type.Optional(OneOf(CURVE_ENDS)),
});
export type Category = Static<typeof Category>;

export const Annotations = Type.Array(Type.Unknown(), { maxItems: MAX_ENTRIES });
export const DataSet = Type.Object({
  images: Type.Array(Type.Unknown()),
  categories: Type.Array(Type.Unknown()),
  annotations: Type.Optional(Annotations),
});
export const ControlPoints = Type.Array(Type.Object({ x: Type.Number(), y: Type.Number() }));
const Traced = Type.Object({ image_id: Type.Integer(), category_id: Type.Integer(), control_points: ControlPoints });

export interface Reference {
  pictures: Map<number, Picture>;
  categories: Map<number, Category>;
  /** Of the first line of a category in a picture, in stored pixels. */
  controlPoints: Map<string, Position[]>;
}

export const placeOf = (row: { image_id: number; category_id: number }): string => `${row.image_id} ${row.category_id}`;

export const storedPoints = (points: Static<typeof ControlPoints>): Position[] =>
  points.map(({ x, y }) => ({ x: x - CORNER_OF_CENTRE, y: y - CORNER_OF_CENTRE }));

export function referenceOf(found: Collector, value: Static<typeof DataSet>): Reference {
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

/** The exported data set, from its file; null where the file is none, which is refused. */
export function readReference(found: Collector, exported: NamedText | null, what: string): Reference | null {
  if (exported === null) {
    found.refuse('', `${what} need the annotations.json or lines.json of the export whose pictures were used`);
    return null;
  }
  const json = jsonOf(exported);
  if (!json.ok) {
    found.refused.push(json.refused);
    return null;
  }
  if (fits(DataSet, json.value)) return referenceOf(found, json.value);
  found.refuse('', `${exported.name} is not an exported data set: ${faultOf(DataSet, json.value) ?? ''}`);
  return null;
}

/** A line in a picture of the exported data set, or why it is none. */
export function lineIn(
  picture: Picture,
  category: Category,
  { points, score }: Pick<ImportedLine, 'points' | 'score'>,
): ImportedLine | string {
  const fault = pointsFault(points, picture.width, picture.height);
  if (fault !== null) return fault;
  const [[cycle], [event]] = [picture.cycle ?? [], picture.event ?? []];
  const isSingle = (list: readonly unknown[] | undefined): boolean => list?.length === 1;
  return {
    instance_id: picture.instance,
    frame_number: picture.frame_index + 1,
    name: category.name,
    shape: category.supercategory,
    event: isSingle(picture.event) ? (event ?? null) : null,
    cycle: isSingle(picture.cycle) && cycle !== undefined ? cycle - 1 : null,
    points,
    score,
  };
}
