/** Lines of two readings of an image side by side, taking one of them, and what a consensus took from whom. */
import type { AnalysisImage, CycleSegmentation, Line } from '../generated/analysis-image.ts';
import type { ConsensusTaken } from '../records/review.ts';
import { pairedCycles } from './agreement-pairs.ts';
import { LINE_EVENTS, linesIn, type ClipEvent } from './cardiac-events.ts';
import { contentOf } from './content.ts';

export interface LinePosition {
  /** Place of the cycle, from 0. */
  cycle: number;
  event: ClipEvent | null;
  name: string;
}

export interface ReadLine extends Omit<LinePosition, 'cycle'> {
  /** Place of its cycle in each reading. */
  cycles: readonly [first: number, second: number];
  first: Line | undefined;
  second: Line | undefined;
  /** Both have the same course on the same frame. */
  agreed: boolean;
}

const lineAt = (image: AnalysisImage, { cycle, event, name }: LinePosition): Line | undefined =>
  linesIn(image.segmentation[cycle], event).find((line) => line.name === name);
const courseOf = (line: Line | undefined): string =>
  contentOf(line === undefined ? null : [line.frame_number, line.shape, line.pattern, line.points]);

/** Places of cycles in two readings that are the same beat; strips and planes without timing have one place. */
function beatsOf(first: AnalysisImage, second: AnalysisImage): [number, number][] {
  const pairs = pairedCycles(first, second);
  if (pairs.length > 0 || first.cardiac_events.length + second.cardiac_events.length > 0) return pairs;
  return first.segmentation.length + second.segmentation.length > 0 ? [[0, 0]] : [];
}

/** Lines that at least one of two readings has, beat by beat. */
export function readLines(first: AnalysisImage, second: AnalysisImage): ReadLine[] {
  return beatsOf(first, second).flatMap(([a, b]) =>
    LINE_EVENTS.flatMap((event) => {
      const names = new Set(
        [first.segmentation[a], second.segmentation[b]].flatMap((cycle) => linesIn(cycle, event).map(({ name }) => name)),
      );
      return [...names].map((name): ReadLine => {
        const [one, two] = [lineAt(first, { cycle: a, event, name }), lineAt(second, { cycle: b, event, name })];
        return { event, name, cycles: [a, b], first: one, second: two, agreed: courseOf(one) === courseOf(two) };
      });
    }),
  );
}

/** The place of a reading's cycle in the result, by the cycle's identity; null where the result has no such cycle. */
function placeIn(result: AnalysisImage, source: AnalysisImage, cycle: number): number | null {
  if (source.cardiac_events.length === 0) return result.cardiac_events.length === 0 ? cycle : null;
  const at = result.cardiac_events.findIndex(({ id }) => id === source.cardiac_events[cycle]?.id);
  return at < 0 ? null : at;
}

/** True where the result has a line as a reading has it. */
export function isTaken(result: AnalysisImage, source: AnalysisImage, position: LinePosition): boolean {
  const at = placeIn(result, source, position.cycle);
  return at !== null && courseOf(lineAt(result, { ...position, cycle: at })) === courseOf(lineAt(source, position));
}

/** The reason why a single line cannot be taken; null if it can. */
export function whyNotAlone(result: AnalysisImage | undefined, source: AnalysisImage, { cycle, event }: LinePosition): string | null {
  if (result === undefined || result.type !== source.type) return 'Take the whole image: its label is different';
  const at = placeIn(result, source, cycle);
  const mark = event ?? 'onset_start';
  if (at === null || contentOf(result.cardiac_events[at]?.[mark] ?? null) !== contentOf(source.cardiac_events[cycle]?.[mark] ?? null))
    return 'Take the whole image: the timing of the cycle is different';
  return null;
}

/** The result with one line as a reading has it; without it where that reading has none. */
export function withLineOf(result: AnalysisImage, source: AnalysisImage, position: LinePosition): AnalysisImage {
  const at = placeIn(result, source, position.cycle);
  if (at === null) return result;
  const { event, name } = position;
  const line = lineAt(source, position);
  const cycle = result.segmentation[at] ?? {};
  const lines = [...linesIn(cycle, event)];
  const known = lines.findIndex((one) => one.name === name);
  const next = line === undefined ? lines.filter((one) => one.name !== name) : known < 0 ? [...lines, line] : lines.with(known, line);
  const changed: CycleSegmentation = event === null ? { ...cycle, lines: next } : { ...cycle, [event]: { lines: next } };
  return { ...result, segmentation: result.segmentation.toSpliced(at, 1, changed) };
}

