/** An Observation for each value of an image: the rows of the long table (https://hl7.org/fhir/R4/observation.html). */
import { ownValue } from '@echometry/contract/rules/own-value.ts';
import { type ImageValue, imageValues } from '../../value-rows.ts';
import type { DicomIdentity } from '../dicom-object.ts';
import type { SourceImage } from '../source.ts';
import { type Code, privateCode } from '../sr/code.ts';
import { SITES, codeOf } from '../sr/codes.ts';
import { DERIVATION, MEAN, PERCENTILE, Z_SCORE, caliperCode } from '../sr/trees.ts';
import { type Element, OWN, concept, isKnown, quantity, referenceTo, uuidOf } from './elements.ts';

const ABSENT = 'http://terminology.hl7.org/CodeSystem/data-absent-reason';
const CATEGORY = 'http://terminology.hl7.org/CodeSystem/observation-category';
const RANGE_MEANING = 'http://terminology.hl7.org/CodeSystem/referencerange-meaning';
const NO_UNIT = '1';
const PERCENT = '%';

const CYCLE = privateCode('Cardiac cycle');
const EVENT = privateCode('Cardiac event');
const FRAME = privateCode('Frame number');
const INSTANCE = privateCode('SOP Instance UID of the image');
const MULTIPLE_OF_MEDIAN = privateCode('Multiple of the median');

/** Our reasons by the reasons of FHIR; any other one is `unknown`. */
const ABSENT_BY_REASON: Readonly<Record<string, readonly string[]>> = {
  'not-applicable': ['excluded-cycle', 'other-modality', 'other-pattern'],
  'not-performed': [
    'missing-mark',
    'missing-line',
    'missing-point',
    'missing-input',
    'missing-source',
    'missing-caliper',
    'missing-plane',
    'too-few-points',
    'single-cycle',
    'not-a-reference',
  ],
  error: ['points-out-of-order', 'outside-curve', 'no-extent', 'no-duration', 'implausible', 'not-finite'],
};

const absentCode = (reason: string): string =>
  Object.entries(ABSENT_BY_REASON).find(([, reasons]) => reasons.includes(reason))?.[0] ?? 'unknown';

/** Reason for a missing value: FHIR's code, then our own. */
const absence = (reason: string): Element => ({
  coding: [
    { system: ABSENT, code: absentCode(reason) },
    { system: OWN.reason, code: reason },
  ],
  text: reason,
});

/** Facts that the resources of a work share. */
export interface WorkResources {
  readonly patient: string;
  readonly status: 'preliminary' | 'final';
  readonly imagingStudyOf: (identity: DicomIdentity) => string;
}

function codeOfValue({ image, study }: SourceImage, { measurement, caliper, row }: ImageValue): Code {
  if (measurement !== null) return codeOf(image, measurement, study.data_type === 'fetal');
  const name = String(row.measurement);
  const stored = image.measurements_caliper.find(({ id }) => id === caliper?.id);
  return stored === undefined ? privateCode(`${name} (caliper)`) : caliperCode(stored, name, String(row.unit ?? ''));
}

/** Place of a value within its work: the same words give the same id again. */
const wordsOf = ({ work, image }: SourceImage, { measurement, caliper, row }: ImageValue): string[] => [
  'observation',
  work.version,
  image.instance_id,
  measurement === null ? `caliper ${caliper?.id ?? ''} ${row.kind ?? ''}` : 'measurement',
  String(measurement === null ? row.abbreviation : row.measurement),
  row.cycle === null ? 'aggregate' : String(row.cycle),
];

const range = (low: unknown, high: unknown, unit: string, text?: string): Element[] => {
  if (typeof low !== 'number' && typeof high !== 'number') return [];
  return [
    {
      ...(typeof low === 'number' ? { low: quantity(low, unit) } : {}),
      ...(typeof high === 'number' ? { high: quantity(high, unit) } : {}),
      type: { coding: [{ system: RANGE_MEANING, code: 'normal' }] },
      ...(text === undefined ? {} : { text }),
    },
  ];
};

/** The normal range of the configuration, and the limits of the reference value that counts. */
const rangesOf = ({ row }: ImageValue, unit: string): Element[] => [
  ...range(row.normal_low, row.normal_high, unit),
  ...range(
    row.reference_low,
    row.reference_high,
    unit,
    `${row.reference_source ?? ''}, ${row.reference_row ?? ''}, reference values ${row.reference_version ?? ''}`,
  ),
];

