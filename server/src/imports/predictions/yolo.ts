/**
 * YOLO segmentation: a text file for each picture, one area a line: its class, corners as shares of width and height, and
 * the confidence where a model wrote it. Classes are named by data.yaml or classes.txt.
 */
import { Type } from 'typebox';
import { parse } from 'yaml';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { CORNER_OF_CENTRE } from '../../exports/formats/coco.ts';
import type { Picture, Reference } from './coco-reference.ts';
import { Collector, fits, type ImportedLine, type NamedText } from './imported.ts';
import { type Drawn, lineOfDrawing, type PictureNames } from './labelled-pictures.ts';

const CLASSES = /(?:^|\/)classes\.txt$/i;
const YAML = /\.ya?ml$/i;
/** An area has three corners, a share of the width and of the height each. */
const MIN_NUMBERS = 6;

const Names = Type.Object({ names: Type.Union([Type.Array(Type.String()), Type.Record(Type.String(), Type.String())]) });

export const isClasses = ({ name }: NamedText): boolean => CLASSES.test(name) || YAML.test(name);
export const isYolo = ({ name }: NamedText): boolean => /\.txt$/i.test(name) && !CLASSES.test(name);

/** Names of the classes by their numbers, or why they are not known. */
export function classesOf(file: NamedText | undefined): ReadonlyMap<string, string> | string {
  if (file === undefined) return 'the names of the classes are missing: add data.yaml or classes.txt';
  if (!YAML.test(file.name))
    return new Map(
      file.text
        .split(/\r?\n/)
        .map((name, at): [string, string] => [String(at), name.trim()])
        .filter(([, name]) => name !== ''),
    );
  try {
    const value: unknown = parse(file.text, { maxAliasCount: 0 });
    return fits(Names, value) ? new Map(Object.entries(value.names)) : `${file.name} has no names of classes`;
  } catch (error) {
    return `${file.name} is not valid YAML: ${messageOf(error)}`;
  }
}

const corner = (share: number, length: number): number => share * length - CORNER_OF_CENTRE;

function drawnOf(text: string, picture: Picture, classes: ReadonlyMap<string, string>): Drawn | string {
  const [number = '', ...rest] = text.trim().split(/\s+/);
  const label = classes.get(number);
  if (label === undefined) return `class ${number} has no name`;
  const numbers = rest.map(Number);
  if (numbers.some((value) => !Number.isFinite(value))) return 'it has a coordinate that is not a number';
  const hasScore = numbers.length % 2 === 1;
  const score = hasScore ? (numbers.pop() ?? null) : null;
  if (numbers.length < MIN_NUMBERS) return 'it is not an area, which has at least three corners';
  if (score !== null && !(score >= 0 && score <= 1)) return `its confidence ${score} is not between 0 and 1`;
  const points = Array.from({ length: numbers.length / 2 }, (_, at) => ({
    x: corner(numbers[2 * at] ?? Number.NaN, picture.width),
    y: corner(numbers[2 * at + 1] ?? Number.NaN, picture.height),
  }));
  return { label, kind: 'area', points, score };
}

/** Reads the areas of one picture into the collector. Other lines are refused by their number. */
export function readYolo(
  found: Collector,
  { name, text }: NamedText,
  classes: ReadonlyMap<string, string>,
  reference: Reference,
  pictures: PictureNames,
): void {
  const picture = pictures.find(name);
  if (typeof picture === 'string') return found.refuse('', picture, name);
  for (const [at, row] of text.split('\n').entries()) {
    if (row.trim() === '') continue;
    const drawn = drawnOf(row, picture, classes);
    const line: ImportedLine | string = typeof drawn === 'string' ? drawn : lineOfDrawing(drawn, picture, reference);
    if (typeof line === 'string') found.refuse(`line ${at + 1}`, line, name);
    else found.lines.push(line);
  }
}
