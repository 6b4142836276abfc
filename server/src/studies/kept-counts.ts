import type { ListReader } from './listed.ts';

/** Counts that one server keeps: counts of the lists that people look at, a few hundred bytes each. */
const COUNTS_KEPT = 2000;

/** The list a page belongs to, except for open studies, which end with the clock. */
export interface Counts {
  total: number;
  found: number;
  validated: number;
  fetal: number;
  editors: readonly number[];
}

/**
 * Counts of lists, each with the revision of its project's lists that they were counted at: at another revision they are counted
 * again. Everything else they depend on is in their key.
 */
export class KeptCounts {
  readonly #kept = new Map<string, { revision: number; counts: Promise<Counts> }>();

  /** Key of the rows that are counted by these filters. Reviewers' own reviews count in their filters. */
  static keyOf({ projectId, project, activeOnly, showQc, seeing, first, role, isAssigned, userId }: ListReader, filters: object): string {
    return JSON.stringify([projectId, project, activeOnly, showQc, seeing, first, role, isAssigned, userId, filters]);
  }

  /** The counts at a revision; simultaneous requests wait for the same ones. */
  at(key: string, revision: number, count: () => Promise<Counts>): Promise<Counts> {
    const known = this.#kept.get(key);
    this.#kept.delete(key);
    const counts = known?.revision === revision ? known.counts : count();
    this.#kept.set(key, { revision, counts });
    counts.catch(() => this.#kept.delete(key));
    if (this.#kept.size > COUNTS_KEPT) this.#kept.delete(this.#kept.keys().next().value ?? key);
    return counts;
  }
}
