/** The content of three templates of PS3.16: TID 1500 for all, TID 5300 for adult 2D, TID 5220 for fetuses. */
import type { Measurement } from '@echometry/contract/generated/analysis-image.ts';
import { hasUcumCode, ucumOf } from '../../export/units.ts';
import type { TracedLine } from '../curves.ts';
import type { SourceImage } from '../source.ts';
import { type Code, MODES, SITES, code, codeOf, isCore, propertyOf } from './codes.ts';
import { type DicomIdentity, procedureOf, uidOf } from './document.ts';
import { type ImageReference, type Item, coded, container, image, num, person, polyline, text, uid } from './items.ts';

const dcm = (value: string, meaning: string): Code => code(value, 'DCM', meaning);
const FINDING_SITE = code('363698007', 'SCT', 'Finding Site');
const DERIVATION = dcm('121401', 'Derivation');
const MEAN = code('373098007', 'SCT', 'Mean');
const DAYS_PER_WEEK = 7;
const SHORT_LABEL = dcm('125309', 'Short Label');
const COMMENT = dcm('121106', 'Comment');

/** A measurement of the image that has values, a unit and a code. */
export interface Coded {
  readonly measurement: Measurement;
  readonly name: Code;
  readonly unit: string;
}

/** What is known while a tree is made. */
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
  if (!hasUcumCode(units)) return `${measurement.name}: ${units} is no unit of UCUM`;
  return name ? { measurement, name, unit: ucumOf(units) } : `${measurement.name} of ${of.type ?? 'no type'} has no code`;
}

const referenceTo = ({ source, identity }: Context, frame_number: number | null): ImageReference => ({
  sop_class_uid: identity.sop_class_uid,
  sop_instance_uid: source.image.instance_id,
  frame_number,
});

/** What the value of a cycle was taken from: the lines that were read, each on its frame; the image where none was. */
function evidence(context: Context, { measurement }: Coded, cycle: number | null): Item[] {
  const read = measurement.provenance?.points ?? [];
  const found = context.lines.filter(
    (line) =>
      line.cycle === cycle && read.some((one) => one.cycle === cycle && one.line === line.line.name && (one.event ?? null) === line.event),
  );
  const curves = found.map((line) => polyline(line.curve, line.ends === 'closed', referenceTo(context, line.frame_number)));
  return curves.length > 0 ? curves : [image('INFERRED FROM', referenceTo(context, null))];
}

const algorithm = ({ measurement: { provenance } }: Coded): Item[] =>
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

type Extra = (part: 'beat' | 'mean') => readonly Item[];

/** A value for each beat. */
function beats(context: Context, one: Coded, name: Code, extra: readonly Item[]): Item[] {
  return one.measurement.value.flatMap((number, cycle) =>
    number === null ? [] : [num('CONTAINS', name, number, one.unit, [...extra, ...evidence(context, one, cycle)])],
  );
}

/** A value for each beat; where there are several, their mean with its derivation. */
function numbers(context: Context, one: Coded, extra: Extra): Item[] {
  const each = beats(context, one, one.name, extra('beat'));
  const { aggregate } = one.measurement;
  if (each.length < 2 || aggregate === undefined) return each;
  const mean = [coded('HAS CONCEPT MOD', DERIVATION, MEAN), ...extra('mean'), ...evidence(context, one, null)];
  return [...each, num('CONTAINS', one.name, aggregate, one.unit, mean)];
}

const language = (): Item =>
  coded('HAS CONCEPT MOD', dcm('121049', 'Language of Content Item and Descendants'), code('en-US', 'RFC5646', 'English (United States)'));

const observer = ({ source: { work } }: Context): Item[] => [
  coded('HAS OBS CONTEXT', dcm('121005', 'Observer Type'), dcm('121006', 'Person')),
  person('HAS OBS CONTEXT', dcm('121008', 'Person Observer Name'), work.reviewer ?? work.editor),
];

const siteOf = ({ measurement }: Coded): Code | undefined => SITES[measurement.anatomy ?? ''];

