import type { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import type {
  AnnulusTruth,
  BiometryTruth,
  ChamberBeat,
  ChamberFrame,
  ClipBeat,
  ClipTruth,
  LongAxisBeat,
  LongAxisFrame,
  MModeTruth,
  Pixel,
  ShortAxisBeat,
  ShortAxisFrame,
  SpectrumBeat,
  SpectrumTruth,
  StripBeat,
} from './plan/truth.ts';
import type { TracedCycle, TracedLines, TracedPoint } from './traced.ts';

/** Stations of a contour from one drawn point to the next: 13 points of 97. */
const STATION_STEP = 8;
/** Points a person adds between two control points of an envelope. */
const MID_POINTS = 3;
/** Points a person adds to an M-Mode line between two marks. */
const STRIP_POINTS = 4;
/** A QRS complex begins this many columns before its R wave; marks of a strip must be at least 10 apart. */
const QRS_COLUMNS = 12;
/** Neighbours of an envelope are at least this far apart, in columns. */
const MIN_SPACING = 1.5;

type Pattern = ImageTypeRow['patterns'][number];

function frameOf<Frame extends { frame_number: number }>(frames: readonly Frame[], number: number): Frame {
  const frame = frames[number - 1];
  if (frame === undefined) throw new Error(`The truth has no frame ${number}`);
  return frame;
}

/** A contour between the two ring points, thinned to what a person would click. */
function contour(points: readonly Pixel[]): TracedPoint[] {
  const last = points.length - 1;
  const kept = points.flatMap((at, station) => (station % STATION_STEP === 0 || station === last ? [at] : []));
  return kept.map((at, index) => ({
    at,
    type: index === 0 ? 'septum wall ring' : index === kept.length - 1 ? 'free wall ring' : `user-defined_${index}`,
  }));
}

/** The lines of a clip in the frames of both events of each beat. */
function clipCycles<Frame extends { frame_number: number }, Beat extends ClipBeat>(
  truth: ClipTruth<Frame, Beat>,
  lines: (frame: Frame) => TracedLines,
): TracedCycle[] {
  return truth.beats.map((beat) => ({
    events: { end_diastole: beat.end_diastole_frame, end_systole: beat.end_systole_frame },
    diastole: lines(frameOf(truth.frames, beat.end_diastole_frame)),
    systole: lines(frameOf(truth.frames, beat.end_systole_frame)),
  }));
}

/** All lines that the truth of an apical plane knows; the pattern takes those it has. */
function chamberLines(frame: ChamberFrame): TracedLines {
  return new Map([
    ['LV endo', contour(frame.endo)],
    ['LV epi', contour(frame.epi)],
    ['LA endo', contour(frame.atrium)],
    ['Mitral ring', valve(frame.annulus)],
    ...(frame.tricuspid_annulus ? [['Tricuspid ring', valve(frame.tricuspid_annulus)] as const] : []),
  ]);
}

export const chamberCycles = (truth: ClipTruth<ChamberFrame, ChamberBeat>): TracedCycle[] => clipCycles(truth, chamberLines);

/** A closed ring, thinned to what a person would click. */
const ring = (points: readonly Pixel[]): TracedPoint[] =>
  points.flatMap((at, station) => (station % STATION_STEP === 0 ? [{ at, type: `user-defined_${station / STATION_STEP + 1}` }] : []));

const shortAxisLines = (frame: ShortAxisFrame): TracedLines =>
  new Map([
    ['LV endo', ring(frame.endo)],
    ['LV epi', ring(frame.epi)],
  ]);

export const shortAxisCycles = (truth: ClipTruth<ShortAxisFrame, ShortAxisBeat>): TracedCycle[] => clipCycles(truth, shortAxisLines);

/** Third point of a valve: on the perpendicular bisector of its hinges. */
function valveApex([[ax, ay], [bx, by]]: readonly [Pixel, Pixel]): Pixel {
  const share = 0.25;
  return [(ax + bx) / 2 + share * (by - ay), (ay + by) / 2 - share * (bx - ax)];
}

const pair = (ends: readonly [Pixel, Pixel], types: readonly [string, string]): TracedPoint[] =>
  ends.map((at, index) => ({ at, type: types[index] ?? '' }));

const valve = (hinges: readonly [Pixel, Pixel]): TracedPoint[] => [
  ...pair(hinges, ['first hinge', 'second hinge']),
  { at: valveApex(hinges), type: 'apex' },
];

function longAxisLines(frame: LongAxisFrame): TracedLines {
  return new Map([
    ['septum', pair(frame.septum, ['RV side', 'LV side'])],
    ['LVID', pair(frame.lvid, ['septal edge', 'posterior wall edge'])],
    ['PW', pair(frame.posterior, ['endocardium', 'epicardium'])],
    ['LVOT', valve(frame.lvot)],
    ['Aortic ring', valve(frame.lvot)],
    ['Aortic root', pair(frame.root, ['anterior', 'posterior'])],
    ['LA', pair(frame.atrium, ['anterior', 'posterior'])],
  ]);
}

export const longAxisCycles = (truth: ClipTruth<LongAxisFrame, LongAxisBeat>): TracedCycle[] => clipCycles(truth, longAxisLines);

/** Row of a curve given in every column, straight between columns. */
function rowAt(rows: readonly number[], first: number, x: number): number {
  const left = Math.min(Math.max(Math.floor(x - first), 0), rows.length - 2);
  const [a, b] = [rows[left] ?? Number.NaN, rows[left + 1] ?? Number.NaN];
  return a + (b - a) * (x - first - left);
}

/** Marks of one beat; null where its QRS complex lies before the strip. */
function stripEvents(beat: StripBeat, first: number): TracedCycle['events'] | null {
  const onset = beat.end_diastole_column - QRS_COLUMNS;
  if (onset < first) return null;
  return {
    onset_start: onset,
    onset_end: beat.next_end_diastole_column - QRS_COLUMNS,
    end_diastole_start: beat.end_diastole_column,
    end_diastole_end: beat.next_end_diastole_column,
    end_systole: beat.end_systole_column,
  };
}

/** Columns of the drawn points: at the marks, and some between them. */
function stripColumns(beat: StripBeat): number[] {
  const between = (from: number, to: number) =>
    Array.from({ length: STRIP_POINTS }, (_, i) => from + ((to - from) * (i + 1)) / (STRIP_POINTS + 1));
  const [from, middle, to] = [beat.end_diastole_column, beat.end_systole_column, beat.next_end_diastole_column];
  return [from, ...between(from, middle), middle, ...between(middle, to), to];
}

export const ventricleCycles = (truth: MModeTruth): TracedCycle[] =>
  truth.beats.flatMap((beat) => {
    const events = stripEvents(beat, truth.first_column);
    if (events === null) return [];
    const line = (rows: readonly number[]): TracedPoint[] =>
      stripColumns(beat).map((x, index) => ({ at: [x, rowAt(rows, truth.first_column, x)], type: `user-defined_${index + 1}` }));
    const strip = new Map([
      ['septum epi', line(truth.septum_right)],
      ['septum endo', line(truth.septum_left)],
      ['PW endo', line(truth.posterior_inner)],
      ['PW epi', line(truth.posterior_outer)],
    ]);
    return { events, strip };
  });

export const annulusCycles = (truth: AnnulusTruth, name: string): TracedCycle[] =>
  truth.beats.flatMap((beat) => {
    const events = stripEvents(beat, truth.first_column);
    if (events === null) return [];
    const columns = stripColumns(beat);
    const typeOf = (x: number, index: number): string => {
      if (x === beat.end_systole_column) return 'end systole';
      return index === 0 || index === columns.length - 1 ? 'end diastole' : `user-defined_${index}`;
    };
    const points = columns.map((x, index): TracedPoint => ({
      at: [x, rowAt(truth.annulus, truth.first_column, x)],
      type: typeOf(x, index),
    }));
    return { events, strip: new Map([[name, points]]) };
  });

/** The control points of one beat where the truth has them; null when it does not know one. */
function controlPoints(truth: SpectrumTruth, beat: SpectrumBeat, pattern: Pattern['lines'][number]): TracedPoint[] | null {
  const ends: Readonly<Record<string, number>> = { 'onset start': beat.onset_column, 'onset end': beat.next_onset_column };
  const points: TracedPoint[] = [];
  for (const control of pattern.control_points) {
    const event = beat.events.find((entry) => entry.name === control.type);
    const x = event?.column ?? ends[control.type];
    if (x === undefined) return null;
    const y = control.forced_to_zero ? truth.zero_y : (event?.y ?? rowAt(truth.envelope_y, truth.first_column, x));
    points.push({ at: [x, y], type: control.type });
  }
  return points;
}

/** Points on the envelope between two control points. */
function midPoints(truth: SpectrumTruth, from: number, to: number, type: (index: number) => string): TracedPoint[] {
  const columns = Array.from({ length: MID_POINTS }, (_, i) => from + ((to - from) * (i + 1)) / (MID_POINTS + 1));
  if ((to - from) / (MID_POINTS + 1) < MIN_SPACING) return [];
  return columns.map((x, index) => ({ at: [x, rowAt(truth.envelope_y, truth.first_column, x)], type: type(index) }));
}

export const spectrumCycles = (truth: SpectrumTruth, pattern: Pattern): TracedCycle[] | null => {
  const line = pattern.lines[0];
  if (line === undefined) return null;
  const cycles: TracedCycle[] = [];
  for (const beat of truth.beats) {
    const controls = controlPoints(truth, beat, line);
    if (controls === null) return null;
    const points = controls.flatMap((control, index) => {
      const next = controls[index + 1];
      if (next === undefined) return [control];
      const first = index * MID_POINTS + 1;
      const type = (i: number) => (line.user_defined_points ? `user-defined_${first + i}` : 'mid_control_point');
      return [control, ...midPoints(truth, control.at[0], next.at[0], type)];
    });
    cycles.push({
      events: { onset_start: beat.onset_column, onset_end: beat.next_onset_column },
      strip: new Map([[line.name, points]]),
    });
  }
  return cycles;
};

/** The one line of a still: its ends, and of an oval the end of its short axis, named by the pattern. */
export function biometryLines({ ends, side }: BiometryTruth, { lines: [line] }: Pattern): TracedLines {
  if (line === undefined) return new Map();
  const places = side === null ? ends : [...ends, side];
  return new Map([[line.name, line.control_points.flatMap(({ type }, index) => (places[index] ? [{ at: places[index], type }] : []))]]);
}
