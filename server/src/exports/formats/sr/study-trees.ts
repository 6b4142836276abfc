/** The reports of a study by PS3.16: TID 5300 of the 2D images of adults, TID 5220 of fetuses. */
import type { Item } from '../dicom-object.ts';
import { type Code, code, privateCode } from './code.ts';
import { MODES, isCore, propertyOf } from './codes.ts';
import { meanOf } from '@echometry/contract/rules/curve-values.ts';
import { ownValue } from '@echometry/contract/rules/own-value.ts';
import { coded, container, image, num, text } from './items.ts';
import { VIEW_MEANS } from './measurement-codes.ts';
import {
  DERIVATION,
  FINDING_SITE,
  MEAN,
  type Coded,
  type Context,
  type Extra,
  algorithm,
  beats,
  dcm,
  language,
  numbers,
  observer,
  referenceTo,
  siteOf,
} from './trees.ts';

const DAYS_PER_WEEK = 7;
const SHORT_LABEL = dcm('125309', 'Short Label');

/** An image of the study with its measurements. */
export interface CodedImage {
  readonly context: Context;
  readonly all: readonly Coded[];
  /** Values of the curves of its cycles, for TID 5300. */
  readonly curves: readonly Coded[];
}

interface Measured {
  readonly context: Context;
  readonly one: Coded;
}

const measuredIn = (images: readonly CodedImage[]): Measured[] =>
  images.flatMap(({ context, all }) => all.map((one) => ({ context, one })));

const label = (one: Coded): Item => text('HAS PROPERTIES', SHORT_LABEL, one.measurement.name);
const SELECTED = coded('HAS PROPERTIES', dcm('121404', 'Selection Status'), dcm('121412', 'Mean value chosen'));

/**
 * Whose mean stands for a code in the study: the only image that has it, or the only reference image. Of several none is chosen,
 * because a choice would be a guess.
 */
function isChosen({ context: { source }, one }: Measured, all: readonly Measured[]): boolean {
  const alike = all.filter((other) => other.one.name.value === one.name.value);
  const references = alike.filter((other) => other.context.source.image.reference);
  const candidates = alike.length === 1 ? alike : references;
  return candidates.length === 1 && candidates[0]?.context.source === source;
}

const APICAL_VIEWS = 3;

/** Means of the three apical views, of the chosen image of each view; none where a view has no chosen image. */
function viewMeans(core: readonly Measured[]): Item[] {
  return VIEW_MEANS.flatMap(({ of, name, code: meaning }) => {
    const views = core.filter((measured) => measured.one.measurement.name === of && isChosen(measured, core));
    const means = views.flatMap(({ one }) => one.measurement.aggregate ?? []);
    const { aggregate } = meanOf(means);
    const [first] = views;
    if (first === undefined || aggregate === undefined || means.length !== APICAL_VIEWS) return [];
    const content = [
      coded('HAS CONCEPT MOD', DERIVATION, MEAN),
      text('HAS PROPERTIES', SHORT_LABEL, name),
      ...views.map(({ context }) => image('INFERRED FROM', referenceTo(context, null))),
    ];
    return [num('CONTAINS', meaning, aggregate, first.one.unit, content)];
  });
}

/** TID 5300, Simplified Echo Procedure Report; a measurement without a core code is an adhoc one, beat by beat, by its property where there is one (CID 12304 is extensible). */
export function simplifiedEcho(images: readonly CodedImage[]): Item | null {
  const [first] = images;
  if (first === undefined) return null;
  const all = measuredIn(images);
  const ofCurves = images.flatMap(({ context, curves }) => curves.map((one) => ({ context, one })));
  const core = [...all.filter(({ one }) => isCore(one.name)), ...ofCurves];
  const adhoc = all
    .filter(({ one }) => !isCore(one.name))
    .flatMap(({ context, one }) => beats(context, one, propertyOf(one.measurement) ?? one.name, [label(one)]));
  const standard = core.flatMap((measured) => {
    const extra: Extra = (part) => [label(measured.one), ...(part === 'mean' && isChosen(measured, core) ? [SELECTED] : [])];
    return numbers(measured.context, measured.one, extra);
  });
  standard.push(...viewMeans(core));
  if (standard.length + adhoc.length === 0) return null;
  return container(
    null,
    dcm('125200', 'Adult Echocardiography Procedure Report'),
    [
      language(),
      ...observer(first.context),
      container('CONTAINS', dcm('125301', 'Pre-coordinated Measurements'), standard),
      container('CONTAINS', dcm('125302', 'Post-coordinated Measurements'), []),
      container('CONTAINS', dcm('125303', 'Adhoc Measurements'), adhoc),
    ],
    '5300',
  );
}

/** The measurements of one image at a site. */
function groupOf(context: Context, ones: readonly Measured[]): Item {
  const mode = ownValue(MODES, context.source.image.modality ?? '');
  return container('CONTAINS', dcm('125007', 'Measurement Group'), [
    ...(mode ? [coded('HAS CONCEPT MOD', code('399264008', 'SCT', 'Image Mode'), mode)] : []),
    ...ones.flatMap(({ one }) => numbers(context, one, () => algorithm(one))),
  ]);
}

/** One section of each site, in it a group of each image. */
function sectionsOf(all: readonly Measured[]): Item[] {
  const sections = new Map<string, { site: Code; groups: Map<Context, Measured[]> }>();
  for (const measured of all) {
    const site = siteOf(measured.one) ?? privateCode(measured.one.measurement.anatomy ?? 'Site not stated');
    const section = sections.get(site.value) ?? { site, groups: new Map<Context, Measured[]>() };
    section.groups.set(measured.context, [...(section.groups.get(measured.context) ?? []), measured]);
    sections.set(site.value, section);
  }
  return [...sections.values()].map(({ site, groups }) =>
    container('CONTAINS', dcm('121070', 'Findings'), [
      coded('HAS CONCEPT MOD', FINDING_SITE, site),
      ...[...groups].map(([context, ones]) => groupOf(context, ones)),
    ]),
  );
}

/** TID 5220 for a fetus. */
export function fetalEcho(images: readonly CodedImage[]): Item | null {
  const [first] = images;
  if (first === undefined) return null;
  const sections = sectionsOf(measuredIn(images));
  if (sections.length === 0) return null;
  const { gestational_age_days: days } = first.context.source.study;
  return container(
    null,
    dcm('125196', 'Fetal Cardiac Ultrasound Report'),
    [
      language(),
      ...observer(first.context),
      coded('HAS OBS CONTEXT', dcm('121024', 'Subject Class'), dcm('121026', 'Fetus')),
      container(
        'CONTAINS',
        dcm('125015', 'Fetus Characteristics'),
        days === null ? [] : [num('CONTAINS', code('18185-9', 'LN', 'Gestational Age'), days / DAYS_PER_WEEK, 'wk', [])],
      ),
      ...sections,
    ],
    '5220',
  );
}
