/** The beats of an image as a table: lengths, rates, and which of them stand out. */
import type { AnalysisImage, CardiacEvents } from '@echometry/contract/generated/analysis-image.ts';
import { kindOf, lengthsOf, valueOf } from '../../tools/cycle-timing/marks.ts';
import type { CycleRules } from '../../tools/cycle-timing/state.ts';
import { number } from '../../lib/format.ts';
import { messages } from './messages.ts';

const MS_PER_S = 1000;
const S_PER_MIN = 60;

export interface Beat {
  id: string;
  /** From 0. */
  cycle: number;
  events: CardiacEvents;
  /** Null while the cycle has no end, or the image no scale of time. */
  length_ms: number | null;
  /** Beats per minute: 60 over the length in seconds. */
  rate_bpm: number | null;
  /** `open` has no end yet. */
  state: 'fine' | 'open' | 'outlier' | 'excluded';
  /** Why it is an outlier, or why it has no length. */
  reason: string | null;
}

export interface Beats {
  beats: readonly Beat[];
  /** Beats that count: with a length and not excluded. */
  count: number;
  mean_ms: number | null;
  /** Of a sample: n - 1; null below two beats. */
  sd_ms: number | null;
  cv_pct: number | null;
}

/** @param msOf length of a cycle in ms, from columns of a strip or from the times of frames; null without a scale of time */
export function beatsOf(
  image: Pick<AnalysisImage, 'modality' | 'cardiac_events'>,
  msOf: (length: number) => number | null,
  frameTimes: readonly number[] | null,
  rules: Pick<CycleRules, 'cycleAlarms'>,
): Beats {
  const clip = kindOf(image) === '2D';
  const lengths = lengthsOf(image, frameTimes);
  const counting = image.cardiac_events.map(({ excluded }, cycle) => (excluded ? null : (lengths[cycle] ?? null)));
  const alarms = rules.cycleAlarms(counting);
  const beats = image.cardiac_events.map((events, cycle): Beat => {
    const length = lengths[cycle] ?? null;
    const length_ms = length === null ? null : msOf(length);
    const state = events.excluded ? 'excluded' : alarms[cycle] ? 'outlier' : isOpen(events, clip) ? 'open' : 'fine';
    const reason =
      events.excluded?.reason ??
      (alarms[cycle] ? outlier(counting, cycle, msOf) : length === null ? null : length_ms === null ? messages.beats.noTimeScale : null);
    return { id: events.id, cycle, events, length_ms, rate_bpm: length_ms ? (S_PER_MIN * MS_PER_S) / length_ms : null, state, reason };
  });
  return { beats, ...summary(beats) };
}

const isOpen = (events: CardiacEvents, clip: boolean): boolean => valueOf(events, clip ? 'end_systole' : 'onset_end') === null;

/** In words, the result of the 50 % rule for a beat: against the mean of the others. */
function outlier(lengths: readonly (number | null)[], cycle: number, msOf: (length: number) => number | null): string {
  const others = lengths.filter((length, at): length is number => length !== null && at !== cycle);
  const mean = others.reduce((sum, length) => sum + length, 0) / others.length;
  const short = (lengths[cycle] ?? 0) < mean;
  const ms = msOf(mean);
  return `${short ? messages.beats.lessThanHalf : messages.beats.moreThanDouble}${ms === null ? '' : `, ${number(ms, 0)} ms`}`;
}

function summary(beats: readonly Beat[]): Omit<Beats, 'beats'> {
  const lengths = beats.flatMap(({ state, length_ms }) => (state === 'excluded' || length_ms === null ? [] : [length_ms]));
  const count = lengths.length;
  if (count === 0) return { count, mean_ms: null, sd_ms: null, cv_pct: null };
  const mean = lengths.reduce((sum, length) => sum + length, 0) / count;
  const sd = count < 2 ? null : Math.sqrt(lengths.reduce((sum, length) => sum + (length - mean) ** 2, 0) / (count - 1));
  return { count, mean_ms: mean, sd_ms: sd, cv_pct: sd === null ? null : (100 * sd) / mean };
}

/** The beats in a sentence: that they are alike, or which are not. */
export function verdict({ beats, count }: Beats): { fine: boolean; text: string } | null {
  const out = beats.filter(({ state }) => state === 'outlier');
  if (out.length > 0) return { fine: false, text: messages.beats.differ(out.map(({ cycle }) => cycle + 1)) };
  return count < 2 ? null : { fine: true, text: messages.beats.alike(count) };
}
