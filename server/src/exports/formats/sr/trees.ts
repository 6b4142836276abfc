/** The content of TID 1500 of PS3.16 for an image, and the items that all templates are made of. */
import type { CaliperMeasurement, Measurement } from '@echometry/contract/generated/analysis-image.ts';
import type { CaliperValue, CaliperValues } from '@echometry/contract/generated/study-measurements.ts';
import { caliperValueName } from '@echometry/contract/rules/caliper-name.ts';
import { ownValue } from '@echometry/contract/rules/own-value.ts';
import { hasUcumCode, ucumOf } from '../../units.ts';
import type { TracedLine } from '../curves.ts';
import { type DicomIdentity, type Item, uidOf } from '../dicom-object.ts';
import type { SourceImage } from '../source.ts';
import { type Code, code, privateCode } from './code.ts';
import { LENGTH, SITES, codeOf, isCore } from './codes.ts';
import { procedureOf } from './document.ts';
import { type ImageReference, coded, container, image, multipoint, num, person, polyline, text, uid } from './items.ts';

export const dcm = (value: string, meaning: string): Code => code(value, 'DCM', meaning);
export const FINDING_SITE = code('363698007', 'SCT', 'Finding Site');
export const DERIVATION = dcm('121401', 'Derivation');
export const MEAN = code('373098007', 'SCT', 'Mean');
const COMMENT = dcm('121106', 'Comment');

/** A measurement of the image that has values and a unit, with its code. */
export interface Coded {
  readonly measurement: Measurement;
  readonly name: Code;
  readonly unit: string;
  /** The caliper that a value was read from; absent for a measurement of the configuration. */
  readonly caliper?: CaliperMeasurement;
}

/** Facts known while a tree is made. */
export interface Context {
  readonly source: SourceImage;
  readonly identity: DicomIdentity;
  readonly lines: readonly TracedLine[];
}

/** The measurement with its code and unit, or why it is not in a report. */
export function codedOf({ image: of, study }: SourceImage, measurement: Measurement): Coded | string {
  if (measurement.refused) return `${measurement.name}: ${measurement.refused.message}`;
  if (measurement.value.every((value) => value === null))
    return `${measurement.name} has no value (${measurement.reasons?.[0] ?? 'not computed'})`;
  const name = codeOf(of, measurement, study.data_type === 'fetal');
  const units = measurement.units ?? '';
  if (!hasUcumCode(units)) return `${measurement.name}: ${units} is not a unit of UCUM`;
  return { measurement, name, unit: ucumOf(units) };
}

/** Values of curves with a core code, for the report of an adult study, or why one is missing; the others are in no report. */
export const codedCurves = (source: SourceImage): (Coded | string)[] =>
  source.study.data_type === 'adult'
    ? source.curves
        .filter((measurement) => isCore(codeOf(source.image, measurement, false)))
        .map((measurement) => codedOf(source, measurement))
    : [];

/** Calipers of this template are plain lengths. */
const PLAIN_LENGTH = 'Length';

/** The code of a value of a caliper: the standard one of a plain length without a name, otherwise a private one. */
export const caliperCode = (caliper: CaliperMeasurement, name: string, units: string): Code =>
  caliper.type === PLAIN_LENGTH && caliper.name === undefined && units === 'cm' ? LENGTH : privateCode(`${name} (caliper)`);

/** The values of a caliper with codes and units, each as a measurement of one value, or why it is not in a report. */
export function codedCaliper({ image: { measurements_caliper } }: SourceImage, values: CaliperValues): (Coded | string)[] {
  const caliper = measurements_caliper.find(({ id }) => id === values.id);
  if (caliper === undefined) return [];
  const { provenance: read } = values;
  const warnings = [...(read?.warnings ?? []), ...(values.superseded ? ['caliper_repeated'] : [])];
  const coded = ({ name: of, value, unit, reason }: CaliperValue, kind: 'distance' | 'angle'): Coded | string => {
    const name = caliperValueName(caliper, of);
    const units = kind === 'angle' ? 'deg' : (unit ?? '');
    if (value === null) return `${name} has no value (${reason ?? 'not computed'})`;
    if (units === '' || !hasUcumCode(units)) return `${name}: ${units} is not a unit of UCUM`;
    const provenance = read === null ? undefined : { ...read, warnings };
    const measurement: Measurement = { name, type: `caliper-${kind}`, units, value: [value], ...(provenance ? { provenance } : {}) };
    return { measurement, name: caliperCode(caliper, name, units), unit: ucumOf(units), caliper };
  };
  return [...values.distances.map((one) => coded(one, 'distance')), ...values.angles.map((one) => coded(one, 'angle'))];
}

