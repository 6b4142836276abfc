/** Who reads what: studies are given out so that every reader has about as many, of each kind too. */

/** A study that is given out. */
export interface StudyToAssign {
  study_id: string;
  /** Its properties that are spread evenly. */
  stratum: string;
  /** Readers who have it already. */
  readers: readonly string[];
}

/** A reader with the studies they have still to read. */
export interface ReaderToAssign {
  email: string;
  open: number;
}

export interface AssignedStudy {
  study_id: string;
  stratum: string;
  email: string;
  /** The reading is repeated later. */
  repeat: boolean;
  /** It is a gold case that was mixed in. */
  gold: boolean;
}

export interface StudiesAndReaders {
  studies: readonly StudyToAssign[];
  readers: readonly ReaderToAssign[];
  perStudy: number;
  /** Share of each reader's new readings that is repeated. */
  repeatShare: number;
  /** Uniform on [0, 1). */
  random: () => number;
}

/** The values in a random order (Fisher and Yates). */
export function shuffled<T>(values: readonly T[], random: () => number): T[] {
  const order = [...values];
  for (let last = order.length - 1; last > 0; last--) {
    const at = Math.floor(random() * (last + 1));
    [order[last], order[at]] = [order[at] as T, order[last] as T];
  }
  return order;
}

/**
 * Gives each study the readers it lacks. Of the readers who do not have it, those come first who were given the fewest studies of
 * its stratum, then those with the fewest studies still to read; chance decides between equals. Of a stratum that two readers may
 * both read in full, the numbers they are given differ by one at most.
 */
export function assignStudies({ studies, readers, perStudy, repeatShare, random }: StudiesAndReaders): AssignedStudy[] {
  const open = readers.map((reader) => reader.open);
  const strata = new Map<string, number[]>();
  const assigned: AssignedStudy[] = [];
  for (const { study_id, stratum, readers: has } of shuffled(studies, random)) {
    const given = strata.get(stratum) ?? readers.map(() => 0);
    strata.set(stratum, given);
    const taken = new Set(has);
    for (let lacking = perStudy - has.length; lacking > 0; lacking--) {
      const at = leastOf(readers, taken, [given, open], random);
      const reader = readers[at];
      if (reader === undefined) break;
      given[at] = (given[at] ?? 0) + 1;
      open[at] = (open[at] ?? 0) + 1;
      taken.add(reader.email);
      assigned.push({ study_id, stratum, email: reader.email, repeat: false, gold: false });
    }
  }
  return withRepeats(assigned, repeatShare, random);
}

/** The place of the reader with the least of the first count, then of the next; -1 where all are taken. */
function leastOf(
  readers: readonly ReaderToAssign[],
  taken: ReadonlySet<string>,
  counts: ReadonlyArray<readonly number[]>,
  random: () => number,
): number {
  let least = -1;
  let equals = 0;
  for (const [at, { email }] of readers.entries()) {
    if (taken.has(email)) continue;
    const difference = least === -1 ? -1 : counts.reduce((found, count) => found || (count[at] ?? 0) - (count[least] ?? 0), 0);
    if (difference > 0) continue;
    equals = difference < 0 ? 1 : equals + 1;
    // Of equals each is as likely as the others.
    if (random() * equals < 1) least = at;
  }
  return least;
}

/** Marks the share of each reader's readings that is repeated, to the nearest whole number. */
function withRepeats(assigned: readonly AssignedStudy[], share: number, random: () => number): AssignedStudy[] {
  const repeated = new Set<AssignedStudy>();
  for (const email of new Set(assigned.map((one) => one.email))) {
    const own = assigned.filter((one) => one.email === email);
    for (const one of shuffled(own, random).slice(0, Math.round(own.length * share))) repeated.add(one);
  }
  return assigned.map((one) => (repeated.has(one) ? { ...one, repeat: true } : one));
}

/** A gold case with everybody who knows it: who has it, has read it, or took part in it. */
export interface GoldToAssign {
  study_id: string;
  known: ReadonlySet<string>;
}

/**
 * Adds gold cases to what readers were given, so that they are the share of each reader's studies, to the nearest whole number and
 * as far as there are cases that the reader does not know. The order is random, so that it does not show which they are.
 */
export function withGold(
  assigned: readonly AssignedStudy[],
  cases: readonly GoldToAssign[],
  { share, random }: { share: number; random: () => number },
): AssignedStudy[] {
  const added = [...new Set(assigned.map((one) => one.email))].flatMap((email) => {
    const own = assigned.filter((one) => one.email === email).length;
    const wanted = Math.round((own * share) / (1 - share));
    return shuffled(
      cases.filter(({ known }) => !known.has(email)),
      random,
    )
      .slice(0, wanted)
      .map(({ study_id }) => ({ study_id, stratum: '', email, repeat: false, gold: true }));
  });
  return shuffled([...assigned, ...added], random);
}

/** A generator of numbers on [0, 1) that gives the same ones for the same seed: a preview and what is stored are equal (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The letters that a patient code begins with, which sites of a study use as their sign; empty where there are none. */
export const siteOfCode = (code: string): string => /^\p{L}+/u.exec(code.trim())?.[0]?.toUpperCase() ?? '';
