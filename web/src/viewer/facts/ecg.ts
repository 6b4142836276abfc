/** The ECG of a file along the time of its clip. */
import type { Ecg } from '@echometry/contract/generated/image-metadata.ts';

const MS_PER_S = 1000;
const UV_PER_MV = 1000;
/** Room above and below the curve, as a share of the height. */
const MARGIN = 0.1;

/** Unit in which values are shown; null for samples without a sensitivity. */
export const shownUnit = ({ unit }: Pick<Ecg, 'unit'>): 'mV' | null => (unit === null ? null : 'mV');

function valueOf({ unit, unit_per_step, unit_at_zero }: Ecg, sample: number): number {
  const value = unit_at_zero + unit_per_step * sample;
  return unit === 'uV' ? value / UV_PER_MV : value;
}

const indexAt = ({ start_ms, samples_per_s }: Ecg, ms: number): number => ((ms - start_ms) / MS_PER_S) * samples_per_s;

/** Value of the sample that is nearest to a time; null where there is none. */
export function ecgAt(ecg: Ecg, ms: number): number | null {
  const sample = ecg.samples[Math.round(indexAt(ecg, ms))] ?? null;
  return sample === null ? null : valueOf(ecg, sample);
}

/** Least and greatest value of a column; null without samples. */
type Extent = readonly [least: number, greatest: number] | null;

/** Extent of the samples in each of so many equal parts of a clip. Parts shorter than a sample have the nearest one. */
function extents(ecg: Ecg, lastMs: number, columns: number): Extent[] {
  return Array.from({ length: columns }, (_, column) => {
    const from = Math.round(indexAt(ecg, (lastMs * column) / columns));
    const to = Math.max(Math.round(indexAt(ecg, (lastMs * (column + 1)) / columns)), from + 1);
    let extent: [number, number] | null = null;
    for (let at = Math.max(from, 0); at < Math.min(to, ecg.samples.length); at += 1) {
      const sample = ecg.samples[at] ?? null;
      if (sample === null) continue;
      const value = valueOf(ecg, sample);
      extent = extent === null ? [value, value] : [Math.min(extent[0], value), Math.max(extent[1], value)];
    }
    return extent;
  });
}

export interface EcgCurve {
  /** Points of each stretch without a gap. */
  stretches: Array<Array<[x: number, y: number]>>;
  /** Row of 0 mV; null where it is outside, or where values have no unit. */
  zeroY: number | null;
}

/** The curve of a clip in a box; null where no sample is within the clip. */
export function ecgCurve(ecg: Ecg, lastMs: number, { width, height }: { width: number; height: number }): EcgCurve | null {
  const columns = extents(ecg, lastMs, width);
  const present = columns.filter((extent) => extent !== null);
  if (present.length < 2 || lastMs <= 0) return null;
  const least = Math.min(...present.map(([low]) => low));
  const greatest = Math.max(...present.map(([, high]) => high));
  const flat = greatest > least ? 0 : 1;
  const [bottom, top] = [height * (1 - MARGIN), height * MARGIN];
  const y = (value: number): number => bottom + ((top - bottom) * (value - (least - flat))) / (greatest - least + 2 * flat);
  const stretches: EcgCurve['stretches'] = [];
  let open: Array<[number, number]> | null = null;
  for (const [column, extent] of columns.entries()) {
    if (extent === null) {
      open = null;
      continue;
    }
    if (open === null) stretches.push((open = []));
    // The end that is nearer to the last point comes first, so that a steep flank is one stroke.
    const ends = [y(extent[0]), y(extent[1])] as const;
    const before = open.at(-1)?.[1] ?? ends[0];
    const isUpFirst = Math.abs(ends[1] - before) < Math.abs(ends[0] - before);
    open.push([column + 0.5, isUpFirst ? ends[1] : ends[0]]);
    if (ends[0] !== ends[1]) open.push([column + 0.5, isUpFirst ? ends[0] : ends[1]]);
  }
  const zeroY = shownUnit(ecg) !== null && least <= 0 && greatest >= 0 ? y(0) : null;
  return { stretches, zeroY };
}

/** Index of the frame whose time is nearest. */
export function frameNear(times: readonly number[], ms: number): number {
  const distance = (index: number): number => Math.abs((times[index] ?? Number.POSITIVE_INFINITY) - ms);
  return times.reduce((best, _, index) => (distance(index) < distance(best) ? index : best), 0);
}
