/** Standards that readers are judged against over time (docs/readers.md#readers-over-time). */
import type { Reader } from '../records/agreement.ts';
import { GOLD_READER } from './gold.ts';

/** In the order of their weight. */
export const STANDARDS = ['gold', 'consensus', 'others'] as const;
export type Standard = (typeof STANDARDS)[number];

/** Finished consensuses as a reader. Names of these readers have no @, and addresses of people do. */
export const CONSENSUS_READER: Reader = { editor: 'consensus', reviewer: null, blind: true, pass: 1 };

/** The mean of the first readings of other people that are independent of the reader's, as a reader. */
export const OTHERS_READER: Reader = { editor: 'others', reviewer: null, blind: true, pass: 1 };

export const STANDARD_READERS: Readonly<Record<Standard, Reader>> = {
  gold: GOLD_READER,
  consensus: CONSENSUS_READER,
  others: OTHERS_READER,
};

export const isConsensus = ({ editor }: Pick<Reader, 'editor'>): boolean => editor === CONSENSUS_READER.editor;
export const isOthers = ({ editor }: Pick<Reader, 'editor'>): boolean => editor === OTHERS_READER.editor;

/** The standard that a reader is; null for people and the machine. */
export const standardOf = ({ editor }: Pick<Reader, 'editor'>): Standard | null =>
  STANDARDS.find((standard) => STANDARD_READERS[standard].editor === editor) ?? null;
