/** Why a value is missing, in the words of a person (codes: docs/measuring.md). */
import type { AnalysisImage, Measurement } from '@echometry/contract/generated/analysis-image.ts';
import { EVENT_SNAP_PX } from '../../tools/segmentation/limits.ts';
import type { Definition } from './definitions.ts';
import { shortEnds, type LineEnd } from './outside.ts';

const EVENT_WORDS: Readonly<Record<string, string>> = {
  end_diastole: 'end diastole',
  end_systole: 'end systole',
  end_diastole_start: 'the end diastole that opens the cycle',
  end_diastole_end: 'the end diastole that closes the cycle',
  onset_start: 'the onset that opens the cycle',
  onset_end: 'the onset that closes the cycle',
};

export const eventWords = (event: string): string => EVENT_WORDS[event] ?? event;

/** `A`, `A and B`, `A, B and C`. */
const listed = (words: readonly string[]): string => [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' and ');

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
type Words = string | ((subject: Subject) => string);

/** Kinds that compare the end of diastole with the end of systole. */
const AT_BOTH_ENDS: readonly string[] = ['EF', 'FS', 'SV', 'long-gls'];

/** The events a value is taken at. */
function eventNames({ measurement, definition }: Subject): readonly string[] {
  const named = measurement.cardiac_event ?? definition?.cardiac_event ?? definition?.of?.cardiac_event;
  if (named !== undefined) return typeof named === 'string' ? [named] : named;
  return AT_BOTH_ENDS.includes(measurement.type) ? ['end_diastole', 'end_systole'] : [];
}

const marksOf = (subject: Subject): string[] => eventNames(subject).map(eventWords);

const marksWords = (subject: Subject): string => listed(marksOf(subject)) || 'the beginning and the end of a cycle';

const at = (subject: Subject): string => {
  const marks = marksOf(subject);
  return marks.length === 0 ? '' : ` at ${listed(marks)}`;
};

/** The lines a value is taken from, by name. */
function lineNames({ measurement, definition }: Subject): readonly string[] {
  const from = [measurement, definition, definition?.of].find((one) => one?.lines !== undefined || one?.line !== undefined);
  return from?.lines ?? (from?.line === undefined ? [] : [from.line]);
}

const linesOf = (subject: Subject): string => listed(lineNames(subject)) || 'the lines of its inputs';

interface InputName {
  name: string;
  /** The image or caliper it comes from, in words; empty for the same image. */
  from: string;
}

function inputName(input: NonNullable<Definition['inputs']>[number]): InputName {
  if (typeof input === 'string') return { name: input, from: '' };
  if ('caliper' in input) return { name: input.name, from: ` of the caliper ${input.caliper}` };
  const labels = Object.values(input.label ?? {});
  return { name: input.name, from: ` of ${input.image_type}${labels.length === 0 ? '' : ` (${labels.join(', ')})`}` };
}

/** The inputs that have no value, each once; all of them where it is not known which. */
function inputsOf({ measurement, definition }: Subject): string {
  const used = measurement.provenance?.inputs ?? [];
  const inputs = definition?.inputs?.map(inputName) ?? used.map(({ name }) => ({ name, from: '' }));
  const missing = inputs.filter((_, index) => used[index]?.value?.every((one) => one !== null) !== true);
  const named = missing.length > 0 ? missing : inputs;
  const namesFrom = (source: string) => named.filter(({ from }) => from === source).map(({ name }) => name);
  const sources = [...new Set(named.map(({ from }) => from))];
  return listed(sources.map((from) => listed([...new Set(namesFrom(from))]) + from)) || 'its inputs';
}

export const REASON_WORDS: Readonly<Record<string, Words>> = {
  'excluded-cycle': 'The cycle is excluded.',
  'mark-moved': (subject) => `The mark of ${listed(marksOf(subject)) || 'the event'} moved away from the drawn frame.`,
  'missing-mark': (subject) =>
    subject.isStill ? `A single picture does not show ${marksWords(subject)}.` : `Needs ${marksWords(subject)} to be marked.`,
  'missing-line': (subject) => `Needs ${linesOf(subject)} traced and finished${subject.isStill ? '' : at(subject)}.`,
  'missing-point': (subject) => `A point that this value needs is missing on ${linesOf(subject)}.`,
  'too-few-points': (subject) => `Too few points on ${linesOf(subject)}.`,
  'points-out-of-order': (subject) => `The points of ${linesOf(subject)} do not run from left to right.`,
  'outside-curve': (subject) => `An event lies beyond the ends of ${linesOf(subject)}.`,
  'no-region': 'No calibrated region contains all of its points.',
  'no-zero-line': 'The spectrum has no zero line.',
  'no-extent': 'An axis has no length.',
  'no-duration': 'Its start and end are at the same time.',
  implausible: 'The size is not plausible for a cavity.',
  'not-finite': 'Its denominator is zero.',
  'undefined-index': 'The index has no meaning for these velocities.',
  'speed-not-reached': 'The jet does not reach 1 m/s and then 3 m/s.',
  'no-proximal-velocity': 'No velocity before the stenosis is configured.',
  'other-modality': 'Not measured on images of this modality.',
  'other-pattern': 'The cycle is traced with another pattern.',
  'missing-input': (subject) => `Needs ${inputsOf(subject)}.`,
  'missing-source': (subject) => `Needs ${inputsOf(subject)}.`,
  'source-not-calibrated': 'The image that gives its input has no scale.',
  'missing-caliper': (subject) => `Needs ${inputsOf(subject)}.`,
  'missing-plane': 'The second plane is not traced in this cycle.',
  'not-a-reference': 'Needs a segmented reference image.',
  'single-cycle': 'A cycle needs two end diastoles.',
  'no-frame-times': 'The frame times of the clip are not known.',
  'no-gestational-age': 'The study has no gestational age.',
  'no-body-surface': 'Height or weight of the patient is not known.',
  'outside-weeks': 'The gestational age is outside the range of the reference.',
};

const REFUSAL_WORDS: Readonly<Record<string, string>> = {
  'not-calibrated': 'The scale of the image is not known.',
  'invalid-input': 'The drawing cannot be measured.',
  configuration: 'The definition in the configuration is not valid.',
};

const wordsOf = (code: string, subject: Subject): string => {
  const words = REASON_WORDS[code];
  return typeof words === 'function' ? words(subject) : (words ?? `Not measured (${code}).`);
};

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
  if (refused) return [REFUSAL_WORDS[refused.code] ?? refused.message];
  const cycles = new Map<string, number[]>();
  for (const [cycle, code] of reasons.entries()) if (code !== null) cycles.set(code, [...(cycles.get(code) ?? []), cycle + 1]);
  const count = Math.max(value.length, series?.length ?? 0);
  if (count === 0) {
    const uneven = provenance?.warnings.includes('event_counts_differ') === true;
    return [uneven ? 'Needs as many end diastoles as end systoles.' : 'The lines that it is measured from are not drawn.'];
  }
  const known = shortLinesOf(measurement, about).length > 0;
  return [...cycles].flatMap(([code, of]) => {
    if (code === 'outside-curve' && known) return [];
    const words = wordsOf(code, { measurement, ...about });
    return of.length === count ? words : `${of.length > 1 ? 'Cycles' : 'Cycle'} ${listed(of.map(String))}: ${words}`;
  });
}
