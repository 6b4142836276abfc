/** Texts of the report. */
import type { Measurement, RangeState } from '@echometry/contract/generated/analysis-image.ts';
import type { UnmappedReason } from '@echometry/contract/records/machine.ts';
import type { Quantity } from '@echometry/contract/rules/missing-quantities.ts';
import type { ImageName, ReportValue, ReportView } from '@echometry/contract/rules/report.ts';
import { fixed, number } from '../../lib/format.ts';
import { counted } from '@echometry/contract/rules/counted.ts';
import { shownValue } from '../../image-page/measurements/rows.ts';
import { unitShown } from '@echometry/contract/rules/unit-shown.ts';

export const messages = {
  cycles: {
    title: 'Followed cycles',
    anatomy: 'Curves',
    printed: (methods: string, formulas: string) => `Values of curves: lines followed by ${methods}; ${formulas}.`,
    spread: '± after the value of a cycle: within this in 95 % of repetitions, when every drawn point is moved by 1 px.',
    columns: ['Value', 'Curve', 'At', 'Marks', 'Formula'],
    cycle: (image: string, cycle: number, method: string) => `${image}, cycle ${cycle}; lines followed by ${method}`,
    rule: (rule: string) => `end systole by ${rule.toLowerCase()}`,
    counted: (names: string) => `confirmed though doubtful: ${names}`,
    formula: (name: string, version: number) => `${name}, version ${version}`,
    reason: (line: string, reason: string) => `${line}: ${reason}`,
    average: (value: string | null) => (value === null ? 'GLS, average: needs all three views.' : `GLS, average ${value} %.`),
    view: (view: string, value: string) => `${view}: ${value}`,
    trend: 'Trend of a value of curves',
    none: 'Choose a value',
    of: (image: string, name: string) => `${image}: ${name}`,
  },
  mode: 'Report',
  conclusion: 'Conclusion',
  keyImages: 'Key images',
  calipers: 'Calipers',
  toolbar: {
    form: 'Report type',
    forms: { summary: 'Summary', complete: 'Complete' },
    colours: 'Colours',
    side: 'Side',
    types: 'Types',
    basis: 'Judged by',
    bases: { references: 'References', ranges: 'Ranges' },
    typeNames: { direct: 'Direct', calculated: 'Calculated' },
    anatomies: 'Anatomies',
    copyTable: 'Copy table',
    print: 'Print',
  },
  quantities: {
    title: 'Required for normal ranges',
    notRecorded: 'not recorded in the study',
    hidden: 'hidden from blind editors in this project',
    missing: (values: number, names: string, where: string) =>
      `${values === 1 ? 'The range of 1 value needs' : `The ranges of ${values} values need`} ${names}: ${where}.`,
    weeks: { label: 'Weeks', unit: 'weeks' },
    days: { label: 'Days', unit: 'days' },
    age: { label: 'Age', unit: 'years' },
    height: { label: 'Height', unit: 'cm' },
    weight: { label: 'Weight', unit: 'kg' },
    sex: 'Sex',
    sexes: { M: 'male', F: 'female', O: 'other' },
    grading: (names: string, where: string) => `Guideline grading needs ${names}: ${where}.`,
    set: 'Set',
    notSaved: (reason: string) => `Not saved: ${reason}`,
  },
  values: {
    reading: (done: number, of: number) => `Reading the files of the study: ${done} of ${of}`,
    /** Specified: docs/specification.md#image-analysis. */
    none: 'There are no measurements available yet for this view',
    notComputed: (reason: string) => `The values could not be computed: ${reason}`,
    unreadable: (images: number) =>
      `${images === 1 ? 'The file of 1 image' : `The files of ${images} images`} could not be read, so values that need frame times are missing. Reload the page to try again.`,
  },
  /** Specified: docs/specification.md#image-analysis. */
  empty: {
    title: 'No measurements found',
    toSelection: 'Please go to Selection page to start analysing',
    toValidation: 'Please go to Validation page to start validating',
    ok: 'OK',
  },
  panel: {
    label: (name: string) => `Explanation of ${name}`,
    noPicture: 'No picture',
    openPoints: 'Open the points',
    copy: 'Copy value',
    addKeyImage: 'Add as key image',
    isKeyImage: 'Is a key image',
    keyImagesFull: (most: number) => `A report can have ${most} key images at most. Remove one first.`,
  },
  entries: {
    placeholder: 'Write a conclusion',
    notSaved: 'Not saved yet',
    notSent: 'Saved in this browser, not sent yet',
    saved: (by: string) => `Saved, ${by}`,
    remove: 'Remove',
    removeOne: (caption: string) => `Remove ${caption}`,
    imageGone: 'The image is no longer in the study.',
  },
  picture: {
    frame: (frame: number) => `frame ${frame}`,
  },
  copied: {
    value: (name: string) => `${name} is on the clipboard`,
    values: (count: number) => (count === 1 ? '1 value is on the clipboard' : `${count} values are on the clipboard`),
    comparison: 'The comparison is on the clipboard',
    refused: 'The browser does not allow this page to write to the clipboard. Allow it for this address, then copy again.',
  },
  compare: {
    open: 'Compare',
    end: (label: string) => `End comparison with ${label}`,
    studies: 'Other studies of the patient',
    original: 'Source of this review',
    editors: 'Other editors of this study',
    machine: 'Measurements of this study',
    own: { editor: 'this version', original: 'this review', machine: 'this version' },
    noWork: 'No work has been saved on this study yet.',
    failed: (reason: string) => `The reports could not be compared: ${reason}`,
    measuring: (label: string) => `Measuring ${label}`,
    summary: (values: number, differing: number) =>
      `${values === 1 ? '1 value' : `${values} values`}, ${differing} ${differing === 1 ? 'differs' : 'differ'}.`,
    difference: (own: string, other: string) => `Difference: ${own} minus ${other}.`,
    unreadable: (files: number, other: string) => `${counted(files, 'file')} of ${other} could not be read.`,
    onlyDifferences: 'Only differences',
    copy: 'Copy comparison',
    columns: (own: string, other: string) => [
      'Anatomy',
      'Measurement',
      'Image type',
      own,
      other,
      'Unit',
      `${own} minus ${other}`,
      '% of mean',
    ],
  },
  references: {
    title: 'Reference values',
    of: (name: string) => `Reference values of ${name}`,
    version: (version: number) => `version ${version}`,
    inUse: 'in use',
    madeFrom: (facts: readonly string[]) => `Made from: ${facts.join('; by ')}`,
    status: { 'one source': 'Seen in one source, activated by the project', local: 'Own values of this site' },
    plot: (unit: string, predictor: { name: string; unit: string }, source: string) =>
      `${unit === '' ? 'Value' : unit} against ${predictor.name} (${predictor.unit}), ${source}`,
    plotOf: (name: string, predictor: string, source: string) => `${name} against ${predictor}: limits of ${source}`,
    notRead: (reason: string) => `The reference values could not be read: ${reason}`,
  },
  guidelines: {
    title: 'Guideline grading',
    research: 'for research only',
    columns: ['Criterion', 'Quantity', 'Value', 'Cut-off', 'From', 'Result', 'Would change the grade'],
    printColumns: ['Criterion', 'Value', 'Cut-off', 'Result', 'Would change the grade'],
    notGraded: 'Not graded',
    met: 'met',
    notMet: 'not met',
    unknown: 'unknown',
    bySex: 'depends on sex',
    counts: (met: number, known: number, of: number) =>
      known === of
        ? `${met} of ${counted(of, 'criterion', 'criteria')} met.`
        : `${known} of ${counted(of, 'criterion', 'criteria')} known, ${met} met.`,
    settled: 'The missing values cannot change the grade.',
    possible: (grades: readonly string[]) => (grades.length === 0 ? 'No grade is possible.' : `Possible: ${grades.join(', ')}.`),
    missing: (names: string) => `Missing: ${names}.`,
    without: (names: string) => `Not graded. Missing: ${names}.`,
    premise: (people: string) => `For: ${people.charAt(0).toLowerCase()}${people.slice(1)}.`,
    ifMet: (grade: string) => `if met: ${grade}`,
    ifNotMet: (grade: string) => `if not met: ${grade}`,
    ifEither: (met: string, notMet: string) => `if met: ${met}; if not: ${notMet}`,
    or: ' or ',
    notMeasured: 'Not measured in Echometry',
    measure: (types: string) => `Measure on ${types}`,
    noImage: (types: string) => `No image of ${types}: label one`,
  },
  stated: {
    title: 'Not measured in Echometry. A stated value counts in the guidelines, with its origin:',
    unknown: 'not known',
    present: 'present',
    absent: 'absent',
    by: { file: 'from the file', administrator: 'stated by an administrator', person: 'stated by a person' },
    set: 'Set',
    state: 'State a value',
    value: (value: string) => `${value}, stated`,
    column: 'stated',
  },
  trend: {
    label: (name: string) => `Trend of ${name}`,
    title: (studies: number) => `Over ${studies} studies`,
    cancel: 'Cancel',
    hide: 'Hide',
    show: 'Show trend',
    measuring: (study: number, of: number) => `Measuring study ${study} of ${of}`,
    failed: (studies: number) =>
      `${studies === 1 ? '1 study could not be read and is' : `${studies} studies could not be read and are`} left out. Hide and show the trend to try again.`,
    chart: (name: string) => `${name} by date of study`,
    none: 'No other study of the patient has this value.',
    methods: (points: readonly { date: string; method: string }[]) =>
      `Lines were followed in different ways: ${points.map(({ date, method }) => `${date} by ${method}`).join('; ')}.`,
  },
  table: {
    columns: [
      'Anatomy',
      'Measurement',
      'Value',
      'Unit',
      'Indexed',
      'Cycles',
      'Normal range',
      'State',
      'z',
      'Percentile',
      'Source',
      'Image',
    ],
    indexed: (value: string) => `indexed ${value}`,
    normal: (limits: string) => `normal ${limits}`,
    unassigned: 'unassigned',
    cycle: (cycle: number) => `cycle ${cycle}`,
    regions: (regions: readonly number[]) => `US region ${regions.join(' and ')}`,
    version: (version: number | string) => `version ${version}`,
    engine: (version: string) => `engine ${version}`,
  },
  print: {
    title: 'Measurement report',
    printed: (date: string) => `Printed ${date}`,
    patient: 'Patient',
    studyOf: 'study of',
    analysisBy: (editor: string) => `analysis by ${editor}`,
    years: (years: string) => `${years} years`,
    otherSex: 'other sex',
    view: ({ form, side, types }: ReportView) => (form === 'summary' ? 'Summary' : `${side}, ${types.join(' and ')} values`),
    columns: ['Measurement', 'Value', 'Unit', 'Indexed', 'Cycles', 'Normal range', 'z', 'Source', 'Image'],
    caliperColumns: ['Measurement', 'Value', 'Unit', '', 'Cycle', 'Image'],
    scale: (scale: string) => `Scale: ${scale}.`,
    computed: (versions: string) => `Computed by ${versions}. Values are means of their cycles, rounded to 2 decimals.`,
    research: 'For research use only. Not a medical device; not for primary diagnosis.',
  },
  keys: {
    value: 'value',
    explain: 'explain',
    points: 'open its points',
    form: 'summary or complete',
    side: 'side',
    basis: 'references or ranges',
    copy: 'copy',
    guidelines: 'guidelines',
    print: 'print',
    all: 'all keys',
  },
};