export const referenceTo = ({ source, identity }: Context, frame_number: number | null): ImageReference => ({
  sop_class_uid: identity.sop_class_uid,
  sop_instance_uid: source.image.instance_id,
  // Only a multi-frame image has numbers of frames (PS3.3 table 10-3).
  frame_number: source.number_of_frames > 1 ? frame_number : null,
});

/** Source of the value of a cycle: the lines that were read, each on its frame; the image where none was. */
function evidence(context: Context, { measurement, caliper }: Coded, cycle: number | null): Item[] {
  if (caliper !== undefined) return [multipoint(caliper.points.pixel, referenceTo(context, caliper.frame_number))];
  const read = measurement.provenance?.points ?? [];
  const found = context.lines.filter(
    (line) =>
      line.cycle === cycle && read.some((one) => one.cycle === cycle && one.line === line.line.name && (one.event ?? null) === line.event),
  );
  const curves = found.map((line) => polyline(line.curve, line.ends === 'closed', referenceTo(context, line.frame_number)));
  return curves.length > 0 ? curves : [image('INFERRED FROM', referenceTo(context, null))];
}

export const algorithm = ({ measurement: { provenance } }: Coded): Item[] =>
  provenance
    ? [
        text(
          'HAS CONCEPT MOD',
          dcm('111001', 'Algorithm Name'),
          `Echometry ${provenance.formula.kind} ${provenance.formula.name ?? ''}`.trim(),
        ),
        text('HAS CONCEPT MOD', dcm('111003', 'Algorithm Version'), `${provenance.formula.version}, engine ${provenance.engine_version}`),
      ]
    : [];

export type Extra = (part: 'beat' | 'mean') => readonly Item[];

/** A value for each beat. */
export function beats(context: Context, one: Coded, name: Code, extra: readonly Item[]): Item[] {
  return one.measurement.value.flatMap((number, cycle) =>
    number === null ? [] : [num('CONTAINS', name, number, one.unit, [...extra, ...evidence(context, one, cycle)])],
  );
}

export const Z_SCORE = dcm('121416', 'Z-Score of measurement');
export const PERCENTILE = dcm('121415', 'Percentile Ranking of measurement');
const AUTHORITY = dcm('121406', 'Reference Authority');
const NORMAL_LOW = code('385524004', 'SCT', 'Normal Range Lower Limit');
const NORMAL_HIGH = code('371933006', 'SCT', 'Normal Range Upper Limit');
/** Codes of reference values. */
export const REFERENCE_CODES: readonly Code[] = [Z_SCORE, PERCENTILE, AUTHORITY, NORMAL_LOW, NORMAL_HIGH];
const PERCENT = '%';
const NO_UNIT = '1';

/** Where an aggregate stands among reference values (TID 310 with 311 and 312). */
function properties({ source }: Context, { measurement: { name }, unit }: Coded): Item[] {
  const judged = source.judged.get(name);
  if (judged === undefined || judged.reference_reason !== null) return [];
  const property = (of: Code, value: number | null, units: string): Item[] =>
    value === null ? [] : [num('HAS PROPERTIES', of, value, units, [])];
  return [
    ...property(Z_SCORE, judged.z, NO_UNIT),
    ...property(PERCENTILE, judged.percentile, PERCENT),
    ...property(NORMAL_LOW, judged.reference_low, unit),
    ...property(NORMAL_HIGH, judged.reference_high, unit),
    text(
      'HAS PROPERTIES',
      AUTHORITY,
      `${judged.reference_source ?? ''}, ${judged.reference_row ?? ''}, reference values ${judged.reference_version ?? ''}`,
    ),
  ];
}

