/**
 * Two readings of one image, as pairs that the engine compares (docs/agreement.md): cycles by where they lie, lines and marks by
 * their names within a pair of cycles, values by their definition.
 */
import type { AgreementCurve, CurvePair, EventPair, ValuePair } from '../generated/agreement.ts';
import type { AnalysisImage, CardiacEvents, Line, Mark } from '../generated/analysis-image.ts';
import type { Interpolation } from '../generated/study-measurements.ts';
import { EVENTS, LINE_EVENTS, linesIn, type ClipEvent, type EventName } from './cardiac-events.ts';

/** Marks that a cycle begins with, the first that is set. */
const BEGINNINGS = ['onset_start', 'end_diastole_start', 'end_diastole'] as const satisfies readonly EventName[];
const ENDS = ['onset_end', 'end_diastole_end'] as const satisfies readonly EventName[];
/** Cycles of two readers are the same beat when they begin less than this part of a beat apart. */
const SAME_BEAT = 0.5;

export interface PairedLine {
  name: string;
  event: ClipEvent | null;
  /** Null where the configuration does not define how the line runs between its points. */
  pair: CurvePair | null;
}

export interface PairedEvent {
  event: EventName;
  /** Place of the beat in the first reading. */
  cycle: number;
  pair: EventPair;
}

export interface PairedValue {
  name: string;
  units: string;
  pair: ValuePair;
}

const isSet = (mark: Mark | undefined): mark is number => typeof mark === 'number';
const firstOf = (cycle: CardiacEvents, names: readonly EventName[]): number | null => {
  const name = names.find((one) => isSet(cycle[one]));
  const mark = name === undefined ? undefined : cycle[name];
  return isSet(mark) ? mark : null;
};

/** Frames or columns from the beginning of a cycle to its end, or to where the next begins; null where neither is marked. */
function lengthAt(cycles: readonly CardiacEvents[], at: number): number | null {
  const [cycle, next] = [cycles[at], cycles[at + 1]];
  if (cycle === undefined) return null;
  const from = firstOf(cycle, BEGINNINGS);
  const to = firstOf(cycle, ENDS) ?? (next ? firstOf(next, BEGINNINGS) : null);
  return from === null || to === null ? null : to - from;
}

/** The length of a cycle, or for a last cycle without an end the length of the one before. */
const beatAt = (cycles: readonly CardiacEvents[], at: number): number | null =>
  lengthAt(cycles, at) ?? (at > 0 ? lengthAt(cycles, at - 1) : null);

/**
 * Places of cycles that are the same beat, in order. Cycles that a reader excluded are none. Where nothing is timed, as on
 * still planes, the first is the first.
 */
export function pairedCycles(first: AnalysisImage, second: AnalysisImage): [number, number][] {
  if (first.cardiac_events.length === 0 && second.cardiac_events.length === 0)
    return first.segmentation.length > 0 && second.segmentation.length > 0 ? [[0, 0]] : [];
  const taken = new Set<number>();
  return first.cardiac_events.flatMap((cycle, at): [number, number][] => {
    const from = firstOf(cycle, BEGINNINGS);
    if (from === null || cycle.excluded !== undefined) return [];
    const candidates = second.cardiac_events.flatMap((other, place) => {
      const begins = firstOf(other, BEGINNINGS);
      if (begins === null || other.excluded !== undefined || taken.has(place)) return [];
      return [{ place, apart: Math.abs(begins - from) }];
    });
    const [nearest] = candidates.toSorted((a, b) => a.apart - b.apart);
    const beat = beatAt(first.cardiac_events, at) ?? (nearest && beatAt(second.cardiac_events, nearest.place));
    if (nearest === undefined || (beat !== null && beat !== undefined && nearest.apart >= beat * SAME_BEAT)) return [];
    taken.add(nearest.place);
    return [[at, nearest.place]];
  });
}

/**
 * Finished lines of both readers in the same beat. Lines of strips are none: their axes are not both lengths.
 * @param interpolationOf how a line runs between its points, by the configuration
 * @param pixel_size_mm height and width of a stored pixel; null without calibration
 */
export function pairedLines(
  first: AnalysisImage,
  second: AnalysisImage,
  { interpolationOf, pixel_size_mm }: { interpolationOf: (line: Line) => Interpolation | null; pixel_size_mm: [number, number] | null },
): PairedLine[] {
  if (first.modality !== '2D' || second.modality !== '2D') return [];
  const drawn = (line: Line): AgreementCurve | null => {
    const interpolation = interpolationOf(line);
    return interpolation === null ? null : { type: 'drawn', shape: line.shape, interpolation, points: line.points };
  };
  return pairedCycles(first, second).flatMap(([a, b]) =>
    LINE_EVENTS.flatMap((event) =>
      linesIn(first.segmentation[a], event).flatMap((line): PairedLine[] => {
        const other = linesIn(second.segmentation[b], event).find(({ name }) => name === line.name);
        if (!line.finished || !other?.finished) return [];
        const [one, two] = [drawn(line), drawn(other)];
        return [{ name: line.name, event, pair: one && two && { first: one, second: two, pixel_size_mm } }];
      }),
    ),
  );
}

/** Marks of the same beat that at least one reader set. */
export const pairedEvents = (first: AnalysisImage, second: AnalysisImage): PairedEvent[] =>
  pairedCycles(first, second).flatMap(([a, b]) =>
    EVENTS.flatMap((event): PairedEvent[] => {
      const [mark, other] = [first.cardiac_events[a]?.[event], second.cardiac_events[b]?.[event]];
      if (!isSet(mark) && !isSet(other)) return [];
      return [{ event, cycle: a, pair: { first: isSet(mark) ? mark : null, second: isSet(other) ? other : null } }];
    }),
  );

/** Aggregates of measurements that at least one reader has. */
export function pairedValues(first: Pick<AnalysisImage, 'measurements'>, second: Pick<AnalysisImage, 'measurements'>): PairedValue[] {
  const names = [...new Set([...first.measurements, ...second.measurements].map(({ name }) => name))];
  return names.flatMap((name): PairedValue[] => {
    const [one, other] = [first, second].map(({ measurements }) => measurements.find((measurement) => measurement.name === name));
    if (one?.aggregate === undefined && other?.aggregate === undefined) return [];
    const units = one?.units ?? other?.units ?? '';
    return [
      {
        name,
        units,
        pair: { first: one?.aggregate ?? null, second: other?.aggregate ?? null, first_unit: units, second_unit: other?.units ?? units },
      },
    ];
  });
}
