/** Labels of programs that know a picture by the name of its file: labelme and YOLO. */
import path from 'node:path';
import type { Position } from '@echometry/bindings/engine/drawing.ts';
import { type Category, lineIn, type Picture, placeOf, type Reference } from './coco-reference.ts';
import { type ImportedLine, pointsFault } from './imported.ts';
import { lineOfPolygon } from './mask-line.ts';

/** The last parts of a path without its ending: an exported picture is unique by its folder and its name. */
function keysOf(file: string): string[] {
  const parts = file.replaceAll('\\', '/').split('/');
  const name = path.posix.parse(parts.at(-1) ?? '').name;
  const folder = parts.at(-2);
  return folder === undefined || folder === '' || folder === '.' ? [name] : [`${folder}/${name}`, `${folder}_${name}`, name];
}

/** Finds pictures of an exported data set by paths that end like theirs. */
export class PictureNames {
  /** Null where several pictures have the name. */
  readonly #byKey = new Map<string, Picture | null>();

  constructor({ pictures }: Reference) {
    for (const picture of pictures.values())
      for (const key of keysOf(picture.file_name ?? '')) this.#byKey.set(key, this.#byKey.has(key) ? null : picture);
  }

  /** The picture, or why there is none. */
  find(file: string): Picture | string {
    for (const key of keysOf(file)) {
      const picture = this.#byKey.get(key);
      if (picture) return picture;
      if (picture === null)
        return `several exported pictures are named ${key}. Keep the folders of the export and send them as a ZIP file, or name pictures FOLDER_NAME`;
    }
    return `the exported data set has no picture ${keysOf(file)[0] ?? file}`;
  }
}

/** A drawing of a program: an area by its outline, or a path. */
export interface Drawn {
  label: string;
  kind: 'area' | 'path';
  /** Stored pixels, a whole number being a pixel's centre. */
  points: readonly Position[];
  score: number | null;
}

/** The structure of this name; where a name has several shapes, the fitting one. */
function categoryOf({ categories }: Reference, { label, kind }: Drawn): Category | string {
  const named = [...categories.values()].filter(({ name }) => name === label);
  const fitting = named.filter(({ ends }) => (kind === 'area') === (ends !== 'open'));
  const [only, another] = fitting.length > 0 ? fitting : named;
  if (only === undefined) return `the exported data set has no line ${label}`;
  return another === undefined ? only : `${label} has several shapes in the exported data set`;
}

/** A drawing as a line of its picture, or why it is none. */
export function lineOfDrawing(drawn: Drawn, picture: Picture, reference: Reference): ImportedLine | string {
  const category = categoryOf(reference, drawn);
  if (typeof category === 'string') return category;
  const fault = pointsFault(drawn.points, picture.width, picture.height);
  if (fault !== null) return fault;
  if (drawn.kind === 'path') return lineIn(picture, category, drawn);
  if (category.ends === undefined) return 'the exported data set is of an older version: export it again';
  const known = reference.controlPoints.get(placeOf({ image_id: picture.id, category_id: category.id })) ?? null;
  const points = lineOfPolygon(drawn.points, category.supercategory, category.ends, known);
  return typeof points === 'string' ? points : lineIn(picture, category, { points, score: drawn.score });
}
