/** EchoNet-Dynamic: VolumeTracings.csv of a model on exported videos, brought back to stored pixels by our sources.csv. */
import type { Position } from '@echometry/bindings/engine/drawing.ts';
import { LV_ENDO } from '../../exports/formats/beats.ts';
import { RINGS } from '../../exports/formats/echonet.ts';
import { placed } from '../../exports/formats/square.ts';
import type { LineEvent } from '../../exports/formats/curves.ts';
import { Collector, type Imported, MAX_ENTRIES, type NamedText } from './imported.ts';
import { csvRecords } from '@echometry/contract/rules/csv-records.ts';

const TRACINGS = 'FileName,X1,Y1,X2,Y2,Frame';
const NUMBERS = ['cycle', 'end_diastole_frame_number', 'end_systole_frame_number', 'scale_x', 'scale_y', 'margin_x', 'margin_y'] as const;
const MIN_CHORDS = 2;

type Ends = readonly [Position, Position];
type Source = Readonly<Record<(typeof NUMBERS)[number], number>> & {
  readonly instance_id: string;
  /** Ends of the exported contours, in stored pixels; null in archives of earlier versions. */
  readonly rings: Readonly<Record<LineEvent, Ends | null>>;
};
type Segment = readonly [x1: number, y1: number, x2: number, y2: number];

/** A number as it is written; null for an empty cell and for words. */
const numberOf = (cell: string | undefined): number | null => {
  const value = cell === undefined || cell.trim() === '' ? Number.NaN : Number(cell);
  return Number.isFinite(value) ? value : null;
};

/** The ends of the contour of an event, as `RINGS` names them. */
function ringsIn(cell: (column: string) => string | undefined, event: LineEvent): Ends | null {
  const [x1, y1, x2, y2] = RINGS.filter((column) => column.startsWith(event)).map((column) => numberOf(cell(column)));
  if (x1 == null || y1 == null || x2 == null || y2 == null) return null;
  return [
    { x: x1, y: y1 },
    { x: x2, y: y2 },
  ];
}

function sourcesOf(found: Collector, { name, text }: NamedText): Map<string, Source> {
  const sources = new Map<string, Source>();
  const [header, ...rows] = csvRecords(text) ?? [];
  const missing = ['FileName', 'instance_id', ...NUMBERS].filter((column) => !header?.includes(column));
  if (header === undefined || missing.length > 0) {
    found.refuse('', `${name} has no column ${missing.join(', ')}: it is the sources.csv of the export`);
    return sources;
  }
  for (const [place, row] of rows.entries()) {
    const cell = (column: string): string | undefined => row[header.indexOf(column)];
    const rings = { end_diastole: ringsIn(cell, 'end_diastole'), end_systole: ringsIn(cell, 'end_systole') };
    const numbers = NUMBERS.map((column) => [column, numberOf(cell(column))] as const);
    const empty = numbers.filter(([, value]) => value === null).map(([column]) => column);
    if (empty.length > 0) found.refuse(`${name}, row ${place + 2}`, `${empty.join(', ')}: no number`);
    else {
      const of = (column: (typeof NUMBERS)[number]): number => numberOf(cell(column)) ?? Number.NaN;
      const [cycle, end_diastole_frame_number, end_systole_frame_number] = [
        of('cycle'),
        of('end_diastole_frame_number'),
        of('end_systole_frame_number'),
      ];
      const place_of_picture = { scale_x: of('scale_x'), scale_y: of('scale_y'), margin_x: of('margin_x'), margin_y: of('margin_y') };
      const instance_id = cell('instance_id') ?? '';
      sources.set(cell('FileName') ?? '', {
        instance_id,
        rings,
        cycle,
        end_diastole_frame_number,
        end_systole_frame_number,
        ...place_of_picture,
      });
    }
  }
  return sources;
}

const stored = ({ scale_x, scale_y, margin_x, margin_y }: Source, { x, y }: Position): Position => ({
  x: (x + 0.5 - margin_x) / scale_x - 0.5,
  y: (y + 0.5 - margin_y) / scale_y - 0.5,
});

/** Two contours have the same base if the middles of their bases are this close, in pixels of the video. */
const SAME_BASE_PX = 0.01;
/** The end of a chord this close to the base is on the base, not on a wall. */
const ON_BASE_PX = 1e-4;

const minus = (a: Position, b: Position): Position => ({ x: a.x - b.x, y: a.y - b.y });
const dot = (a: Position, b: Position): number => a.x * b.x + a.y * b.y;
const between = (a: Position, b: Position): Position => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const plus = (a: Position, b: Position, share = 1): Position => ({ x: a.x + b.x * share, y: a.y + b.y * share });

/** A wall continued straight to the height of the base. */
function continued(wall: readonly Position[], apex: Position, base: Position): Position {
  const [last, before] = [wall.at(-1) ?? base, wall.at(-2) ?? base];
  const axis = minus(base, apex);
  const step = minus(last, before);
  const share = dot(minus(base, last), axis) / dot(step, axis);
  return plus(last, step, Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0);
}

