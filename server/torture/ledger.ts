import type { BodyOf } from '@echometry/contract/calls/call.ts';
import type { CALLS } from '@echometry/contract/calls/registry.ts';

/** A save that the server acknowledged, as the client knows it. */
export interface Acknowledged {
  saveId: string;
  version: number;
  /** What was saved in it and in no other. */
  text: string;
}

export type SaveBody = BodyOf<typeof CALLS.analysisUpdate>;

/** What the server acknowledged, kept outside of it; and what it was asked and did not answer. */
export class Ledger {
  readonly saves: Acknowledged[] = [];
  /** By person: the save that was on its way when the server went. */
  readonly underWay = new Map<string, { body: SaveBody; text: string }>();
  /** What is wrong, one sentence each. */
  readonly faults: string[] = [];
}
