/** Lines of a model or of another program, as they are read from a file: nothing is stored here. */
import type { Position } from '@echometry/bindings/engine/drawing.ts';
import type { Line, SequenceLines } from '@echometry/contract/generated/analysis-image.ts';
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';
import type { LineEvent } from '../../exports/formats/curves.ts';

export interface ImportedLine {
  readonly instance_id: string;
  /** From 1; null on strips. */
  readonly frame_number: number | null;
  /** Name of the structure in the configuration. */
  readonly name: string;
  readonly shape: Line['shape'];
  readonly event: LineEvent | null;
  /** From 0; null where the file does not name it. */
  readonly cycle: number | null;
  /** Stored pixels, a whole number being a pixel's centre, in order. */
  readonly points: readonly Position[];
  /** Confidence of a model, 0 to 1; null without one. */
  readonly score: number | null;
  /** Number that lines of one structure share from frame to frame; absent without tracks. */
  readonly track?: number | null;
}

/** Lines on every frame of a cycle. */
export interface ImportedSequence {
  readonly instance_id: string;
  /** From 0. */
  readonly cycle: number;
  readonly lines: SequenceLines;
}

/** Refused content: file, entry within it and reason. */
export interface Refused {
  readonly file: string;
  /** Empty for the file as a whole. */
  readonly entry: string;
  readonly reason: string;
}

export interface Imported {
  readonly lines: readonly ImportedLine[];
  readonly refused: readonly Refused[];
  /** Absent where the file has none. */
  readonly sequences?: readonly ImportedSequence[];
}

export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** JSON that was read already. */
export interface NamedValue {
  readonly name: string;
  readonly value: unknown;
}

export const MAX_ENTRIES = 200_000;
/** A point may lie so far beyond the edge of its picture: half a pixel is the edge itself. */
const MAX_BEYOND_PX = 1;

/** The file as JSON, or why it is none. */
export function jsonOf({ name, text }: NamedText): { ok: true; value: unknown } | { ok: false; refused: Refused } {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    return {
      ok: false,
      refused: { file: name, entry: '', reason: `it is not valid JSON: ${error instanceof Error ? error.message : ''}` },
    };
  }
}

/** The first thing that is wrong with a value, in words; null when it fits. */
export function faultOf(schema: TSchema, value: unknown): string | null {
  if (fits(schema, value)) return null;
  const [first] = Value.Errors(schema, value);
  if (first === undefined) return 'it does not have the form of its kind';
  // Message of the schema about an unknown field.
  const message = first.message === 'schema is false' ? 'a field that is not known' : first.message;
  return `${first.instancePath || 'it'}: ${message}`;
}

const compiled = new WeakMap<TSchema, { Check: (value: unknown) => boolean }>();

/** Checked by compiled code: a file has millions of points. */
export function fits<T extends TSchema>(schema: T, value: unknown): value is Static<T> {
  const known = compiled.get(schema) ?? Compile(schema);
  compiled.set(schema, known);
  return known.Check(value);
}

/** The reason why points are not a line in a picture of this size; null when they are. */
export function pointsFault(points: readonly Position[], width: number, height: number): string | null {
  if (points.length < 2) return 'a line needs at least two points';
  const outside = points.find(
    ({ x, y }) =>
      !(x >= -0.5 - MAX_BEYOND_PX && y >= -0.5 - MAX_BEYOND_PX && x <= width - 0.5 + MAX_BEYOND_PX && y <= height - 0.5 + MAX_BEYOND_PX),
  );
  return outside ? `the point ${outside.x}, ${outside.y} is outside of the picture of ${width} x ${height} pixels` : null;
}

/** Collects lines, and what is refused with its file. */
export class Collector {
  readonly lines: ImportedLine[] = [];
  readonly refused: Refused[] = [];
  readonly sequences: ImportedSequence[] = [];
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  refuse(entry: string, reason: string, file = this.#file): void {
    this.refused.push({ file, entry, reason });
  }

  result(): Imported {
    const { lines, refused, sequences } = this;
    return { lines, refused, ...(sequences.length > 0 ? { sequences } : {}) };
  }
}