/** Distance to the piece between two positions. */
function distanceTo([from, to]: Ends, point: Position): number {
  const along = minus(to, from);
  const share = Math.max(0, Math.min(1, dot(minus(point, from), along) / dot(along, along)));
  return Math.hypot(...Object.values(minus(point, plus(from, along, share))));
}

/**
 * From ring to ring over the apex. The first segment is the axis, which ends at the middle of the base. The others are chords
 * from the apex to the base, which stop short of the rings. If the exported contour has the same base, its rings are used;
 * otherwise both walls are continued straight to the base.
 */
function contourOf(segments: readonly Ends[], exported: Ends | null): Position[] {
  const [[apex, base] = [ORIGIN, ORIGIN], ...chords] = segments;
  const walls = [chords.map(([left]) => left), chords.map(([, right]) => right)] as const;
  if (exported !== null && Math.hypot(...Object.values(minus(between(...exported), base))) < SAME_BASE_PX) {
    const [left, right] = walls.map((wall) => wall.filter((point) => distanceTo(exported, point) > ON_BASE_PX));
    const points = [...(left ?? []).toReversed(), apex, ...(right ?? [])];
    const [first, last] = exported;
    const nearest = points[0] ?? apex;
    const isSameWay = Math.hypot(...Object.values(minus(nearest, first))) <= Math.hypot(...Object.values(minus(nearest, last)));
    return [first, ...(isSameWay ? points : points.toReversed()), last];
  }
  const ends = walls.map((wall) => continued(wall, apex, base));
  const shift = minus(base, between(ends[0] ?? base, ends[1] ?? base));
  const [left, right] = ends.map((end) => plus(end, shift));
  return [left ?? base, ...walls[0].toReversed(), apex, ...walls[1], right ?? base];
}
const ORIGIN: Position = { x: 0, y: 0 };

function ringsInVideo({ rings, scale_x, scale_y, margin_x, margin_y }: Source, event: LineEvent): Ends | null {
  const ends = rings[event];
  const to = { scale: [scale_x, scale_y], margin: [margin_x, margin_y] } as const;
  return ends && [placed(to, ends[0]), placed(to, ends[1])];
}

const eventOf = (source: Source, frame_number: number): LineEvent | null => {
  if (frame_number === source.end_diastole_frame_number) return 'end_diastole';
  return frame_number === source.end_systole_frame_number ? 'end_systole' : null;
};

/** Rows of each video and frame, in the order of the file. */
function tracedFrames(found: Collector, rows: readonly string[][]): Map<string, Map<number, Segment[]>> {
  const videos = new Map<string, Map<number, Segment[]>>();
  for (const [place, [name = '', ...cells]] of rows.entries()) {
    const [x1, y1, x2, y2, frame] = cells.map(numberOf);
    if (x1 == null || y1 == null || x2 == null || y2 == null || frame == null || !Number.isInteger(frame) || frame < 0) {
      found.refuse(`row ${place + 2}`, 'X1, Y1, X2, Y2 are numbers and Frame counts from 0');
      continue;
    }
    const frames = videos.get(name) ?? new Map<number, Segment[]>();
    videos.set(name, frames);
    const segments = frames.get(frame);
    if (segments === undefined) frames.set(frame, [[x1, y1, x2, y2]]);
    else segments.push([x1, y1, x2, y2]);
  }
  return videos;
}

/** Contours of the left ventricle: on each traced frame the axis first, then chords from the apex to the mitral plane. */
export function parseEchonet(tracings: NamedText, sources: NamedText): Imported {
  const found = new Collector(tracings.name);
  const records = csvRecords(tracings.text);
  if (records === null || records[0]?.join(',') !== TRACINGS || records.length > MAX_ENTRIES) {
    found.refuse('', `its first row is ${TRACINGS}, and it has at most ${MAX_ENTRIES} rows`);
    return found.result();
  }
  const known = sourcesOf(found, sources);
  for (const [video, frames] of tracedFrames(found, records.slice(1))) {
    const source = known.get(video.replace(/\.avi$/, ''));
    if (!source) {
      found.refuse(video, `${sources.name} does not name this video`);
      continue;
    }
    for (const [frame, segments] of frames) {
      if (segments.length <= MIN_CHORDS) {
        found.refuse(`${video}, frame ${frame}`, `an axis and at least ${MIN_CHORDS} chords are needed`);
        continue;
      }
      const event = eventOf(source, frame + 1);
      const ends = segments.map(([x1, y1, x2, y2]): Ends => [
        { x: x1, y: y1 },
        { x: x2, y: y2 },
      ]);
      const points = contourOf(ends, event === null ? null : ringsInVideo(source, event)).map((point) => stored(source, point));
      const cycle = event === null ? null : source.cycle - 1;
      found.lines.push({
        instance_id: source.instance_id,
        frame_number: frame + 1,
        name: LV_ENDO,
        shape: 'endo-epi',
        event,
        cycle,
        points,
        score: null,
      });
    }
  }
  return found.result();
}