function scaleWords({ measurement: { provenance } }: Coded, { source: { work } }: Context): string {
  const scale = provenance ? `Scale: ${provenance.calibration.source}. ` : '';
  const warnings = provenance && provenance.warnings.length > 0 ? `Warnings: ${provenance.warnings.join(', ')}. ` : '';
  return `${scale}${warnings}Version ${work.version}, pass ${work.pass}${work.blind ? ', blind' : ''}.`;
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
      uid('HAS OBS CONTEXT', dcm('112040', 'Tracking Unique Identifier'), uidOf('tracking', work.version, source.instance_id, name)),
      ...(site ? [coded('HAS CONCEPT MOD', FINDING_SITE, site)] : []),
      ...numbers(context, one, () => algorithm(one)),
      text('CONTAINS', COMMENT, scaleWords(one, context)),
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

const selected: Extra = (part) =>
  part === 'mean' ? [coded('HAS PROPERTIES', dcm('121404', 'Selection Status'), dcm('121412', 'Mean value chosen'))] : [];

/** TID 5300, Simplified Echo Procedure Report; a measurement without a core code is an adhoc one by its property, beat by beat. */
export function simplifiedEcho(context: Context, all: readonly Coded[], leave: (reason: string) => void): Item | null {
  const label = (one: Coded): Item => text('HAS PROPERTIES', SHORT_LABEL, one.measurement.name);
  const core = all.filter(({ name }) => isCore(name));
  const adhoc = all
    .filter(({ name }) => !isCore(name))
    .flatMap((one) => {
      const property = propertyOf(one.measurement);
      if (!property) leave(`TID 5300: ${one.measurement.name} has neither a core code nor a measured property`);
      return property ? beats(context, one, property, [label(one)]) : [];
    });
  const standard = core.flatMap((one) => numbers(context, one, (part) => [label(one), ...selected(part)]));
  if (standard.length + adhoc.length === 0) return null;
  return container(
    null,
    dcm('125200', 'Adult Echocardiography Procedure Report'),
    [
      language(),
      ...observer(context),
      container('CONTAINS', dcm('125301', 'Pre-coordinated Measurements'), standard),
      container('CONTAINS', dcm('125302', 'Post-coordinated Measurements'), []),
      container('CONTAINS', dcm('125303', 'Adhoc Measurements'), adhoc),
    ],
    '5300',
  );
}

/** TID 5220 for a fetus: one section of each site. What has no site is left out. */
export function fetalEcho(context: Context, all: readonly Coded[], leave: (reason: string) => void): Item | null {
  const { study, image: source } = context.source;
  const sections = new Map<Code, Coded[]>();
  for (const one of all) {
    const site = siteOf(one);
    if (site) sections.set(site, [...(sections.get(site) ?? []), one]);
    else leave(`TID 5220: ${one.measurement.name} has no site with a code`);
  }
  if (sections.size === 0) return null;
  const mode = MODES[source.modality ?? ''];
  const section = ([site, ones]: [Code, Coded[]]): Item =>
    container('CONTAINS', dcm('121070', 'Findings'), [
      coded('HAS CONCEPT MOD', FINDING_SITE, site),
      container('CONTAINS', dcm('125007', 'Measurement Group'), [
        ...(mode ? [coded('HAS CONCEPT MOD', code('399264008', 'SCT', 'Image Mode'), mode)] : []),
        ...ones.flatMap((one) => numbers(context, one, () => algorithm(one))),
      ]),
    ]);
  const weeks = study.gestational_age_days === null ? null : study.gestational_age_days / DAYS_PER_WEEK;
  return container(
    null,
    dcm('125196', 'Fetal Cardiac Ultrasound Report'),
    [
      language(),
      ...observer(context),
      coded('HAS OBS CONTEXT', dcm('121024', 'Subject Class'), dcm('121026', 'Fetus')),
      container(
        'CONTAINS',
        dcm('125015', 'Fetus Characteristics'),
        weeks === null ? [] : [num('CONTAINS', code('18185-9', 'LN', 'Gestational Age'), weeks, 'wk', [])],
      ),
      ...[...sections].map(section),
    ],
    '5220',
  );
}
