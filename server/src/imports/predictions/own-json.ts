/** Lines from JSON in the form that we export (docs/data.md#json): control points in stored pixels. */
import { LINE_SHAPES } from '@echometry/contract/records/config-rows.ts';
import { OneOf, Strict } from '@echometry/contract/records/strict.ts';
import { type Static, Type } from 'typebox';
import { EXPORT_DOCUMENT_FORMAT } from '../../exports/document-schema.ts';
import { takeGiven, takeNamed } from './own-sequences.ts';
import { Collector, type Imported, MAX_ENTRIES, type NamedValue, faultOf, fits } from './imported.ts';

const Pair = Type.Tuple([Type.Number(), Type.Number()]);
const OrNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);

/** Exported fields that follow from the points are accepted and not read: they are computed again. */
const OwnLine = Strict({
  instance_id: Type.String({ minLength: 1 }),
  cycle: Type.Integer({ minimum: 0 }),
  event: OrNull(OneOf(['end_diastole', 'end_systole'] as const)),
  line: Type.String({ minLength: 1 }),
  shape: OneOf(LINE_SHAPES),
  frame_number: OrNull(Type.Integer({ minimum: 1 })),
  points_px: Type.Array(Pair, { minItems: 2 }),
  score: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  interpolation: Type.Optional(OrNull(Type.String())),
  finished: Type.Optional(Type.Boolean()),
  units: Type.Optional(Type.Unknown()),
  reason: Type.Optional(OrNull(Type.String())),
  curve_px: Type.Optional(Type.Unknown()),
  points: Type.Optional(Type.Unknown()),
  curve: Type.Optional(Type.Unknown()),
});

const Work = Type.Object({
  format: Type.Number(),
  lines: Type.Array(Type.Unknown(), { maxItems: MAX_ENTRIES }),
  sequences: Type.Optional(Type.Array(Type.Unknown(), { maxItems: MAX_ENTRIES })),
  images: Type.Optional(Type.Array(Type.Unknown())),
});
const Works = Type.Object({ format: Type.Number(), works: Type.Array(Work) });

function take(found: Collector, row: Static<typeof OwnLine>): void {
  found.lines.push({
    instance_id: row.instance_id,
    frame_number: row.frame_number,
    name: row.line,
    shape: row.shape,
    event: row.event,
    cycle: row.cycle,
    points: row.points_px.map(([x, y]) => ({ x, y })),
    score: row.score ?? null,
  });
}

/**
 * Reads one document, or a list of them; an entry that does not fit is refused by its place, the others are read.
 * @param files lines on every frame by the hash that their file is named by
 */
export function readOwnJson({ name, value }: NamedValue, files: ReadonlyMap<string, NamedValue> = new Map()): Imported {
  const found = new Collector(name);
  const works = fits(Works, value) ? value.works : [value];
  works.forEach((work, place) => {
    const at = works.length > 1 ? `works/${place}/` : '';
    if (!fits(Work, work)) return found.refuse(at, faultOf(Work, work) ?? '');
    if (work.format !== EXPORT_DOCUMENT_FORMAT) {
      return found.refuse(at, `it has format ${work.format}; this version reads format ${EXPORT_DOCUMENT_FORMAT}`);
    }
    work.lines.forEach((row, line) => {
      if (fits(OwnLine, row)) take(found, row);
      else found.refuse(`${at}lines/${line}`, faultOf(OwnLine, row) ?? '');
    });
    takeGiven(found, at, work.sequences ?? []);
    takeNamed(found, at, work.images ?? [], files);
  });
  return found.result();
}
