/** A search for the envelope of a cycle, and what was found. Nothing of it is stored. */
import type { Envelope, EnvelopeSide } from '@echometry/contract/generated/envelope.ts';

/** How the envelope of a cycle is looked for. A changed one is another object, so that a result can be matched to it. */
export interface EnvelopeSearch {
  cycle: number;
  /** The two vertical limits, columns in stored pixels. */
  columns: readonly [number, number];
  side: EnvelopeSide;
  share: number;
}

/** Result of a search; null where no flow is seen. */
export interface EnvelopeOffer {
  of: EnvelopeSearch;
  found: Envelope | null;
}
