/** The machine's measurements of a study: mapped to ours, beats together with their mean. */
import type { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import type { MachineReport, MachineValue, MachineValues, ReportedNumber, UnmappedNumber } from '@echometry/contract/records/machine.ts';
import type { Kysely } from 'kysely';
import { currentConfigSet } from '../../db/config-sets.ts';
import { machineReportsOf } from '../../db/machine-reports.ts';
import type { Database } from '../../db/schema.ts';
import { code } from '../formats/sr/code.ts';
import { type Definition, mapped, modifierOf } from './mapping.ts';
import { isSame } from './older-codes.ts';

const DERIVATION = code('121401', 'DCM', 'Derivation');
const MEAN = code('373098007', 'SCT', 'Mean');
const SELECTION_STATUS = code('121404', 'DCM', 'Selection Status');

/** A measurement of the configuration, as far as it is read here. */
interface MeasurementRow {
  image_type: string;
  measurements: { name: string; units?: string; anatomy?: string; formula?: string; formulas?: string[]; type: string }[];
}

/** Measurements of a project by which numbers of machines are mapped. */
export async function definitionsOf(query: Kysely<Database>, projectId: number): Promise<Definition[]> {
  const [types, measurements] = await Promise.all([
    currentConfigSet(query, 'echo_image_types', projectId),
    currentConfigSet(query, 'echo_measurements', projectId),
  ]);
  const rows = (types?.data ?? []) as ImageTypeRow[];
  return ((measurements?.data ?? []) as MeasurementRow[]).flatMap((row) =>
    row.measurements.map(({ name, units, anatomy, formula, formulas }) => ({
      image_type: row.image_type,
      modalities: rows.find(({ type }) => type === row.image_type)?.modalities ?? [],
      name,
      units: units ?? '',
      anatomy: anatomy ?? null,
      formulas: [...(formulas ?? []), ...(formula === undefined ? [] : [formula])],
    })),
  );
}

interface Mapped {
  number: ReportedNumber;
  definition: Definition;
  value: number;
}

const derivationOf = ({ number }: Mapped): ReportedNumber['code'] | null => modifierOf(number, DERIVATION);

/** Of the same content, two numbers may be one. */
const contentOf = (one: Mapped): string =>
  JSON.stringify([one.value, derivationOf(one), modifierOf(one.number, SELECTION_STATUS), one.number.image, one.number.tracking_uid]);

function grouped<K>(all: readonly Mapped[], keyOf: (one: Mapped) => K): Map<K, Mapped[]> {
  const groups = new Map<K, Mapped[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

/**
 * Numbers without repeats: a report repeats in its summary what it has in its sections. Within a
 * container, equal numbers are different beats.
 */
function withoutRepeats(all: readonly Mapped[]): Mapped[] {
  const containers = grouped(all, ({ number }) => number.container).values();
  const most = new Map<string, Mapped[]>();
  for (const inside of containers)
    for (const [content, alike] of grouped(inside, contentOf))
      if (alike.length > (most.get(content)?.length ?? 0)) most.set(content, alike);
  const kept = new Set([...most.values()].flat());
  return all.filter((one) => kept.has(one));
}

const meanOf = (beats: readonly Mapped[]): number => beats.reduce((sum, { value }) => sum + value, 0) / beats.length;

/** Rounding of sums in another order, as a share. */
const SAME_MEAN = 1e-12;

/**
 * One value of the numbers of a measurement: the chosen one, the mean, the only one, or the mean of the beats; none where that
 * depends on which numbers are repeats.
 */
function valueOf(all: readonly Mapped[]): MachineValue | null {
  const some = withoutRepeats(all);
  const [first] = some;
  if (first === undefined) return null;
  const isBeat = (one: Mapped): boolean => derivationOf(one) === null;
  const isMean = (one: Mapped): boolean => {
    const derivation = derivationOf(one);
    return derivation !== null && isSame(derivation, MEAN);
  };
  const chosen = some.filter(({ number }) => modifierOf(number, SELECTION_STATUS) !== null);
  const [means, beats] = [some.filter(isMean), some.filter(isBeat)];
  const single = [chosen, means, some].find((one) => one.length === 1)?.[0];
  const mean = meanOf(beats);
  const isCertain = Math.abs(meanOf(all.filter(isBeat)) - mean) <= SAME_MEAN * Math.abs(mean);
  if (single === undefined && (chosen.length + means.length > 0 || !isCertain)) return null;
  const images = [...new Set(some.map(({ number }) => number.image?.instance_id ?? null))];
  const { definition, number } = single ?? first;
  return {
    image_type: definition.image_type,
    name: definition.name,
    units: definition.units,
    code: number.code,
    meaning: number.meaning,
    beats: beats.length > 1 ? beats.map(({ value }) => value) : [],
    value: single?.value ?? mean,
    instance_id: number.image?.instance_id ?? (images.length === 1 ? (images[0] ?? null) : null),
    frame_number: number.image?.frame_number ?? null,
  };
}

const unmapped = (number: ReportedNumber, reason: UnmappedNumber['reason']): UnmappedNumber => ({
  code: number.code,
  meaning: number.meaning,
  value: number.value,
  unit: number.unit.value,
  instance_id: number.image?.instance_id ?? null,
  reason,
});

const keyOf = ({ image_type, name }: Pick<MachineValue, 'image_type' | 'name'>): string => JSON.stringify([image_type, name]);

interface OfReport {
  /** Values with the numbers that they were made from. */
  values: { value: MachineValue; numbers: ReportedNumber[] }[];
  unmapped: UnmappedNumber[];
}

/** The values of one report. */
export function valuesOfReport({ numbers }: MachineReport, definitions: readonly Definition[]): OfReport {
  const groups = new Map<string, Mapped[]>();
  const others: UnmappedNumber[] = [];
  for (const number of numbers) {
    const result = mapped(number, definitions);
    if ('reason' in result) {
      others.push(unmapped(number, result.reason));
      continue;
    }
    const key = keyOf({ image_type: result.definition.image_type, name: result.definition.name });
    groups.set(key, [...(groups.get(key) ?? []), { number, ...result }]);
  }
  const values: OfReport['values'] = [];
  for (const group of groups.values()) {
    const value = valueOf(group);
    const of = group.map(({ number }) => number);
    if (value === null) others.push(...of.map((number) => unmapped(number, 'ambiguous')));
    else values.push({ value, numbers: of });
  }
  return { values, unmapped: others };
}

/** The values of all reports of a study. A machine sends a report again as it grows: where two differ in a value, none is chosen. */
export function valuesOfReports(reports: readonly MachineReport[], definitions: readonly Definition[]): MachineValues {
  const read = reports.map((report) => valuesOfReport(report, definitions));
  const groups = new Map<string, OfReport['values']>();
  for (const one of read.flatMap(({ values }) => values)) groups.set(keyOf(one.value), [...(groups.get(keyOf(one.value)) ?? []), one]);
  const found: MachineValue[] = [];
  const others = read.flatMap((one) => one.unmapped);
  for (const group of groups.values()) {
    const [first] = group;
    if (first !== undefined && group.every(({ value }) => value.value === first.value.value)) found.push(first.value);
    else others.push(...group.flatMap(({ numbers }) => numbers.map((number) => unmapped(number, 'ambiguous'))));
  }
  return { mapped: found, unmapped: [...new Map(others.map((one) => [JSON.stringify(one), one])).values()] };
}

/** The machine's measurements of a study of a project. */
export const machineValuesOf = async (
  query: Kysely<Database>,
  studyId: number,
  definitions: readonly Definition[],
): Promise<MachineValues> => valuesOfReports(await machineReportsOf(query, studyId), definitions);
