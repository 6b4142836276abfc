/** Texts of the measurements of an image: values, their explanation, and why one is missing (codes: docs/measuring.md). */
import { curveMessages } from '../curves/messages.ts';
import type { CalibrationSource } from '@echometry/contract/generated/analysis-image.ts';
import type { Fact, Side, Variable } from '@echometry/contract/generated/references.ts';
import { EVENT_WORDS } from '@echometry/contract/rules/cardiac-events.ts';

/** `A`, `A and B`, `A, B and C`. */
export const listed = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' and ');

/** The subjects of a reason, in words; a list is empty where nothing is configured or known. */
export interface ReasonFacts {
  /** The file has one picture and no time axis. */
  isStill: boolean;
  marks: readonly string[];
  lines: readonly string[];
  inputs: readonly string[];
}

const marksOf = ({ marks }: ReasonFacts): string => listed(marks) || 'the beginning and the end of a cycle';
const linesOf = ({ lines }: ReasonFacts): string => listed(lines) || 'the lines of its inputs';
const needsInputs = ({ inputs }: ReasonFacts): string => `Needs ${listed(inputs) || 'its inputs'}.`;
const at = ({ marks, isStill }: ReasonFacts): string => (marks.length === 0 || isStill ? '' : ` at ${listed(marks)}`);

const reasons: Readonly<Record<string, string | ((facts: ReasonFacts) => string)>> = {
  ...curveMessages.reasons,
  'no-curves': 'The cycle is not followed through every frame, or its lines are outdated.',
  ...curveMessages.refusals,
  'excluded-cycle': 'The cycle is excluded.',
  'mark-moved': ({ marks }) => `The mark of ${listed(marks) || 'the event'} moved away from the drawn frame.`,
  'missing-mark': (facts) =>
    facts.isStill ? `A single picture does not show ${marksOf(facts)}.` : `Needs ${marksOf(facts)} to be marked.`,
  'missing-line': (facts) => `Needs ${linesOf(facts)} traced and finished${at(facts)}.`,
  'missing-point': (facts) => `A point that this value needs is missing on ${linesOf(facts)}.`,
  'too-few-points': (facts) => `Too few points on ${linesOf(facts)}.`,
  'points-out-of-order': (facts) => `The points of ${linesOf(facts)} do not run from left to right.`,
  'outside-curve': (facts) => `An event is beyond the ends of ${linesOf(facts)}.`,
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
  'missing-input': needsInputs,
  'missing-source': needsInputs,
  'source-not-calibrated': 'The image that gives its input has no scale.',
  'missing-caliper': needsInputs,
  'missing-plane': 'The second plane is not traced in this cycle.',
  'not-a-reference': 'Needs a segmented reference image.',
  'single-cycle': 'A cycle needs two end diastoles.',
  'no-frame-times': 'The frame times of the clip are not known.',
  'no-gestational-age': 'The study has no gestational age.',
  'no-body-surface': 'Height or weight of the patient is not known.',
  'outside-weeks': 'The gestational age is outside the range of the reference.',
};

const refusals: Readonly<Record<string, string>> = {
  'not-calibrated': 'The scale of the image is not known.',
  'invalid-input': 'The drawing cannot be measured.',
  configuration: 'The definition in the configuration is not valid.',
};

const events: Readonly<Record<string, string>> = {
  ...EVENT_WORDS,
  end_diastole_start: 'the end diastole that opens the cycle',
  end_diastole_end: 'the end diastole that closes the cycle',
  onset_start: 'the onset that opens the cycle',
  onset_end: 'the onset that closes the cycle',
};

/** Where a scale comes from. */
const sources: Readonly<Record<CalibrationSource, string>> = {
  regions: 'file header',
  pixel_spacing: 'Pixel Spacing of the file',
  confirmed_spacing: 'nominal spacing, confirmed',
  manual: 'set by hand',
  none: 'no scale',
};

const warnings: Readonly<Record<string, string>> = {
  self_intersecting: 'A contour crosses itself.',
  biplane_lengths_differ: 'The long axes of the two planes differ by more than 20 %.',
  event_counts_differ: 'The numbers of end diastoles and end systoles differ.',
  caliper_repeated: 'A caliper was placed more than once in a cycle; the latest counts.',
  'onset-types-differ': 'The images count from onsets of different types.',
  no_file_for_frame_times: 'The file of the clip is not available, so its frame times are not known.',
  no_frame_times_in_file: 'The file has no frame times.',
};

/** Names of facts of a patient that reference values need. */
const facts: Readonly<Record<Fact, string>> = {
  data_type: 'the kind of data',
  sex: 'sex',
  age_days: 'age',
  gestational_age_days: 'gestational age',
  height_cm: 'height',
  weight_kg: 'weight',
  femur_length_cm: 'femur length',
  biparietal_diameter_cm: 'biparietal diameter',
  head_circumference_cm: 'head circumference',
  abdominal_circumference_cm: 'abdominal circumference',
  crown_rump_length_cm: 'crown-rump length',
  fetal_weight_g: 'estimated fetal weight',
};

