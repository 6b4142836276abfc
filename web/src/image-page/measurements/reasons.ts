/** Why a value is missing, in the words of a person. */
import type { AnalysisImage, Measurement } from '@echometry/contract/generated/analysis-image.ts';
import { EVENT_SNAP_PX } from '../../tools/contours/limits.ts';
import type { Definition } from './definitions.ts';
import { listed, messages } from './messages.ts';
import { shortEnds, type LineEnd } from './outside.ts';

/** Facts for the reasons of a measurement. */
export interface Measured {
  /** As configured; lines, events and inputs of a calculated value are named there only. */
  definition?: Definition | undefined;
  /** The file has one picture and no time axis. */
  isStill?: boolean;
  /** The image as it is drawn, to name the end of a line that is too short. */
  image?: AnalysisImage | undefined;
}

/** A clip has frames and a strip has a time axis; a single plane has neither. */
export const isStill = (modality: string | null, frames: number): boolean => modality === '2D' && frames <= 1;

type Subject = Measured & { measurement: Measurement };

/** Kinds that compare the end of diastole with the end of systole. */
const AT_BOTH_ENDS: readonly string[] = ['EF', 'FS', 'SV', 'long-gls'];

/** The events a value is taken at. */
function eventNames({ measurement, definition }: Subject): readonly string[] {
  const named = measurement.cardiac_event ?? definition?.cardiac_event ?? definition?.of?.cardiac_event;
  if (named !== undefined) return typeof named === 'string' ? [named] : named;
  return AT_BOTH_ENDS.includes(measurement.type) ? ['end_diastole', 'end_systole'] : [];
}

const marksOf = (subject: Subject): string[] => eventNames(subject).map((event) => messages.events[event] ?? event);

/** The lines a value is taken from, by name. */
function lineNames({ measurement, definition }: Subject): readonly string[] {
  const from = [measurement, definition, definition?.of].find((one) => one?.lines !== undefined || one?.line !== undefined);
  return from?.lines ?? (from?.line === undefined ? [] : [from.line]);
}

interface InputName {
  name: string;
  /** The image or caliper it comes from, in words; empty for the same image. */
  from: string;
}

function inputName(input: NonNullable<Definition['inputs']>[number]): InputName {
  if (typeof input === 'string') return { name: input, from: '' };
  if ('caliper' in input) return { name: input.name, from: messages.ofCaliper(input.caliper) };
  return { name: input.name, from: messages.ofImage(input.image_type, Object.values(input.label ?? {})) };
}

/** The inputs that have no value, each once; all of them where it is not known which. */
function inputsOf({ measurement, definition }: Subject): string[] {
  const used = measurement.provenance?.inputs ?? [];
  const inputs = definition?.inputs?.map(inputName) ?? used.map(({ name }) => ({ name, from: '' }));
  const missing = inputs.filter((_, index) => used[index]?.value?.every((one) => one !== null) !== true);
  const named = missing.length > 0 ? missing : inputs;
  const namesFrom = (source: string) => named.filter(({ from }) => from === source).map(({ name }) => name);
  const sources = [...new Set(named.map(({ from }) => from))];
  return sources.map((from) => listed([...new Set(namesFrom(from))]) + from);
}

function wordsOf(code: string, subject: Subject): string {
  const words = messages.reasons[code] ?? messages.otherReason(code);
  if (typeof words === 'string') return words;
  return words({ isStill: subject.isStill ?? false, marks: marksOf(subject), lines: lineNames(subject), inputs: inputsOf(subject) });
}

/** Ends of lines that are too short for values of these cycles, each with its place in the picture. */
export function shortLinesOf(measurement: Measurement, about: Measured): LineEnd[] {
  const { image } = about;
  const subject = { measurement, ...about };
  if (!image) return [];
  return (measurement.reasons ?? []).flatMap((code, cycle) =>
    code === 'outside-curve'
      ? shortEnds(image, cycle, { lines: lineNames(subject), events: eventsRead(subject), threshold: EVENT_SNAP_PX })
      : [],
  );
}

/** Distances along one line are read at the end of diastole and of systole where no event is named. */
const eventsRead = (subject: Subject): readonly string[] => {
  const named = eventNames(subject);
  return named.length > 0 ? named : ['end_diastole', 'end_systole'];
};

/** Why some values of a measurement are missing, each reason once with its cycles; empty where all are there. */
export function reasonsOf(measurement: Measurement, about: Measured = {}): string[] {
  const { refused, reasons = [], value, series, provenance } = measurement;
  if (refused) return [messages.refusals[refused.code] ?? refused.message];
  const cycles = new Map<string, number[]>();
  for (const [cycle, code] of reasons.entries()) if (code !== null) cycles.set(code, [...(cycles.get(code) ?? []), cycle + 1]);
  const count = Math.max(value.length, series?.length ?? 0);
  if (count === 0) {
    const uneven = provenance?.warnings.includes('event_counts_differ') === true;
    return [uneven ? messages.unevenEvents : messages.notDrawn];
  }
  const known = shortLinesOf(measurement, about).length > 0;
  return [...cycles].flatMap(([code, of]) => {
    if (code === 'outside-curve' && known) return [];
    const words = wordsOf(code, { measurement, ...about });
    return of.length === count ? words : messages.inCycles(of, words);
  });
}
