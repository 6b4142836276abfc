/** Values of an image with what is known about how far they may be off (docs/readers.md#triage). */
import { grouped } from './grouped.ts';
import { quantile, sorted } from './quantile.ts';
import type { TriageCycle, TriageDifference, TriageImage, TriageValue } from './triage.ts';
import { deviationOfMean, readerDeviation } from './triage-deviations.ts';

/** A measurement as a reader has it. */
export interface ReadValue {
  name: string;
  units: string;
  /** As in the measurement; null where it has none or several. */
  event: string | null;
  value: number;
  /** Values of its cycles that are there. */
  cycles: readonly number[];
  limits: readonly number[];
  /** Deviation of this reader in this measurement, by a certificate; null without one. */
  certified: number | null;
}

/** The same measurement by another reader, by the machine, or of another image type of the same work. */
export interface OtherValue {
  name: string;
  units: string;
  value: number;
  by: TriageDifference['by'];
  /** The other image type; null for the same. */
  from: string | null;
}

/** An image before its values are judged. */
export interface ReadImage extends Omit<TriageImage, 'values' | 'differences' | 'cycles'> {
  values: readonly ReadValue[];
  others: readonly OtherValue[];
}

/** How differences of a measurement usually are in a project, as a share of the value, and for percentages in points. */
export interface Usual {
  bias: number;
  sd: number;
}
export type UsualDifferences = ReadonlyMap<string, Usual>;

/** Fewest differences of a measurement that show what is usual. */
const MIN_DIFFERENCES = 20;
/** Standard deviation of a normal distribution in median absolute deviations. A few wrong values hardly change the latter. */
const SD_OF_MAD = 1.4826;
/** A machine deviates this many times as far as a reader, where the project does not show it. An assumption: its values are not corrected. */
const MACHINE_FACTOR = 1.5;
/** Another value is never taken for more certain than this part of the usual difference. */
const LEAST_PART = 0.5;

/** The base of relative differences of a measurement: percentages are compared in points. */
const sizeOf = (a: number, b: number, units: string): number => (units === '%' ? 1 : (Math.abs(a) + Math.abs(b)) / 2);
/** Parts two names of a key: no name that a database stores holds this character. */
const PART = '\u0000';
// A queue makes hundreds of thousands of keys, and JSON takes far longer.
const keyOf = (type: string, name: string, by: OtherValue['by'] | 'cycles', from: string | null = null): string =>
  type + PART + name + PART + by + PART + (from ?? '');
/** Key of a measurement within an image. */
const measuredKey = ({ name, units }: { name: string; units: string }): string => name + PART + units;

interface Pair {
  read: ReadValue;
  other: OtherValue;
  size: number;
}

function pairsOf({ values, others }: ReadImage): Pair[] {
  // Of two values of one name the first is compared.
  const reads = new Map(values.toReversed().map((read) => [measuredKey(read), read]));
  return others.flatMap((other) => {
    const read = reads.get(measuredKey(other));
    const size = read === undefined ? 0 : sizeOf(read.value, other.value, read.units);
    return read === undefined || size === 0 ? [] : [{ read, other, size }];
  });
}

/** Fewest cycles of which one can stand out. */
const MIN_CYCLES = 3;

/** How far each cycle is from the mean of the others, as a share. */
function cyclesApart({ cycles, units }: ReadValue): number[] {
  if (cycles.length < MIN_CYCLES) return [];
  const sum = cycles.reduce((all, one) => all + one, 0);
  return cycles.map((one) => {
    const others = (sum - one) / (cycles.length - 1);
    const size = sizeOf(one, others, units);
    return size === 0 ? 0 : (one - others) / size;
  });
}

/** Collects differences of the images of a queue, and what is usual among them, for measurements with enough. */
export class Differences {
  readonly #found = new Map<string, number[]>();

  #add(key: string, differences: readonly number[]): void {
    const known = this.#found.get(key);
    if (known === undefined) this.#found.set(key, [...differences]);
    else known.push(...differences);
  }

  add(image: ReadImage): void {
    for (const { read, other, size } of pairsOf(image))
      this.#add(keyOf(image.type, read.name, other.by, other.from), [(read.value - other.value) / size]);
    for (const read of image.values) this.#add(keyOf(image.type, read.name, 'cycles'), cyclesApart(read));
  }

  /** Usual differences, measurement by measurement, so that a server can do other work in between. */
  *usual(): Generator<[string, Usual]> {
    for (const [key, differences] of this.#found) {
      if (differences.length < MIN_DIFFERENCES) continue;
      const bias = quantile(sorted(differences), 0.5);
      const sd = SD_OF_MAD * quantile(sorted(differences.map((one) => Math.abs(one - bias))), 0.5);
      if (sd > 0) yield [key, { bias, sd }];
    }
  }
}

