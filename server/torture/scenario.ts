import type { Ledger } from './ledger.ts';
import type { Person } from './person.ts';
import type { Site } from './site.ts';

/** People whose sessions outlive every kill. */
export interface People {
  savers: Person[];
  viewer: Person;
  admin: Person;
  scientist: Person;
}

/** One round as a scenario sees it. */
export interface Round {
  number: number;
  site: Site;
  people: People;
  ledger: Ledger;
  random: () => number;
}

/** Work that a kill meets. */
export interface UnderWay {
  /** Waits for the requests that the kill cut off. */
  settled: () => Promise<void>;
  /** With the server back: everything that was acknowledged ends as it should, automatically. True when the kill met it in the middle. */
  verify: () => Promise<boolean>;
}

export interface Scenario {
  name: string;
  /** Longest time from its beginning to the kill, in ms. */
  withinMs: number;
  /** Preparations, made while no server runs. */
  prepare?: (round: Round) => Promise<void>;
  begin: (round: Round) => Promise<UnderWay>;
}