const component = (code: Code, value: Element): Element => ({ code: concept(code), ...value });
const numeric = (code: Code, value: unknown, unit: string): Element[] =>
  typeof value === 'number' ? [component(code, { valueQuantity: quantity(value, unit) })] : [];
const words = (code: Code, value: unknown): Element[] => (typeof value === 'string' ? [component(code, { valueString: value })] : []);

function componentsOf({ image }: SourceImage, { row }: ImageValue): Element[] {
  return [
    component(INSTANCE, { valueString: image.instance_id }),
    ...(typeof row.cycle === 'number' ? [component(CYCLE, { valueInteger: row.cycle })] : []),
    ...words(EVENT, row.cardiac_event),
    ...words(FRAME, row.frame_number),
    ...(row.aggregate_of === null ? [] : [component(DERIVATION, { valueCodeableConcept: concept(MEAN) })]),
    ...numeric(Z_SCORE, row.z, NO_UNIT),
    ...numeric(PERCENTILE, row.percentile, PERCENT),
    ...numeric(MULTIPLE_OF_MEDIAN, row.multiple_of_median, NO_UNIT),
  ];
}

/** Kind, formula and their version, and the engine that computed the value. */
function methodOf({ row }: ImageValue): Element {
  const formula = [row.kind, row.formula, row.formula_version].filter(isKnown).join(' ');
  if (formula === '') return {};
  const engine = row.engine_version === null ? '' : `, Echometry engine ${row.engine_version}`;
  return { method: { coding: [{ system: OWN.formula, code: formula.replaceAll(/\s+/g, '_') }], text: `${formula}${engine}` } };
}

function notesOf({ stored }: SourceImage, { measurement, row }: ImageValue): Element {
  const other = measurement === null || row.cycle !== null ? undefined : stored.get(measurement.name);
  const notes = [
    ...(row.calibration_source === null ? [] : [`Scale: ${row.calibration_source}.`]),
    ...(row.warnings === null ? [] : [`Warnings: ${row.warnings}.`]),
    ...(other === undefined ? [] : [`Stored with the analysis: ${other.map((value) => value ?? 'none').join(', ')}.`]),
  ];
  return notes.length === 0 ? {} : { note: notes.map((text) => ({ text })) };
}

function siteOf({ measurement }: ImageValue): Element {
  const site = ownValue(SITES, measurement?.anatomy ?? '');
  return site === undefined ? {} : { bodySite: concept(site) };
}

/** The observations of an image; the mean of the cycles is derived from their values. */
export function observationsOf(source: SourceImage, identity: DicomIdentity, shared: WorkResources): Element[] {
  const values = imageValues(source).map((value) => ({ value, id: uuidOf(...wordsOf(source, value)) }));
  return values.map(({ value, id }) => {
    const { row, measurement } = value;
    const unit = String(row.unit ?? NO_UNIT);
    const cycles =
      row.aggregate_of === null ? [] : values.filter((one) => one.value.measurement === measurement && one.value.row.cycle !== null);
    const ranges = rangesOf(value, unit);
    return {
      resourceType: 'Observation',
      id,
      identifier: [{ system: OWN.value, value: id }],
      status: shared.status,
      category: [{ coding: [{ system: CATEGORY, code: 'imaging' }] }],
      code: concept(codeOfValue(source, value), String(row.measurement)),
      subject: referenceTo(shared.patient),
      effectiveDateTime: source.study.study_date,
      performer: [{ display: source.work.editor }],
      ...(typeof row.value === 'number'
        ? { valueQuantity: quantity(row.value, unit) }
        : { dataAbsentReason: absence(String(row.reason ?? 'unknown')) }),
      ...notesOf(source, value),
      ...siteOf(value),
      ...methodOf(value),
      ...(ranges.length === 0 ? {} : { referenceRange: ranges }),
      derivedFrom: [
        referenceTo(shared.imagingStudyOf(identity)),
        ...cycles.filter((one) => typeof one.value.row.value === 'number').map((one) => referenceTo(one.id)),
      ],
      component: componentsOf(source, value),
    };
  });
}