/** Predictors with their units, as axes and ranges name them. */
const variables: Readonly<Record<Variable, { name: string; unit: string }>> = {
  age_years: { name: 'age', unit: 'years' },
  age_days: { name: 'age', unit: 'days' },
  height_cm: { name: 'height', unit: 'cm' },
  height_m: { name: 'height', unit: 'm' },
  weight_kg: { name: 'weight', unit: 'kg' },
  bsa_m2: { name: 'body surface', unit: 'm²' },
  ga_weeks: { name: 'gestational age', unit: 'weeks' },
  ga_days: { name: 'gestational age', unit: 'days' },
  fl_cm: { name: 'femur length', unit: 'cm' },
  fl_mm: { name: 'femur length', unit: 'mm' },
  bpd_cm: { name: 'biparietal diameter', unit: 'cm' },
  hc_cm: { name: 'head circumference', unit: 'cm' },
  ac_cm: { name: 'abdominal circumference', unit: 'cm' },
  ac_m: { name: 'abdominal circumference', unit: 'm' },
  crl_mm: { name: 'crown-rump length', unit: 'mm' },
  efw_g: { name: 'estimated fetal weight', unit: 'g' },
};

/** A value among reference values. */
const standing = {
  z: (z: string) => `z ${z}`,
  multiple: (multiple: string) => `${multiple} MoM`,
  percentile: (percentile: string) => `percentile ${percentile}`,
  sides: { below: 'below the limits', within: 'within the limits', above: 'above the limits' } satisfies Record<Side, string>,
  needs: (words: readonly Fact[]) => `Needs ${listed(words.map((fact) => facts[fact]))}`,
  outside: (of: Variable, value: string, from: string, to: string) =>
    `Outside the source's range: ${variables[of].name} ${value} ${variables[of].unit}, measured from ${from} to ${to}`,
  variables,
  reasons: {
    other_data_type: 'Made from another kind of data',
    other_sex: 'Made from the other sex',
    unit: 'The source has another unit',
    no_spread: 'The source gives an expected value only',
    undefined: 'The equation has no result for this value',
    no_grade: 'The value is between the printed grades',
  },
  most: (limit: string) => `at most ${limit}`,
  least: (limit: string) => `at least ${limit}`,
};

export const messages = {
  standing,
  title: 'Measurements',
  legend: 'Legend',
  segmentations: 'Segmentations',
  measuring: 'Measuring',
  mean: (cycles: number) => `mean of ${cycles} cycles`,
  noScale: 'The scale of this image is not known. Lengths are in px.',
  failed: (reason: string) => `The values could not be computed: ${reason}`,
  nothing: 'Nothing is measured on this type of image.',
  implausible: 'Implausible values',
  ranges: { in_range: 'in the normal range', out_of_range: 'out of the normal range', undefined: null },
  reasons,
  otherReason: (code: string) => `Not measured (${code}).`,
  refusals,
  unevenEvents: 'Needs as many end diastoles as end systoles.',
  notDrawn: 'The lines that it is measured from are not drawn.',
  inCycles: (cycles: readonly number[], reason: string) =>
    `${cycles.length > 1 ? 'Cycles' : 'Cycle'} ${listed(cycles.map(String))}: ${reason}`,
  events,
  ofCaliper: (caliper: string) => ` of the caliper ${caliper}`,
  ofImage: (type: string, labels: readonly string[]) => ` of ${type}${labels.length === 0 ? '' : ` (${labels.join(', ')})`}`,
  diastole: (cycle: number) => `end diastole ${cycle}`,
  systole: (cycle: number) => `end systole ${cycle}`,
  startsAfter: (line: string, px: number, mark: string) => `${line} starts ${px} px after ${mark}: extend it`,
  endsBefore: (line: string, px: number, mark: string) => `${line} ends ${px} px before ${mark}: extend it`,
  explained: {
    close: 'Close the explanation',
    formula: 'Formula',
    inputsOfFormula: 'With',
    reference: 'Reference',
    points: 'Points',
    frames: 'Frames',
    scale: 'Scale',
    source: 'Source',
    inputs: 'Inputs',
    cycles: 'Cycles',
    range: 'Normal range',
    note: 'Note',
    versions: 'Versions',
    jitter: '± 1 px jitter, 95 %',
    computing: 'computing',
    pointsOfLine: (line: string, counts: readonly number[]) => `${line}, ${counts.join(' or ')} points`,
    atColumn: (event: string, column: string) => `${event} at column ${column}`,
    sources,
    region: (number: number, source: string) => `US region ${number}, ${source}`,
    from: (low: string) => `from ${low}`,
    to: (high: string) => `to ${high}`,
    indexed: (value: string) => `indexed ${value}`,
    engine: (version: string) => `engine ${version}`,
    warnings,
  },
};
