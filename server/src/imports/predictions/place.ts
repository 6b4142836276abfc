/** Place of a model's lines in an image that a user labelled and timed, or the reason why they have none. */
import type { AnalysisImage, CardiacEvents, Line, LinePoint } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import { isBiometryType } from '@echometry/contract/rules/image-types.ts';
import type { LineEvent } from '../../exports/formats/curves.ts';
import { type ImportedLine, pointsFault } from './imported.ts';

/** Method of the lines. */
export interface Method {
  name: string;
  version: string;
}

export interface PlacedLine {
  /** From 0. */
  cycle: number;
  /** Null on a strip and on a still picture. */
  event: LineEvent | null;
  line: Line;
}

/** A place in an image, or the reason why there is none. */
type Found<T> = { ok: true; value: T } | { ok: false; reason: string };
const found = <T>(value: T): Found<T> => ({ ok: true, value });
const none = (reason: string): { ok: false; reason: string } => ({ ok: false, reason });

type Pattern = ImageTypeRow['patterns'][number];
type LineRow = Pattern['lines'][number];

const EVENTS = ['end_diastole', 'end_systole'] as const;
const WORDS = { end_diastole: 'end diastole', end_systole: 'end systole' } as const;

/** The frame of an event, from 1; null until it is marked. */
const frameOf = (cycle: CardiacEvents, event: LineEvent): number | null => {
  const mark = cycle[event];
  return typeof mark === 'number' ? mark : null;
};

interface EventPlace {
  cycle: number;
  event: LineEvent;
  frame: number;
}

/** The marked events of an image, by the fields that a line may have. */
class EventIndex {
  readonly #all: EventPlace[] = [];
  readonly #byCycle = new Map<number, EventPlace[]>();
  readonly #byFrame = new Map<number, EventPlace[]>();

  constructor(cycles: readonly CardiacEvents[]) {
    for (const [cycle, marks] of cycles.entries())
      for (const event of EVENTS) {
        const frame = frameOf(marks, event);
        if (frame === null) continue;
        const place = { cycle, event, frame };
        this.#all.push(place);
        this.#byCycle.set(cycle, [...(this.#byCycle.get(cycle) ?? []), place]);
        this.#byFrame.set(frame, [...(this.#byFrame.get(frame) ?? []), place]);
      }
  }

  /** The first two events that a line may mean. */
  meant({ cycle, event, frame_number }: ImportedLine): EventPlace[] {
    const some = cycle !== null ? this.#byCycle.get(cycle) : frame_number !== null ? this.#byFrame.get(frame_number) : this.#all;
    const found: EventPlace[] = [];
    for (const place of some ?? []) {
      if ((event === null || event === place.event) && (frame_number === null || frame_number === place.frame)) found.push(place);
      if (found.length === 2) break;
    }
    return found;
  }
}

/** Cycle and event of a line in a clip: by their names, or by the one event whose mark is on its frame. */
function eventOf(line: ImportedLine, events: EventIndex): Found<EventPlace> {
  const [place, another] = events.meant(line);
  const given = [
    line.event === null ? null : WORDS[line.event],
    line.cycle === null ? null : `of cycle ${line.cycle + 1}`,
    line.frame_number === null ? null : `on frame ${line.frame_number}`,
  ].filter((part) => part !== null);
  if (place === undefined) return none(`not marked: ${line.event === null ? 'an event ' : ''}${given.join(' ')}`);
  if (another !== undefined && (line.cycle === null || line.event === null))
    return none(`${given.join(' ') || 'it'} fits several events; name cycle and event`);
  return found(place);
}

/** Cycle of a line on a strip: it has to be named, and timed. */
function cycleOf(line: ImportedLine, image: AnalysisImage): Found<number> {
  if (line.cycle === null) return none('the line names no cycle of the strip');
  return line.cycle < image.cardiac_events.length ? found(line.cycle) : none(`not timed: cycle ${line.cycle + 1}`);
}

interface Place {
  cycle: number;
  event: LineEvent | null;
  frame: number | null;
}

