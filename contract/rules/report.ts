/**
 * The measurement report: which images it is made of, its values by anatomy, and what a view of it shows
 * (docs/specification.md#image-analysis, docs/why/measuring.md#the-report-shows-what-the-engine-computes-now). Values come from the engine;
 * nothing is computed here.
 */
import type { AnalysisImage, Measurement, RangeState } from '../generated/analysis-image.ts';
import type { MeasurementStandings, Standing } from '../generated/references.ts';
import type { DataType } from '../records/data-type.ts';
import type { RoleName } from '../records/role.ts';
import { anatomyName, anatomyPlace, sidesOf, sidesOfValue, type ReportSide } from './anatomies.ts';
import { isDrawn } from './measured.ts';
import { leadingStanding } from './reference-choice.ts';

export const VALUE_TYPES = ['direct', 'calculated'] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

/** Type and view of an image, by which readers know it. */
export type ImageName = { from: string; view: string | null };

/** One value of the report: a measurement of one image. */
export interface ReportValue {
  /** Unique within the report. */
  key: string;
  name: string;
  /** One entry per cycle, in `units`; null where it could not be computed. */
  value: readonly (number | null)[];
  units: string;
  type: ValueType;
  /** Image type it is measured on. */
  from: string;
  image_id: string;
  view: string | null;
  /** Further images it was computed from, such as the second plane of a biplane value. */
  also: readonly ImageName[];
  reference: boolean;
  /** State in the first reference value with a result; in the normal range where that is undefined. */
  color: RangeState;
  /** Among the reference values of the project, in their order; empty without any. */
  standings: readonly Standing[];
  /** The first with a result, with the name of its source. */
  judged: { standing: Standing; source: string } | null;
  /** The measurement itself, with aggregate, range, reasons and provenance. */
  measurement: Measurement;
}

export interface AnatomySummary {
  name_short: string;
  name_long: string;
  sides: readonly ReportSide[];
  modalities: { name: string; color: string; measurements: ReportValue[] }[];
}

export interface MeasuredImage {
  image: AnalysisImage;
  measurements: readonly Measurement[];
  /** Values among reference values; absent where none are asked for. */
  standings?: readonly MeasurementStandings[] | undefined;
}

export interface ReportFacts {
  dataType: DataType;
  /** Modalities of the project with their colours. */
  modalities: readonly { type: string; color: string }[];
  /** Sides of an image type in its configuration. */
  sidesOfType: (type: string) => readonly ReportSide[];
  /** Name of the source of a row of reference values; absent where values are not judged by them. */
  sourceOf?: ((row: string) => string) | undefined;
}

/** Colour of a modality that the project does not list. */
const NO_COLOUR = '#868d97';

/** Reviewers see only validated images in the report, and of those only references; the others see all. */
export const reportImages = <T extends Pick<AnalysisImage, 'reference' | 'validated'>>(images: readonly T[], role: RoleName): T[] =>
  images.filter(({ reference, validated }) => role !== 'Reviewer' || (reference && validated));

export const hasValue = ({ aggregate }: Pick<Measurement, 'aggregate'>): boolean => aggregate !== undefined;

/** Something of the image was measured, or could not be: images without work are skipped. */
const isWorkedOn = (image: AnalysisImage): boolean => isDrawn(image) || image.measurements_caliper.length > 0;

/** Images that a measurement was computed from, directly or through its inputs. */
function sourcesOf(images: readonly MeasuredImage[], { provenance }: Measurement, found: Set<string>): Set<string> {
  if (provenance?.other_image) found.add(provenance.other_image);
  for (const { image: id, name } of provenance?.inputs ?? []) {
    if (id === null) continue;
    found.add(id);
    const input = images.find(({ image }) => image.instance_id === id)?.measurements.find((one) => one.name === name);
    if (input) sourcesOf(images, input, found);
  }
  return found;
}

function alsoOf(images: readonly MeasuredImage[], image: AnalysisImage, measurement: Measurement): ImageName[] {
  const sources = sourcesOf(images, measurement, new Set());
  return images.flatMap(({ image: { instance_id, type, view } }) =>
    sources.has(instance_id) && instance_id !== image.instance_id ? [{ from: type ?? '', view }] : [],
  );
}

function judgedBy(standings: readonly Standing[], { sourceOf = (row) => row }: ReportFacts): ReportValue['judged'] {
  const standing = leadingStanding(standings);
  return standing === null || standing.outcome === null ? null : { standing, source: sourceOf(standing.row) };
}

/** A source that only grades a disease leaves the state undefined: the normal range still has one. */
function stateOf({ normal }: Measurement, judged: ReportValue['judged']): RangeState {
  const state = judged?.standing.state ?? 'undefined';
  return state === 'undefined' ? (normal?.state ?? 'undefined') : state;
}

