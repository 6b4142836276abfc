/** Which reference values apply to a measurement, and in which order (docs/references.md#which-values-apply). */
import type { Standing } from '../generated/references.ts';
import type { DataType } from '../records/data-type.ts';
import { NO_REFERENCE_CHOICE, type ReferenceChoice } from '../records/reference-choice.ts';
import type { GuidelineTable, ReferencePack, ReferenceRow } from '../records/reference-pack.ts';
import type { StatedValue } from '../records/stated-value.ts';
import { statedAmounts } from './stated-values.ts';

/** A row with the source it is from. */
export interface SourcedRow {
  pack: ReferencePack;
  row: ReferenceRow;
}

/** A measurement of a kind of data. */
export interface Judged {
  image_type: string;
  name: string;
  data_type: DataType;
}

/**
 * Sources that come before all others, by kind of data: fetal growth standards of many countries, then the largest sets of
 * heart sizes of fetuses and of children, and for adults the recommendations of the societies.
 */
const LEADING: Readonly<Record<DataType, readonly string[]>> = {
  fetal: ['fetal-intergrowth-biometry', 'fetal-drukker-2020-umbilical', 'fetal-mari-2000-mca-psv', 'fetal-schneider-2005'],
  pediatric: ['ped-lopez-2017-phn', 'ped-pettersen-2008-detroit', 'ped-kampmann-2000-mmode', 'ped-eidem-2004-tissue-doppler'],
  adult: ['adult-ase-eacvi-2015-left-heart', 'adult-right-heart-2010-2015', 'adult-ase-eacvi-2016-diastole', 'adult-diastole-by-age'],
};

const UNDATED = 0;

/** Rows of the measurement and the kind of data, active or not, as the packs list them. */
export const rowsFor = (packs: readonly ReferencePack[], { image_type, name, data_type }: Judged): SourcedRow[] =>
  packs.flatMap((pack) =>
    pack.rows
      .filter(
        ({ measurements, population }) =>
          population.data_types.includes(data_type) && measurements.some((one) => one.image_type === image_type && one.name === name),
      )
      .map((row) => ({ pack, row })),
  );

/** A row of two sources is active by default; a row of one source, or a local one, once a project activates it. */
export const isActive = ({ id, status }: Pick<ReferenceRow, 'id' | 'status'>, { active }: Pick<ReferenceChoice, 'active'>): boolean =>
  status === 'two sources' || active.some(({ row }) => row === id);

/** The place of a source: the chosen one first, then the leading ones, then the newest. */
function placeOf(pack: ReferencePack, { image_type, name, data_type }: Judged, { sources }: Pick<ReferenceChoice, 'sources'>): number[] {
  const chosen = sources.find((one) => one.image_type === image_type && one.name === name && one.data_type === data_type);
  const leading = LEADING[data_type].indexOf(pack.id);
  return [chosen?.pack === pack.id ? 0 : 1, leading < 0 ? LEADING[data_type].length : leading, -(pack.source.year ?? UNDATED)];
}

function comparePlaces(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/**
 * The active rows of a measurement, in the order in which they count. Rows of one source keep their order: a source with several
 * predictors lists the preferred one first.
 */
export const chosenRows = (packs: readonly ReferencePack[], choice: ReferenceChoice, judged: Judged): SourcedRow[] =>
  rowsFor(packs, judged)
    .filter(({ row }) => isActive(row, choice))
    .map((sourced) => ({ sourced, place: placeOf(sourced.pack, judged, choice) }))
    .toSorted((a, b) => comparePlaces(a.place, b.place))
    .map(({ sourced }) => sourced);

/** Reference values of a study, as the engine takes them. */
export interface StudyReferences {
  z_limit: number;
  rows: ReferenceRow[];
  /** Names of rows by measurement; the first with a result counts. */
  chosen: { image_type: string; name: string; rows: string[] }[];
  /** Decision tables of guidelines, in the order of the packs. */
  tables: GuidelineTable[];
  /** Stated inputs of the tables by name. */
  values: Record<string, number>;
}

/**
 * The active rows of all measurements of a kind of data, and the active tables.
 * @param choice undefined where the project made none
 * @param stated inputs of guidelines of the study, as people stated them
 */
export function studyReferences(
  packs: readonly ReferencePack[],
  choice: ReferenceChoice = NO_REFERENCE_CHOICE,
  data_type: DataType,
  stated: readonly StatedValue[] = [],
): StudyReferences {
  const rows = packs.flatMap((pack) => pack.rows).filter((row) => row.population.data_types.includes(data_type) && isActive(row, choice));
  const judged = new Map(rows.flatMap(({ measurements }) => measurements.map((one) => [`${one.image_type}\n${one.name}`, one] as const)));
  const chosen = [...judged.values()].map(({ image_type, name }) => ({
    image_type,
    name,
    rows: chosenRows(packs, choice, { image_type, name, data_type }).map(({ row }) => row.id),
  }));
  const tables = packs.flatMap((pack) => pack.tables ?? []);
  const active = tables.filter((table) => table.data_types.includes(data_type) && isActive(table, choice));
  return { z_limit: choice.z_limit, rows, chosen, tables: active, values: statedAmounts(active, stated) };
}

/** The standing that counts: the first with an outcome; otherwise the first, which has a reason. */
export const leadingStanding = (standings: readonly Standing[]): Standing | null =>
  standings.find(({ outcome }) => outcome !== null) ?? standings[0] ?? null;