/** Parts of an image that a reading decides, without its lines. */
const restOf = (image: AnalysisImage | undefined): string =>
  contentOf(image === undefined ? null : [image.type, image.view, image.score, image.accepted, image.cardiac_events]);
const wholeOf = (image: AnalysisImage | undefined): string =>
  image === undefined ? 'none' : `${restOf(image)} ${contentOf(image.segmentation)}`;

/** Letter of a reader by their place. */
export const readerLetter = (place: number): string => String.fromCharCode('A'.charCodeAt(0) + place);

/** Places of all lines of a result and of its readings, in cycles of the result. */
function positionsIn(result: AnalysisImage, images: readonly AnalysisImage[]): LinePosition[] {
  const places = images.flatMap((image) =>
    image.segmentation.flatMap((segmentation, cycle) => {
      const at = placeIn(result, image, cycle);
      if (at === null) return [];
      return LINE_EVENTS.flatMap((event) => linesIn(segmentation, event).map(({ name }): LinePosition => ({ cycle: at, event, name })));
    }),
  );
  return [...new Map(places.map((place) => [contentOf(place), place])).values()];
}

/** Whether a reading has a line of the result as it is, or lacks it as well. */
function hasLineOf(reading: AnalysisImage, result: AnalysisImage, position: LinePosition): boolean {
  const cycle = placeIn(reading, result, position.cycle);
  return courseOf(cycle === null ? undefined : lineAt(reading, { ...position, cycle })) === courseOf(lineAt(result, position));
}

/** As few readers as possible who together own every part. */
function namedReaders(parts: readonly (readonly number[])[]): number[] {
  const named = new Set<number>();
  for (const owners of parts.toSorted((a, b) => a.length - b.length))
    if (!owners.some((owner) => named.has(owner))) named.add(owners[0] ?? 0);
  return [...named].sort((a, b) => a - b);
}

/**
 * From whom the result of an image comes: 'agreed' where all readings are equal, the letter of a reader, the letters of the readers
 * whose lines and labels it combines, or 'own' where a part differs from all readings.
 */
export function takenOf(result: AnalysisImage | undefined, readings: readonly (AnalysisImage | undefined)[]): string {
  const wholes = readings.map(wholeOf);
  const at = wholes.indexOf(wholeOf(result));
  if (at >= 0) return wholes.every((whole) => whole === wholes[at]) ? 'agreed' : readerLetter(at);
  if (result === undefined) return 'own';
  const ownersOf = (isSame: (reading: AnalysisImage) => boolean): number[] =>
    readings.flatMap((reading, place) => (reading !== undefined && isSame(reading) ? [place] : []));
  const present = readings.filter((reading) => reading !== undefined);
  const parts = [
    ownersOf((reading) => restOf(reading) === restOf(result)),
    ...positionsIn(result, [result, ...present]).map((position) => ownersOf((reading) => hasLineOf(reading, result, position))),
  ];
  if (parts.some((owners) => owners.length === 0)) return 'own';
  // A part that all readings share does not show whose it is.
  return namedReaders(parts.filter((owners) => owners.length < readings.length))
    .map(readerLetter)
    .join(' + ');
}

/** Sources of a consensus, image by image. */
export function consensusTaken(
  images: readonly AnalysisImage[],
  readings: readonly { reviewer: string; version: number | null; images: readonly AnalysisImage[] }[],
): ConsensusTaken {
  const ids = [...new Set([...images, ...readings.flatMap((reading) => reading.images)].map(({ instance_id }) => instance_id))];
  const find = (some: readonly AnalysisImage[], id: string) => some.find(({ instance_id }) => instance_id === id);
  return {
    readers: readings.map(({ reviewer, version }, place) => ({ reader: readerLetter(place), reviewer, version })),
    images: ids.map((instance_id) => ({
      instance_id,
      type: find(images, instance_id)?.type ?? null,
      taken: takenOf(
        find(images, instance_id),
        readings.map((reading) => find(reading.images, instance_id)),
      ),
    })),
  };
}