export const STATE_WORDS: Readonly<Record<RangeState, string>> = {
  in_range: 'in range',
  out_of_range: 'out of range',
  undefined: 'undefined',
};

export const QUANTITY_WORDS: Readonly<Record<Quantity, string>> = {
  gestational_age_days: 'gestational age',
  age_days: 'age',
  sex: 'sex',
  height_cm: 'height',
  weight_kg: 'weight',
};

export function quantityWords(quantities: readonly Quantity[]): string {
  const words = quantities.map((one) => QUANTITY_WORDS[one]);
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}

/** Lists the missing quantities. */
export const missingWords = (missing: readonly Quantity[]): string => `Needs ${quantityWords(missing)}`;

const nameWords = ({ from, view }: ImageName): string => (view === null ? from : `${from}, ${view}`);

/** All images that a value was computed from, its own first. */
export const imageWords = (value: Pick<ReportValue, 'from' | 'view' | 'also'>): string =>
  [value, ...value.also].map(nameWords).join(' and ');

/** Decimals that two limits need, two at most: 0.6 – 1.0. */
const decimalsOf = (...limits: number[]): number => Math.max(...limits.map((limit) => number(limit).split('.')[1]?.length ?? 0));

/** Limits with their unit; null without a range that holds. */
export function limitWords({ normal, units }: Pick<Measurement, 'normal' | 'units'>): string | null {
  if (!normal || normal.state === 'undefined') return null;
  const { low, high, indexed } = normal;
  const unit = `${unitShown(units)}${indexed === null ? '' : '/m²'}`;
  const limits =
    low !== null && high !== null
      ? `${fixed(low, decimalsOf(low, high))} – ${fixed(high, decimalsOf(low, high))}`
      : low === null
        ? `at most ${number(high)}`
        : `at least ${number(low)}`;
  return unit === '' ? limits : `${limits} ${unit}`;
}

