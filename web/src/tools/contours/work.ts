/** Where the tracing of an image stands: read from its record, so that nothing but the record has to be kept. */
import type { AnalysisImage, Line, LineShape } from '@echometry/contract/generated/analysis-image.ts';
import { needsOf, patternOf, type LineRow, type PatternRow } from '../lines/definition.ts';
import { linesAt, placesOf, samePlace, type LinePlace } from '../lines/place.ts';
import { isPlaceTraced } from '../lines/record.ts';
import type { DrawingRules, LineNeeds, PredictionRules } from '../lines/rules.ts';
import type { ContourContext, ContourState, ContourStatus } from './state.ts';

/** A context in which something can be shown. */
export type Ready = ContourContext & {
  image: AnalysisImage;
  rules: DrawingRules & PredictionRules;
  pattern: PatternRow;
  /** Never empty. */
  places: readonly [LinePlace, ...LinePlace[]];
};

/** The place, line and state that are worked on. */
export interface Work {
  place: LinePlace;
  row: LineRow;
  /** Null before its first point. */
  line: Line | null;
  shape: LineShape;
  needs: LineNeeds;
  status: ContourStatus;
}

export function readyOf(context: ContourContext): Ready | null {
  const { image, rules, type } = context;
  if (!image || !rules || !type) return null;
  const pattern = patternOf(type, image);
  const [first, ...others] = placesOf(image);
  return pattern && first ? { ...context, image, rules, pattern, places: [first, ...others] } : null;
}

export const isStrip = ({ modality }: Pick<AnalysisImage, 'modality'>): boolean => modality === 'M-Mode';

/** Every point was placed by a method, and the line is not accepted yet. */
export const isPredicted = ({ finished, points }: Line): boolean =>
  !finished && points.length > 0 && points.every(({ origin }) => origin !== undefined && origin !== 'hand');

export const isTraced = ({ image, pattern, places }: Ready): boolean => places.every((place) => isPlaceTraced(image, place, pattern));

const lineNamed = (lines: readonly Line[], name: string | undefined): Line | null => lines.find((line) => line.name === name) ?? null;

/** The endocardium that a line is predicted from, where it is finished and their points pair. */
export function wallOf(row: LineRow, lines: readonly Line[]): { endo: Line; epi: Line } | null {
  const epi = lineNamed(lines, row.name);
  const endo = lineNamed(lines, row.predicted_from);
  return endo?.finished && epi && epi.points.length > 0 ? { endo, epi } : null;
}

/** The shape of a line at a place: its own, the previous place's, or the configured one. */
export function shapeAt({ image, places }: Ready, place: LinePlace, row: LineRow): LineShape {
  const upTo = places.slice(0, places.findIndex((one) => samePlace(one, place)) + 1);
  for (const one of upTo.toReversed()) {
    const line = lineNamed(linesAt(image, one), row.name);
    if (line) return line.shape;
  }
  return row.shape;
}

function placeOf({ place }: ContourState, ready: Ready): LinePlace {
  const { image, pattern, places } = ready;
  const kept = place ? places.find((one) => samePlace(one, place)) : undefined;
  return kept ?? places.find((one) => !isPlaceTraced(image, one, pattern)) ?? places[0];
}

function rowOf({ line }: ContourState, { pattern }: Ready, lines: readonly Line[]): LineRow {
  const { lines: rows } = pattern;
  const picked = rows.find(({ name }) => name === line);
  const open = rows.find(({ name }) => !lineNamed(lines, name)?.finished);
  const last = rows.at(-1);
  if (!last) throw new Error(`The pattern ${pattern.name} has no lines`);
  return picked ?? open ?? last;
}

function statusOf(state: ContourState, ready: Ready, row: LineRow, lines: readonly Line[]): ContourStatus {
  if (!ready.mayChange) return 'unactive';
  if (ready.caliper) return 'caliper';
  if (state.rests || (isTraced(ready) && !state.editing)) return 'finished';
  const line = lineNamed(lines, row.name);
  if (line?.finished) return state.editing ? 'editing-segmentation' : 'editing';
  return line && isPredicted(line) && wallOf(row, lines) ? 'editing-thickness' : 'segmenting';
}

export function workOf(state: ContourState, ready: Ready): Work {
  const place = placeOf(state, ready);
  const lines = linesAt(ready.image, place);
  const row = rowOf(state, ready, lines);
  const shape = shapeAt(ready, place, row);
  return { place, row, line: lineNamed(lines, row.name), shape, needs: needsOf(row, shape), status: statusOf(state, ready, row, lines) };
}

export function statusNow(state: ContourState, context: ContourContext): ContourStatus {
  const ready = readyOf(context);
  return ready ? workOf(state, ready).status : 'unactive';
}

/** Lines of the place that were drawn on another frame than that on which its event is marked now. */
export function strayLines({ image }: Pick<Ready, 'image'>, place: LinePlace, frame: number | null): readonly Line[] {
  if (frame === null) return [];
  return linesAt(image, place).filter(({ frame_number, points }) => points.length > 0 && frame_number !== null && frame_number !== frame);
}
