import { goesOn } from '@echometry/contract/rules/sittings.ts';

/** Days that every version is kept unless configured otherwise. */
export const DEFAULT_VERSIONS_KEPT_DAYS = 30;
/** Fewest days that may be configured: what a browser has not sent yet builds on a version of them. */
export const MIN_VERSIONS_KEPT_DAYS = 7;

/** Fields of a version of an analysis or of a review for the policy. */
export interface VersionRow {
  id: number;
  /** Names the line of work, or the review: within it, a version continues the one before. */
  line: string;
  parent: number | null;
  at: number;
  /** One side of a conflict: no later version holds what it holds. */
  aside: boolean;
  restoredFrom: number | null;
}

/** From the begin of something to its end, in ms since 1970 UTC. */
export interface Period {
  from: number;
  to: number;
}

/** The rules that keep versions. */
export interface Keeping {
  /** Versions made after this time are kept. */
  since: number;
  referred: ReadonlySet<number>;
  /** While something read whatever was current; in order, without overlaps. */
  reads: readonly Period[];
}

/** Periods in order, overlapping ones joined. */
export function joined(periods: readonly Period[]): Period[] {
  const all: Period[] = [];
  for (const { from, to } of [...periods].sort((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else all.push({ from, to });
  }
  return all;
}

/** Whether one of the periods, in order and without overlaps, touches the time from `from` to `to`. */
function touches(periods: readonly Period[], { from, to }: Period): boolean {
  let [low, high] = [0, periods.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (periods[middle]!.to < from) low = middle + 1;
    else high = middle;
  }
  const first = periods[low];
  return first !== undefined && first.from <= to;
}

/** The version that came after each in its line; sides of conflicts never were current and have no place there. */
function successors(versions: readonly VersionRow[]): Map<number, VersionRow> {
  const next = new Map<number, VersionRow>();
  const last = new Map<string, VersionRow>();
  for (const version of versions) {
    if (version.aside) continue;
    const before = last.get(version.line);
    if (before !== undefined) next.set(before.id, version);
    last.set(version.line, version);
  }
  return next;
}

/**
 * Versions of one study that the policy does not keep: older ones amid a sitting that nothing refers to
 * (docs/why/storage.md#which-versions-are-kept).
 * @param versions all of the study, in the order they were made
 */
export function superseded(versions: readonly VersionRow[], { since, referred, reads }: Keeping): number[] {
  const next = successors(versions);
  const isKept = (version: VersionRow): boolean => {
    if (version.at >= since || version.aside || referred.has(version.id)) return true;
    const after = next.get(version.id);
    return after === undefined || !goesOn(version.at, after.at) || touches(reads, { from: version.at, to: after.at });
  };
  const byId = new Map(versions.map((version) => [version.id, version]));
  const open = versions.filter(isKept);
  const kept = new Set(open.map(({ id }) => id));
  for (let version = open.pop(); version !== undefined; version = open.pop()) {
    for (const other of [version.restoredFrom, version.parent]) {
      const base = other === null ? undefined : byId.get(other);
      if (base === undefined || kept.has(base.id)) continue;
      // Within a line, a version continues the kept one before it.
      if (other !== version.restoredFrom && base.line === version.line && !version.aside) continue;
      kept.add(base.id);
      open.push(base);
    }
  }
  return versions.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
}

/** The nearest kept version before one; null where there is none. */
export function parentLeft(version: VersionRow, byId: ReadonlyMap<number, VersionRow>, gone: ReadonlySet<number>): number | null {
  let { parent } = version;
  while (parent !== null && gone.has(parent)) parent = byId.get(parent)?.parent ?? null;
  return parent;
}