function placeOf(line: ImportedLine, image: AnalysisImage, events: EventIndex): Found<Place> {
  if (image.modality !== '2D') {
    const cycle = cycleOf(line, image);
    return cycle.ok ? found({ cycle: cycle.value, event: null, frame: null }) : cycle;
  }
  if (image.cardiac_events.length > 0) return eventOf(line, events);
  const isPlane = image.metadata?.number_of_frames === 1 || isBiometryType(image.type ?? '');
  return isPlane ? found({ cycle: 0, event: null, frame: null }) : none('its cycles are not timed');
}

/** The line of the configuration that is meant, by its name and shape. */
function rowOf(line: Pick<ImportedLine, 'name' | 'shape'>, type: ImageTypeRow | undefined): Found<{ pattern: Pattern; row: LineRow }> {
  if (type === undefined) return none('the image has no label');
  for (const pattern of type.patterns) {
    const row = pattern.lines.find(({ name }) => name === line.name);
    if (row === undefined) continue;
    const shapes = [row.shape, ...(row.shapes ?? [])];
    if (shapes.some((shape) => shape === line.shape)) return found({ pattern, row });
    return none(`${line.name} is drawn as ${shapes.join(' or ')}, not as ${line.shape}`);
  }
  return none(`${type.type} has no line ${line.name}`);
}

/** Types of points in order: named ones in their places, with free points between the first and the last where they are allowed. */
function typesOf(count: number, { control_points: named, user_defined_points: free, name }: LineRow): Found<string[]> {
  const types = named.map(({ type }) => type);
  if (count === types.length) return found(types);
  const own = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, at) => `user-defined_${from + at + 1}`);
  if (free && types.length === 0) return found(own(0, count));
  const [first, last] = [types[0], types.at(-1)];
  if (free && types.length === 2 && first !== undefined && last !== undefined && count > 2)
    return found([first, ...own(0, count - 2), last]);
  return none(`${name} has ${types.length} named points${free ? ' and others between them' : ''}; ${count} cannot be named`);
}

/** Types of the points of a line of the configuration, or why it cannot have so many. */
export function pointTypes(
  { count, ...line }: Pick<ImportedLine, 'name' | 'shape'> & { count: number },
  type: ImageTypeRow | undefined,
): Found<string[]> {
  const row = rowOf(line, type);
  return row.ok ? typesOf(count, row.value.row) : row;
}

function pointOf(id: string, at: { x: number; y: number }, type: string, row: LineRow, method: Method): LinePoint {
  const control = row.control_points.find((candidate) => candidate.type === type);
  return {
    id,
    ...at,
    type,
    forced_to_zero: control?.forced_to_zero ?? false,
    locked: false,
    on_onset: control?.on_onset ?? false,
    same_as_start: control?.same_as_start ?? false,
    same_as_end: control?.same_as_end ?? false,
    show_label_in_image: control?.show_label_in_image ?? false,
    abbreviation: control === undefined || control.abbreviation === '' ? null : control.abbreviation,
    origin: 'imported',
    method: method.name,
    method_version: method.version,
    proposed: at,
  };
}

/** Places lines in an image: each as its record would hold it, otherwise the reason, for the person who imports. */
export function placer(image: AnalysisImage, types: readonly ImageTypeRow[], method: Method): (line: ImportedLine) => Found<PlacedLine> {
  const type = types.find((candidate) => candidate.type === image.type);
  const events = new EventIndex(image.cardiac_events);
  const { width, height } = image.metadata ?? { width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY };
  return (line) => {
    const row = rowOf(line, type);
    if (!row.ok) return row;
    const place = placeOf(line, image, events);
    if (!place.ok) return place;
    const fault = pointsFault(line.points, width, height);
    if (fault !== null) return none(fault);
    const named = typesOf(line.points.length, row.value.row);
    if (!named.ok) return named;
    const { cycle, event, frame } = place.value;
    const id = (at: number): string => `${line.name}.${cycle}.${event ?? 'strip'}.${at}`;
    return found({
      cycle,
      event,
      line: {
        name: line.name,
        finished: true,
        shape: line.shape,
        pattern: row.value.pattern.name,
        frame_number: frame,
        points: line.points.map(({ x, y }, at) => pointOf(id(at), { x, y }, named.value[at] ?? '', row.value.row, method)),
      },
    });
  };
}
