/** Why a value is missing, in the words of a person (codes: docs/measuring.md). */
import type { EventReference, Measurement } from '@echometry/contract/generated/analysis-image.ts';

const EVENT_WORDS: Readonly<Record<string, string>> = {
  end_diastole: 'end diastole',
  end_systole: 'end systole',
  end_diastole_start: 'the end diastole that opens the cycle',
  end_diastole_end: 'the end diastole that closes the cycle',
  onset_start: 'the onset that opens the cycle',
  onset_end: 'the onset that closes the cycle',
};

export const eventWords = (event: string): string => EVENT_WORDS[event] ?? event;

const eventsOf = (reference: EventReference | undefined): string[] =>
  (typeof reference === 'string' ? [reference] : (reference ?? [])).map(eventWords);

/** `A`, `A and B`, `A, B and C`. */
const listed = (words: readonly string[]): string => [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' and ');

type Words = string | ((measurement: Measurement) => string);

const at = ({ cardiac_event }: Measurement): string => (cardiac_event === undefined ? '' : ` at ${listed(eventsOf(cardiac_event))}`);
const linesOf = ({ line, lines }: Measurement): string => listed(lines ?? (line === undefined ? ['its line'] : [line]));
const inputsOf = ({ provenance }: Measurement): string => listed(provenance?.inputs.map(({ name }) => name) ?? []) || 'its inputs';

export const REASON_WORDS: Readonly<Record<string, Words>> = {
  'excluded-cycle': 'The cycle is excluded.',
  'mark-moved': (measurement) =>
    `The mark of ${listed(eventsOf(measurement.cardiac_event)) || 'the event'} moved away from the drawn frame.`,
  'missing-mark': (measurement) => `Needs ${listed(eventsOf(measurement.cardiac_event)) || 'an event'} to be marked.`,
  'missing-line': (measurement) => `Needs ${linesOf(measurement)} traced and finished${at(measurement)}.`,
  'missing-point': (measurement) => `A point that this value needs is missing on ${linesOf(measurement)}.`,
  'too-few-points': (measurement) => `Too few points on ${linesOf(measurement)}.`,
  'points-out-of-order': (measurement) => `The points of ${linesOf(measurement)} do not run to the right.`,
  'outside-curve': (measurement) => `An event lies beyond the ends of ${linesOf(measurement)}.`,
  'no-region': 'No one calibrated region holds all of its points.',
  'no-zero-line': 'The spectrum has no zero line.',
  'no-extent': 'An axis has no length.',
  'no-duration': 'No time lies between its limits.',
  implausible: 'The size is not that of a cavity.',
  'not-finite': 'Its denominator is zero.',
  'undefined-index': 'The index has no meaning for these velocities.',
  'speed-not-reached': 'The jet does not reach 1 m/s and then 3 m/s.',
  'no-proximal-velocity': 'No velocity before the stenosis is configured.',
  'other-modality': 'Not measured on images of this modality.',
  'other-pattern': 'The cycle is traced in another pattern.',
  'missing-input': (measurement) => `Needs ${inputsOf(measurement)}.`,
  'missing-source': (measurement) => `Needs ${inputsOf(measurement)} of another image.`,
  'source-not-calibrated': 'The image that gives its input has no scale.',
  'missing-caliper': (measurement) => `Needs the caliper for ${inputsOf(measurement)}.`,
  'missing-plane': 'The second plane is not traced in this cycle.',
  'not-a-reference': 'Needs a segmented reference image.',
  'single-cycle': 'One end diastole alone makes no cycle.',
  'no-frame-times': 'The frame times of the clip are not known.',
  'no-gestational-age': 'The study has no gestational age.',
  'no-body-surface': 'Height or weight of the patient is not known.',
  'outside-weeks': 'The gestational age lies outside of the reference.',
};

const REFUSAL_WORDS: Readonly<Record<string, string>> = {
  'not-calibrated': 'The scale of the image is not known.',
  'invalid-input': 'What is drawn cannot be measured.',
  configuration: 'The definition in the configuration is not valid.',
};

const wordsOf = (code: string, measurement: Measurement): string => {
  const words = REASON_WORDS[code];
  return typeof words === 'function' ? words(measurement) : (words ?? `Not measured (${code}).`);
};

/** Why some values of a measurement are missing, each reason once with its cycles; empty where all are there. */
export function reasonsOf(measurement: Measurement): string[] {
  const { refused, reasons = [], value, series, provenance } = measurement;
  if (refused) return [REFUSAL_WORDS[refused.code] ?? refused.message];
  const cycles = new Map<string, number[]>();
  for (const [cycle, code] of reasons.entries()) if (code !== null) cycles.set(code, [...(cycles.get(code) ?? []), cycle + 1]);
  const count = Math.max(value.length, series?.length ?? 0);
  if (count === 0) {
    const uneven = provenance?.warnings.includes('event_counts_differ') === true;
    return [uneven ? 'Needs as many end diastoles as end systoles.' : 'Nothing is drawn that it is measured from.'];
  }
  return [...cycles].map(([code, of]) => {
    const words = wordsOf(code, measurement);
    return of.length === count ? words : `${of.length > 1 ? 'Cycles' : 'Cycle'} ${listed(of.map(String))}: ${words}`;
  });
}
