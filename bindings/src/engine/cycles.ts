/** Marks of cycles and copies to later cycles: synchronous. Call `loadGeometry` first. */
import type { CardiacEvents, Line } from '@echometry/contract/generated/analysis-image.ts';
import * as wasm from '../../wasm/geometry/engine.js';

/** A refusal or alarm with the exact words that are shown. */
export interface Refusal {
  code: 'later-frame' | 'later-onset' | 'later-position' | 'earlier-position' | 'too-many-cycles' | 'not-contiguous' | 'cycle-deviation';
  message: string;
}

const refusal = (json: string): Refusal | null => JSON.parse(json) as Refusal | null;
const optional = (at: number | null | undefined): number | undefined => at ?? undefined;

/** A frame of a clip must be later than the frame of the other event before it. */
export const checkFrame = (frame: number, before: number | null): Refusal | null =>
  refusal(wasm.check_mark('frame', frame, optional(before)));

/** An onset lies more than 10 px after the one before. */
export const checkOnset = (x: number, before: number | null): Refusal | null => refusal(wasm.check_mark('onset', x, optional(before)));

/** An end diastole or end systole of a strip lies more than 10 px from the marks of its kind next to it. */
export const checkPosition = (x: number, before: number | null, after: number | null): Refusal | null =>
  refusal(wasm.check_mark('position', x, optional(before), optional(after)));

/** A mark of a strip is between marks of other kinds; with `coincide` it may be at the same column. */
export const checkOrder = (x: number, before: number | null, after: number | null, coincide: boolean): Refusal | null =>
  refusal(wasm.check_mark(coincide ? 'order-or-on' : 'order', x, optional(before), optional(after)));

/** Chosen cycles are contiguous and not more than `max`. */
export const checkCycles = (chosen: readonly number[], max: number): Refusal | null =>
  refusal(wasm.check_cycles(Uint32Array.from(chosen), max));

/** Length alarm of each cycle; null where nothing is. A cycle without length (null) neither alarms nor counts. */
export function cycleAlarms(lengths: readonly (number | null)[]): (Refusal | null)[] {
  const alarms = wasm.cycle_alarms(Float64Array.from(lengths, (length) => length ?? Number.NaN));
  return Array.from(alarms, (alarm) => (alarm ? refusal(wasm.cycle_alarm_message()) : null));
}

/** Cycles of this image type are predicted from one another; cycles of the umbilical vein never. */
export const predictsCycles = (imageType: string, cyclePrediction: boolean): boolean => wasm.predicts_cycles(imageType, cyclePrediction);

const column = (mark: number | false | undefined): number => (typeof mark === 'number' ? mark : Number.NaN);

/** A finished trace copied, scaled in time, to the cycles after `from`: null where a cycle has no onsets, is too short, or was edited by hand. */
export function propagateTrace(
  line: Line,
  events: ReadonlyArray<Partial<CardiacEvents>>,
  from: number,
  edited: readonly boolean[],
  zero_y: number | null,
): (Line | null)[] {
  const onsets = Float64Array.from(events.flatMap(({ onset_start, onset_end }) => [column(onset_start), column(onset_end)]));
  return JSON.parse(
    wasm.propagate_trace(JSON.stringify(line), onsets, from, Uint8Array.from(edited, Number), optional(zero_y)),
  ) as (Line | null)[];
}

/** The lines of the cycle before, for `cycle` of a clip: unchanged, with new ids. */
export const predictOnPlane = (lines: readonly Line[], cycle: number): Line[] =>
  JSON.parse(wasm.predict_lines(JSON.stringify(lines), cycle)) as Line[];

/** The lines of the M-Mode cycle before, moved from its end diastoles to those of `cycle`; null when a cycle has no length. */
export function predictOnMMode(
  lines: readonly Line[],
  cycle: number,
  from: Partial<CardiacEvents>,
  to: Partial<CardiacEvents>,
): Line[] | null {
  const span = [from.end_diastole_start, from.end_diastole_end, to.end_diastole_start, to.end_diastole_end].map(column);
  return JSON.parse(wasm.predict_lines(JSON.stringify(lines), cycle, Float64Array.from(span))) as Line[] | null;
}
