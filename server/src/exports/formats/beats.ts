/** The beat of a clip that a data set of one beat can carry: both events traced, in order, and not excluded. */
import type { CardiacEvents, Measurement } from '@echometry/contract/generated/analysis-image.ts';
import type { LineEvent, TracedLine } from './curves.ts';
import type { SourceImage } from './source.ts';

/** Names of the shipped configuration (docs/image-types.md). */
export const LV_ENDO = 'LV endo';
export const LV_EPI = 'LV epi';
export const LA_ENDO = 'LA endo';
export const FOUR_CHAMBER = '4-chamber 2D';
export const TWO_CHAMBER = '2-chamber 2D';

export interface Beat {
  /** From 0. */
  readonly cycle: number;
  /** From 1. */
  readonly end_diastole: number;
  readonly end_systole: number;
  readonly lines: Readonly<Record<LineEvent, ReadonlyMap<string, TracedLine>>>;
}

const frameOf = (mark: CardiacEvents['end_diastole']): number | null => (typeof mark === 'number' && mark >= 1 ? mark : null);

function beatOf(lines: readonly TracedLine[], marks: CardiacEvents, cycle: number, names: readonly string[]): Beat | string {
  if (marks.excluded) return `it is excluded: ${marks.excluded.reason}`;
  const end_diastole = frameOf(marks.end_diastole);
  const end_systole = frameOf(marks.end_systole);
  if (end_diastole === null || end_systole === null) return 'end diastole and end systole are not both marked';
  const of = (event: LineEvent): ReadonlyMap<string, TracedLine> =>
    new Map(lines.filter((line) => line.cycle === cycle && line.event === event).map((line) => [line.line.name, line]));
  const found = { end_diastole: of('end_diastole'), end_systole: of('end_systole') };
  const missing = names.flatMap((name) => [
    ...(found.end_diastole.has(name) ? [] : [`${name} at end diastole`]),
    ...(found.end_systole.has(name) ? [] : [`${name} at end systole`]),
  ]);
  if (missing.length > 0) return `not traced: ${missing.join(', ')}`;
  return { cycle, end_diastole, end_systole, lines: found };
}

/** The first beat in which all lines of `names` are traced; `leave` gets the reason for each other one. */
export function firstBeat(
  source: SourceImage,
  lines: readonly TracedLine[],
  names: readonly string[],
  leave: (reason: string) => void,
): Beat | null {
  let first: Beat | null = null;
  source.image.cardiac_events.forEach((marks, cycle) => {
    const beat = beatOf(lines, marks, cycle, names);
    if (typeof beat === 'string') leave(`cycle ${cycle + 1}: ${beat}`);
    else if (first === null) first = beat;
    else leave(`cycle ${cycle + 1}: the format holds one beat of a clip`);
  });
  if (source.image.cardiac_events.length === 0) leave('no cycle is marked');
  return first;
}

/** The value of a measurement in one cycle, in the unit asked for; or why there is none. */
export function valueOf({ image }: SourceImage, name: string, unit: string, cycle: number): number | string {
  const found: Measurement | undefined = image.measurements.find((measurement) => measurement.name === name);
  if (!found) return `${name} is not measured`;
  if (found.refused) return `${name} was refused: ${found.refused.message}`;
  if (found.units !== unit) return `${name} is in ${found.units || 'no unit'}, not in ${unit}`;
  return found.value[cycle] ?? `${name} has no value (${found.reasons?.[cycle] ?? 'not computed'})`;
}

/** Frames per second by the mean step of the file's own times; null without them. */
export function meanRate({ frame_times_ms }: SourceImage): number | null {
  const first = frame_times_ms?.[0];
  const last = frame_times_ms?.at(-1);
  if (frame_times_ms === null || first === undefined || last === undefined || last <= first) return null;
  return (1000 * (frame_times_ms.length - 1)) / (last - first);
}
