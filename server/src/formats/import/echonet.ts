/** EchoNet-Dynamic: VolumeTracings.csv of a model on exported videos, brought back to stored pixels by our sources.csv. */
import type { Position } from '@echometry/bindings/drawing.ts';
import { LV_ENDO } from '../beats.ts';
import type { LineEvent } from '../curves.ts';
import { Collector, type Imported, MAX_ENTRIES, type NamedText } from './imported.ts';
import { csvRecords } from '@echometry/contract/rules/csv-records.ts';

const TRACINGS = 'FileName,X1,Y1,X2,Y2,Frame';
const NUMBERS = ['cycle', 'end_diastole_frame_number', 'end_systole_frame_number', 'scale_x', 'scale_y', 'margin_x', 'margin_y'] as const;
const MIN_CHORDS = 2;

type Source = Readonly<Record<(typeof NUMBERS)[number], number>> & { readonly instance_id: string };
type Segment = readonly [x1: number, y1: number, x2: number, y2: number];

/** A number as it is written; null for an empty cell and for words. */
const numberOf = (cell: string | undefined): number | null => {
  const value = cell === undefined || cell.trim() === '' ? Number.NaN : Number(cell);
  return Number.isFinite(value) ? value : null;
};

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
      sources.set(cell('FileName') ?? '', { instance_id, cycle, end_diastole_frame_number, end_systole_frame_number, ...place_of_picture });
    }
  }
  return sources;
}

/** From the base along the viewer's left wall to the apex and down the right wall; the first segment is the axis. */
function outlineOf(segments: readonly Segment[]): Position[] {
  const [axis, ...chords] = segments;
  const left = chords.map(([x, y]) => ({ x, y }));
  const right = chords.map(([, , x, y]) => ({ x, y }));
  const apex = axis ? [{ x: axis[0], y: axis[1] }] : [];
  return [...left.reverse(), ...apex, ...right];
}

const stored = ({ scale_x, scale_y, margin_x, margin_y }: Source, { x, y }: Position): Position => ({
  x: (x + 0.5 - margin_x) / scale_x - 0.5,
  y: (y + 0.5 - margin_y) / scale_y - 0.5,
});

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
      const points = outlineOf(segments).map((point) => stored(source, point));
      const event = eventOf(source, frame + 1);
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