function valueOf(
  images: readonly MeasuredImage[],
  { image, standings: all }: MeasuredImage,
  measurement: Measurement,
  facts: ReportFacts,
): ReportValue {
  const standings = all?.find(({ name }) => name === measurement.name)?.standings ?? [];
  const judged = judgedBy(standings, facts);
  return {
    key: `${image.instance_id} ${measurement.name}`,
    name: measurement.name,
    value: measurement.value,
    units: measurement.units ?? '',
    type: measurement.class === 'calculated' ? 'calculated' : 'direct',
    from: image.type ?? '',
    image_id: image.instance_id,
    view: image.view,
    also: alsoOf(images, image, measurement),
    reference: image.reference,
    color: stateOf(measurement, judged),
    standings,
    judged,
    measurement,
  };
}

/** The values of a study by anatomy and modality, in the order of the tree and of the images; a series is not a value. */
export function reportOf(images: readonly MeasuredImage[], facts: ReportFacts): AnatomySummary[] {
  const found = new Map<string, AnatomySummary>();
  for (const measured of images) {
    const { image, measurements } = measured;
    if (!isWorkedOn(image)) continue;
    for (const measurement of measurements) {
      if (measurement.series !== undefined) continue;
      const key = measurement.anatomy ?? '';
      const sides = sidesOfValue({ anatomy: key, modality: image.modality }, facts.dataType, facts.sidesOfType(image.type ?? ''));
      const anatomy = found.get(key) ?? { name_short: key, name_long: anatomyName(key), sides: [], modalities: [] };
      anatomy.sides = sidesOf(facts.dataType).filter((side) => anatomy.sides.includes(side) || sides.includes(side));
      const name = image.modality ?? '';
      let modality = anatomy.modalities.find((one) => one.name === name);
      if (!modality) {
        modality = { name, color: facts.modalities.find(({ type }) => type === name)?.color ?? NO_COLOUR, measurements: [] };
        anatomy.modalities.push(modality);
      }
      modality.measurements.push(valueOf(images, measured, measurement, facts));
      found.set(key, anatomy);
    }
  }
  return [...found.values()].toSorted((a, b) => anatomyPlace(a.name_short) - anatomyPlace(b.name_short));
}

export const valuesOf = (report: readonly AnatomySummary[]): ReportValue[] =>
  report.flatMap(({ modalities }) => modalities.flatMap(({ measurements }) => measurements));

export interface ReportView {
  /** The summary has the values of reference images that could be computed; side, types and anatomies belong to the complete form. */
  form: 'summary' | 'complete';
  side: ReportSide;
  types: readonly ValueType[];
  /** Anatomies that were chosen; all while none is. */
  anatomies: readonly string[];
}

const isShown = (value: ReportValue, { form, types }: ReportView): boolean =>
  form === 'summary' ? value.reference && hasValue(value.measurement) : types.includes(value.type);

const onSide = ({ sides }: AnatomySummary, { form, side }: ReportView): boolean => form === 'summary' || sides.includes(side);

/** Anatomies that have a toggle: the anatomies of the side. */
export const anatomiesOf = (report: readonly AnatomySummary[], view: ReportView): AnatomySummary[] =>
  report.filter((anatomy) => view.form === 'complete' && onSide(anatomy, view));

/** Content of a view of the report; for fetal data an anatomy may have values on both sides. */
export function shownIn(report: readonly AnatomySummary[], view: ReportView, facts: ReportFacts): AnatomySummary[] {
  const sideOf = (name: string, anatomy: AnatomySummary, from: string) =>
    sidesOfValue({ anatomy: anatomy.name_short, modality: name }, facts.dataType, facts.sidesOfType(from));
  const chosen = (anatomy: AnatomySummary): boolean => {
    const some = view.anatomies.filter((name) => anatomiesOf(report, view).some(({ name_short }) => name_short === name));
    return view.form === 'summary' || some.length === 0 || some.includes(anatomy.name_short);
  };
  return report
    .filter((anatomy) => onSide(anatomy, view) && chosen(anatomy))
    .map((anatomy) => ({
      ...anatomy,
      modalities: anatomy.modalities
        .map((modality) => ({
          ...modality,
          measurements: modality.measurements.filter(
            (value) => isShown(value, view) && (view.form === 'summary' || sideOf(modality.name, anatomy, value.from).includes(view.side)),
          ),
        }))
        .filter(({ measurements }) => measurements.length > 0),
    }))
    .filter(({ modalities }) => modalities.length > 0);
}
