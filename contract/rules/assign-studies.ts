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

export interface Giving {
  readers: readonly ReaderToAssign[];
  perStudy: number;
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
 * Gives out studies, one after the other; they come in a random order. Of the readers who do not have a study, those come first
 * who were given the fewest of its stratum, then those with the fewest studies still to read; chance decides between equals. Of a
 * stratum that two readers may both read in full, the numbers they are given differ by one at most.
 */
export class StudyGiver {
  readonly #giving: Giving;
  /** Studies that each reader has still to read, by place. */
  readonly #open: number[];
  /** Studies of each stratum that each reader was given. */
  readonly #given = new Map<string, number[]>();

  constructor(giving: Giving) {
    this.#giving = giving;
    this.#open = giving.readers.map((reader) => reader.open);
  }

  /** Gives a study to as many readers as it lacks. */
  give({ study_id, stratum, readers: has }: StudyToAssign): AssignedStudy[] {
    const { readers, perStudy, random } = this.#giving;
    const given = this.#given.get(stratum) ?? readers.map(() => 0);
    this.#given.set(stratum, given);
    const taken = readers.map(({ email }) => has.includes(email));
    const assigned: AssignedStudy[] = [];
    for (let lacking = perStudy - has.length; lacking > 0; lacking--) {
      const at = leastOf(taken, given, this.#open, random);
      const reader = readers[at];
      if (reader === undefined) break;
      given[at] = (given[at] ?? 0) + 1;
      this.#open[at] = (this.#open[at] ?? 0) + 1;
      taken[at] = true;
      assigned.push({ study_id, stratum, email: reader.email, repeat: false, gold: false });
    }
    return assigned;
  }
}

/** The place of the reader with the least of the first count, then of the second; -1 where all are taken. */
function leastOf(taken: readonly boolean[], first: readonly number[], second: readonly number[], random: () => number): number {
  let least = -1;
  let equals = 0;
  for (let at = 0; at < taken.length; at++) {
    if (taken[at]) continue;
    const difference = least === -1 ? -1 : (first[at] ?? 0) - (first[least] ?? 0) || (second[at] ?? 0) - (second[least] ?? 0);
    if (difference > 0) continue;
    equals = difference < 0 ? 1 : equals + 1;
    // Of equals each is as likely as the others.
    if (random() * equals < 1) least = at;
  }
  return least;
}

const byReader = (assigned: readonly AssignedStudy[]): Map<string, AssignedStudy[]> => {
  const own = new Map<string, AssignedStudy[]>();
  for (const one of assigned) {
    const known = own.get(one.email);
    if (known === undefined) own.set(one.email, [one]);
    else known.push(one);
  }
  return own;
};

/** Marks the share of each reader's readings that is repeated, to the nearest whole number. */
export function withRepeats(assigned: readonly AssignedStudy[], share: number, random: () => number): AssignedStudy[] {
  const repeated = new Set<AssignedStudy>();
  for (const own of byReader(assigned).values())
    for (const one of shuffled(own, random).slice(0, Math.round(own.length * share))) repeated.add(one);
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
  const added = [...byReader(assigned)].flatMap(([email, own]) => {
    const wanted = Math.round((own.length * share) / (1 - share));
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