/** Where the value is: its grade where the range has grades, else in or out of range. */
export const stateWords = ({ normal }: Pick<Measurement, 'normal'>): string =>
  [STATE_WORDS[normal?.state ?? 'undefined'], normal?.grade].filter(Boolean).join(', ');

/** Why no range is applied, for the reasons of the engine that a reader can do nothing about. */
const UNDEFINED_WORDS: Readonly<Record<string, string>> = {
  'no range applies to this study': 'No range for this study',
  'the range is not checked against its source': 'Range not checked against its source',
  "the gestational age is outside of the range's weeks": 'Gestational age outside of the range',
  'the range names no limits': 'No limits published',
};

/** Text below a value: the range with its source, what it waits for, or why it is not applied; null without a value or a range. */
export function rangeWords(measurement: Measurement, missing: readonly Quantity[]): string | null {
  const { normal, aggregate } = measurement;
  if (missing.length > 0) return `${missingWords(missing)}${normal?.source ? ` · ${normal.source}` : ''}`;
  if (aggregate === undefined) return null;
  const limits = limitWords(measurement);
  if (!normal) return null;
  // Limits per square metre belong to another number than the one above them.
  const indexed = limits === null || normal.indexed === null ? null : messages.table.indexed(shownValue(normal.indexed));
  if (limits !== null) return [indexed, normal.grade, messages.table.normal(limits), normal.source].filter(Boolean).join(' · ');
  const reason = UNDEFINED_WORDS[normal.reason ?? ''] ?? normal.reason;
  return [reason, normal.source].filter(Boolean).join(' · ');
}

const UNMAPPED: Readonly<Record<UnmappedReason, string>> = {
  'unknown-code': 'No measurement of this project has this code',
  ambiguous: 'Several measurements of this project fit, or the numbers of the machine differ',
  'other-property': 'Measured at another site or in another mode',
  'unknown-unit': 'The unit is unknown here, or measures another quantity',
};

/** Texts about what the ultrasound machine measured. */
export const machineWords = {
  rater: 'Machine',
  title: (meaning: string) => `The ultrasound machine reported: ${meaning}`,
  difference: (difference: string) => `difference ${difference}`,
  section: 'Further measurements of the machine',
  columns: ['Measurement', 'Code', 'Value', 'Why it is not compared'],
  placed: (name: string, type: string) => `${name}, ${type}`,
  notPlaced: 'No image of the report shows this measurement, or several do',
  reasons: UNMAPPED,
  failed: (reason: string) => `The measurements of the machine could not be read: ${reason}`,
};