export function usualDifferences(images: Iterable<ReadImage>): UsualDifferences {
  const differences = new Differences();
  for (const image of images) differences.add(image);
  return new Map(differences.usual());
}

/** Deviation of the reader: by a certificate, by what readers of the project differ, or as published, but never above usual differences. */
function deviationOf(type: string, read: ReadValue, usual: UsualDifferences): number {
  if (read.certified !== null) return read.certified;
  const size = sizeOf(read.value, read.value, read.units);
  const ofReaders = usual.get(keyOf(type, read.name, 'reader'));
  if (ofReaders !== undefined) return (ofReaders.sd * size) / Math.SQRT2;
  const ofMachine = usual.get(keyOf(type, read.name, 'machine'));
  return Math.min(readerDeviation(read), ofMachine === undefined ? Infinity : ofMachine.sd * size);
}

function differenceOf(type: string, { read, other, size }: Pair, usual: UsualDifferences): TriageDifference[] {
  const { name, units, value } = read;
  const { by, from } = other;
  const known = usual.get(keyOf(type, name, by, from));
  const made = { name, units, value, other: other.value, by, from };
  if (known !== undefined) return [{ ...made, bias: known.bias * size, sd: known.sd * size }];
  // One name in two image types can be two different measurements, so that only the project shows what is usual.
  if (by === 'view') return [];
  return [{ ...made, bias: 0, sd: Math.hypot(1, by === 'machine' ? MACHINE_FACTOR : 1) * readerDeviation(read) }];
}

/** Every cycle next to the others; none where the project does not show what is usual. */
function comparedCycles(type: string, read: ReadValue, usual: UsualDifferences): TriageCycle[] {
  const known = usual.get(keyOf(type, read.name, 'cycles'));
  return known === undefined ? [] : cyclesApart(read).map((apart, cycle) => ({ name: read.name, cycle, z: apart / known.sd }));
}

/** A value with all that was measured of it: their mean, each weighted by its certainty. */
function believed(value: number, sd: number, differences: readonly TriageDifference[]): TriageValue['believed'] {
  let weight = 1 / sd ** 2;
  let sum = value * weight;
  for (const { other, bias, sd: apart } of differences) {
    const own = 1 / Math.max(apart ** 2 - sd ** 2, (LEAST_PART * apart) ** 2);
    sum += (other + bias) * own;
    weight += own;
  }
  return { value: sum / weight, sd: Math.sqrt(1 / weight) };
}

/** Rates of beats are as different as the beats are. */
const OF_BEATS: readonly string[] = ['bpm', 'ms'];

/** Values of the same name in earlier image types of the same work, for each image. */
export const otherViews = (images: readonly Pick<ReadImage, 'type' | 'values'>[], at: number): OtherValue[] =>
  images
    .slice(0, at)
    .flatMap(({ type, values }) =>
      type === images[at]?.type
        ? []
        : values
            .filter(({ units }) => !OF_BEATS.includes(units))
            .map(({ name, units, value }): OtherValue => ({ name, units, value, by: 'view', from: type })),
    );

/** An image with its values judged. */
export function judged(image: ReadImage, usual: UsualDifferences): TriageImage {
  const { values, others: _others, ...more } = image;
  const differences = pairsOf(image).flatMap((pair) => differenceOf(image.type, pair, usual));
  const measuredAgain = grouped(
    differences.filter(({ by }) => by !== 'view'),
    measuredKey,
  );
  return {
    ...more,
    differences,
    cycles: values.flatMap((read) => comparedCycles(image.type, read, usual)),
    values: values.flatMap((read): TriageValue[] => {
      const { name, units, value, limits } = read;
      const sd = deviationOfMean(deviationOf(image.type, read, usual), read.cycles);
      if (!(sd > 0)) return [];
      const own = measuredAgain.get(measuredKey(read)) ?? [];
      return [{ name, units, value, sd, limits, believed: believed(value, sd, own) }];
    }),
  };
}
