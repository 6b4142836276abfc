/** Why a value differs from its standard: distant lines, and marks on other frames (docs/readers.md#readers-over-time). */
import type { AgreementCase } from '../records/agreement.ts';

/** A line or a mark of a case, and how far it is from the standard. */
export interface Apart {
  kind: 'line' | 'mark';
  /** Of the line, or the event of the mark. */
  name: string;
  /** Of a line. */
  event: 'end_diastole' | 'end_systole' | null;
  /** mm of a line, frames or columns of a mark: the reader minus the standard. */
  value: number;
  unit: 'mm' | 'frame' | 'column';
  /** mm² by which the reader's area is larger; null for marks and open lines. */
  area: number | null;
}

/** Fewest cases by whose spread a part of a case can be unusual. */
const LEAST_CASES = 3;
/** A part of a case is unusual beyond so many standard deviations. */
const UNUSUAL_SD = 1;

const keyOf = ({ kind, name, event, unit }: Apart): string => JSON.stringify([kind, name, event, unit]);

const partsOf = ({ lines, marks }: AgreementCase): Apart[] => [
  ...lines.map(({ line, event, mean_distance, area_difference }) => ({
    kind: 'line' as const,
    name: line,
    event,
    value: mean_distance,
    unit: 'mm' as const,
    area: area_difference,
  })),
  ...marks.map(({ event, steps, unit }) => ({ kind: 'mark' as const, name: event, event: null, value: steps, unit, area: null })),
];

interface Spread {
  n: number;
  mean: number;
  sd: number;
  area: number | null;
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function spreadsOf(cases: readonly AgreementCase[]): Map<string, Spread & { part: Apart }> {
  const groups = new Map<string, Apart[]>();
  for (const part of cases.flatMap(partsOf)) groups.set(keyOf(part), [...(groups.get(keyOf(part)) ?? []), part]);
  const spreads = new Map<string, Spread & { part: Apart }>();
  for (const [key, parts] of groups) {
    const [part] = parts;
    if (part === undefined) continue;
    const values = parts.map(({ value }) => value);
    const mean = meanOf(values);
    const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(values.length - 1, 1));
    const areas = parts.flatMap(({ area }) => (area === null ? [] : [area]));
    spreads.set(key, { part, n: values.length, mean, sd, area: areas.length === 0 ? null : meanOf(areas) });
  }
  return spreads;
}

/** In standard deviations of all cases. Without any spread everything else is unusual. */
const distance = (value: number, { mean, sd }: Spread): number => (sd > 0 ? Math.abs(value - mean) / sd : value === mean ? 0 : Infinity);

/** The part of each case that is most unusual among all cases, by case; cases in which none is are left out. */
export function largestReasons(cases: readonly AgreementCase[]): Map<AgreementCase, Apart> {
  const spreads = spreadsOf(cases);
  const found = new Map<AgreementCase, Apart>();
  for (const one of cases) {
    let most = UNUSUAL_SD;
    for (const part of partsOf(one)) {
      const spread = spreads.get(keyOf(part));
      if (spread === undefined || spread.n < LEAST_CASES) continue;
      const far = distance(part.value, spread);
      if (far <= most) continue;
      most = far;
      found.set(one, part);
    }
  }
  return found;
}

/** A change in how far a line or a mark is from the standard; `value` and `area` are by how much it grew. */
export type DriftSource = Apart;

/** Lines and marks whose distance changed between earlier and later cases, the largest change by its spread first. */
export function driftSources(before: readonly AgreementCase[], since: readonly AgreementCase[]): DriftSource[] {
  const [earlier, later, all] = [spreadsOf(before), spreadsOf(since), spreadsOf([...before, ...since])];
  return [...later]
    .flatMap(([key, now]) => {
      const [then, both] = [earlier.get(key), all.get(key)];
      if (then === undefined || both === undefined || then.n < LEAST_CASES || now.n < LEAST_CASES) return [];
      const change = now.mean - then.mean;
      const far = both.sd > 0 ? Math.abs(change) / both.sd : 0;
      if (far <= UNUSUAL_SD) return [];
      const area = now.area === null || then.area === null ? null : now.area - then.area;
      return [{ far, source: { ...now.part, value: change, area } }];
    })
    .toSorted((a, b) => b.far - a.far)
    .map(({ source }) => source);
}
