import { Type } from 'typebox';
import type { SequenceLines } from '../generated/analysis-image.ts';

/** Format of the documents of lines on every frame of a cycle; a newer one is refused by name (docs/contracts.md#lines-of-a-whole-cycle). */
export const SEQUENCE_FORMAT = 1;

/** Frames of one sequence at most, as many as the engine follows lines through at once (engine-rs/src/limits.rs, `MAX_TRACKED_FRAMES`). */
export const MAX_SEQUENCE_FRAMES = 600;
/** Lines of one sequence at most. */
export const MAX_SEQUENCE_LINES = 32;
/** Points of all its lines on one frame at most. */
export const MAX_SEQUENCE_POINTS = 1_000;
/** Lines corrected by hand in one cycle at most: every line on every frame. */
export const MAX_CORRECTED_LINES = MAX_SEQUENCE_FRAMES * MAX_SEQUENCE_LINES;
/** Confirmed parts of one sequence at most: each line as a whole, and with its six segments. */
export const MAX_CONFIRMED_PARTS = 7 * MAX_SEQUENCE_LINES;
/** Documents of one save, and hashes of one question, at most: a clip has a few cycles. */
export const MAX_SEQUENCES_AT_ONCE = 64;

/** Lines on every frame of cycles, by the hashes of their documents. */
export type NamedSequences = Readonly<Record<string, SequenceLines>>;

/** Hex SHA-256 of the JSON of a document. */
export const SequenceHash = Type.String({ pattern: '^[0-9a-f]{64}$' });

/**
 * Documents of lines. The server checks each against the JSON Schema generated from the engine's type
 * (contract/generated/sequence-lines.schema.json); here they are only objects.
 */
export const SequenceDocuments = Type.Array(Type.Unsafe<SequenceLines>({ type: 'object' }), { maxItems: MAX_SEQUENCES_AT_ONCE });
