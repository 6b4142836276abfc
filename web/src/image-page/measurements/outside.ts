/** Ends of lines that do not reach the mark a value is read at, in words and as places of the picture. */
import type { AnalysisImage, Line } from '@echometry/contract/generated/analysis-image.ts';
import { messages } from './messages.ts';

export interface LineEnd {
  text: string;
  /** The end of the line, in stored pixels. */
  place: { x: number; y: number };
}

type MarkField = 'end_diastole_start' | 'end_diastole_end' | 'end_systole';

/** Marks of a strip by the event of a definition, with what is added to the cycle's number in words. */
const MARKS: Readonly<Record<string, readonly [MarkField, (cycle: number) => string, number]>> = {
  end_diastole: ['end_diastole_start', messages.diastole, 1],
  end_diastole_start: ['end_diastole_start', messages.diastole, 1],
  end_diastole_end: ['end_diastole_end', messages.diastole, 2],
  end_systole: ['end_systole', messages.systole, 1],
};

function endOf(line: Line, at: number, name: string): LineEnd | null {
  const sorted = line.points.toSorted((a, b) => a.x - b.x);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last || (at >= first.x && at <= last.x)) return null;
  const starts = at < first.x;
  const end = starts ? first : last;
  const px = Math.round(Math.abs(end.x - at));
  const text = starts ? messages.startsAfter(line.name, px, name) : messages.endsBefore(line.name, px, name);
  return { text, place: { x: end.x, y: end.y } };
}

/**
 * The ends of a cycle's lines that stop short of an event.
 * @param threshold in stored pixels; a line that ends within it is read at its end
 */
export function shortEnds(
  image: Pick<AnalysisImage, 'segmentation' | 'cardiac_events'>,
  cycle: number,
  { lines, events, threshold }: { lines: readonly string[]; events: readonly string[]; threshold: number },
): LineEnd[] {
  const marks = image.cardiac_events[cycle];
  const drawn = image.segmentation[cycle]?.lines ?? [];
  return events.flatMap((event) => {
    const [field, name, number] = MARKS[event] ?? [];
    const at = field === undefined ? undefined : marks?.[field];
    if (typeof at !== 'number' || name === undefined || number === undefined) return [];
    return drawn
      .filter((line) => lines.includes(line.name))
      .flatMap((line) => {
        const end = endOf(line, at, name(cycle + number));
        return end && Math.abs(end.place.x - at) > threshold ? [end] : [];
      });
  });
}
