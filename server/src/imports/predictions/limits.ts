import { MAX_SENT_LINES_BYTES } from '@echometry/contract/records/predictions.ts';

/** Largest file of lines, in bytes: it is read whole. */
export const MAX_LINES_BYTES = MAX_SENT_LINES_BYTES;
/** JavaScript memory of the thread that reads a file of lines, in MiB: JSON of the largest size takes about ten times its bytes. */
export const PREDICTIONS_HEAP_MIB = 3072;
/** Refused lines that a report names; the others are counted. */
export const MAX_NAMED_REFUSALS = 10_000;
/** Refused lines that the console shows; the report names more. */
export const SHOWN_REFUSALS = 20;
/** Points of one image at most: about 7 MB of its record, as much as a save of a person may send. */
export const MAX_IMAGE_POINTS = 20_000;