/** A value for each beat; where there are several, their mean with its derivation. The aggregate has its reference value. */
export function numbers(context: Context, one: Coded, extra: Extra): Item[] {
  const { aggregate, value } = one.measurement;
  const isMean = value.filter((number) => number !== null).length > 1 && aggregate !== undefined;
  const judged = properties(context, one);
  const each = beats(context, one, one.name, [...extra('beat'), ...(isMean ? [] : judged)]);
  if (!isMean) return each;
  const mean = [coded('HAS CONCEPT MOD', DERIVATION, MEAN), ...extra('mean'), ...judged, ...evidence(context, one, null)];
  return [...each, num('CONTAINS', one.name, aggregate, one.unit, mean)];
}

export const language = (): Item =>
  coded('HAS CONCEPT MOD', dcm('121049', 'Language of Content Item and Descendants'), code('en-US', 'RFC5646', 'English (United States)'));

export const observer = ({ source: { work } }: Context): Item[] => [
  coded('HAS OBS CONTEXT', dcm('121005', 'Observer Type'), dcm('121006', 'Person')),
  person('HAS OBS CONTEXT', dcm('121008', 'Person Observer Name'), work.reviewer ?? work.editor),
];

export const siteOf = ({ measurement }: Coded): Code | undefined => ownValue(SITES, measurement.anatomy ?? '');

/** The stored values where others were computed: the report has recomputed values. */
function storedWords({ measurement: { name, units } }: Coded, { source }: Context): string {
  const stored = source.stored.get(name);
  return stored === undefined
    ? ''
    : ` Stored with the analysis: ${stored.map((value) => value ?? 'none').join(', ')} ${units ?? ''}`.trimEnd() + '.';
}

/** How certain an image of a review is; empty for the work of an editor. */
const reviewWords = ({ work, image: { validated } }: Context['source']): string =>
  work.review_state === null
    ? ''
    : ` Review: ${work.review_state}, ${validated ? 'image validated' : 'image not validated'}${work.changed_since === true ? ', changed since' : ''}.`;

function scaleWords({ measurement: { provenance } }: Coded, { source }: Context): string {
  const { work } = source;
  const scale = provenance ? `Scale: ${provenance.calibration.source}. ` : '';
  const warnings = provenance && provenance.warnings.length > 0 ? `Warnings: ${provenance.warnings.join(', ')}. ` : '';
  return `${scale}${warnings}Version ${work.version}, pass ${work.pass}${work.blind ? ', blind' : ''}.${reviewWords(source)}`;
}

function group(context: Context, one: Coded): Item {
  const { name } = one.measurement;
  const { image: source, work } = context.source;
  const site = siteOf(one);
  return container(
    'CONTAINS',
    dcm('125007', 'Measurement Group'),
    [
      text('HAS OBS CONTEXT', dcm('112039', 'Tracking Identifier'), name),
      uid(
        'HAS OBS CONTEXT',
        dcm('112040', 'Tracking Unique Identifier'),
        uidOf('tracking', work.version, source.instance_id, name, ...(one.caliper ? [one.caliper.id] : [])),
      ),
      ...(site ? [coded('HAS CONCEPT MOD', FINDING_SITE, site)] : []),
      ...numbers(context, one, () => algorithm(one)),
      text('CONTAINS', COMMENT, scaleWords(one, context) + storedWords(one, context)),
    ],
    '1501',
  );
}

/** TID 1500, Measurement Report. */
export function measurementReport(context: Context, all: readonly Coded[]): Item {
  return container(
    null,
    dcm('126000', 'Imaging Measurement Report'),
    [
      language(),
      ...observer(context),
      coded('HAS CONCEPT MOD', dcm('121058', 'Procedure reported'), procedureOf(context.source)),
      container('CONTAINS', dcm('111028', 'Image Library'), [
        container('CONTAINS', dcm('126200', 'Image Library Group'), [image('CONTAINS', referenceTo(context, null))]),
      ]),
      container(
        'CONTAINS',
        dcm('126010', 'Imaging Measurements'),
        all.map((one) => group(context, one)),
      ),
    ],
    '1500',
  );
}
