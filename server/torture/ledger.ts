import type { BodyOf } from '@echometry/contract/calls/call.ts';
import type { CALLS } from '@echometry/contract/calls/registry.ts';

/** A save that the server acknowledged, as the client knows it. */
export interface Acknowledged {
  saveId: string;
  version: number;
  /** Content that was saved in it and in no other. */
  text: string;
}

export type SaveBody = BodyOf<typeof CALLS.analysisUpdate>;

/** Acknowledgements of the server, kept outside of it; and requests without a response. */
export class Ledger {
  readonly saves: Acknowledged[] = [];
  /** By person: the save that was on its way when the server went. */
  readonly underWay = new Map<string, { body: SaveBody; text: string }>();
  /** Faults, one sentence each. */
  readonly faults: string[] = [];
}
