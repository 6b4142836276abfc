/**
 * Source of every format: one image of a person's work at a time, with the facts of its study and, for the formats that ask, its
 * decoded frames. A writer turns these into files of an archive. It uses neither the database nor the object store, so that a
 * test needs neither and any job can run it.
 */
import type { ExportedStanding } from './standing.ts';
import type { SquarePlacement } from '@echometry/bindings/engine/api.ts';
import type { AnalysisImage, Measurement, SequenceLines } from '@echometry/contract/generated/analysis-image.ts';
import type { CaliperValues } from '@echometry/contract/generated/study-measurements.ts';
import type { StudyQuantities } from '@echometry/contract/records/study.ts';

/** A decoded frame in stored rows and columns: 8 bits per sample, one sample (grey) or three (RGB, interleaved). */
export interface DecodedFrame {
  readonly rows: number;
  readonly columns: number;
  readonly samples_per_pixel: 1 | 3;
  readonly pixels: Uint8Array;
}

/** Certainty of a review; all null for the work of an editor. */
export interface ReviewCertainty {
  /** How far the review is. A consensus settles the reviews that it was made from. */
  readonly review_state: 'checkpoint' | 'finished' | 'consensus' | null;
  /** Whether the editor saved after the version that the review is based on. */
  readonly changed_since: boolean | null;
  /** E-mail addresses of the reviewers whose reviews a consensus settles, separated by spaces. */
  readonly consensus_of: string | null;
  /** Why the review was finished although something was open. */
  readonly finished_with_reason: string | null;
}

/** The certainty of work that is not a review. */
export const NO_REVIEW: ReviewCertainty = { review_state: null, changed_since: null, consensus_of: null, finished_with_reason: null };

/** Whose work it is. `blind` marks the work of a Ground-truth generator; `pass` counts repeated readings from 1. */
export interface WorkFacts extends ReviewCertainty {
  readonly editor: string;
  readonly reviewer: string | null;
  readonly role: string;
  readonly blind: boolean;
  readonly pass: number;
  /** Id of the stored version the work was read from. */
  readonly version: string;
}

/** The study as exports show it: the pseudonymised code, never an id of the institution. */
export interface StudyFacts extends Readonly<StudyQuantities> {
  readonly project: string;
  readonly study_id: string;
  /** The code shown (`patient_show`). */
  readonly patient: string;
  /** YYYY-MM-DD, shifted as imported. */
  readonly study_date: string;
}

/** Stored pixels from the first to the last column and row. */
export interface PixelBounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface SourceImage {
  readonly study: StudyFacts;
  readonly work: WorkFacts;
  /** As stored; for a writer of values with recomputed measurements. */
  readonly image: AnalysisImage;
  /** Values by measurement that are stored with the analysis where others were computed. */
  readonly stored: ReadonlyMap<string, readonly (number | null)[]>;
  /** Aggregates among reference values, by measurement; none for a writer that asks for no values. */
  readonly judged: ReadonlyMap<string, ExportedStanding>;
  /** Values of its calipers; none for a writer that asks for no values. */
  readonly calipers: readonly CaliperValues[];
  /** Values of the curves of its followed cycles; none for a writer that asks for no curves. */
  readonly curves: readonly Measurement[];
  readonly number_of_frames: number;
  /** Start of each frame in milliseconds; null when the file gives no time. */
  readonly frame_times_ms: readonly number[] | null;
  /** Height and width of a stored pixel of the tissue in mm, from the calibration in force; null when unknown. */
  readonly pixel_size_mm: readonly [height: number, width: number] | null;
  /** The region of the tissue, which has the sector in it; null where the file names none. */
  readonly sector: PixelBounds | null;
  /** The accepted lines on every frame of a cycle, from 0; null where none are stored, or they are damaged. */
  readonly sequence: (cycle: number) => Promise<SequenceLines | null>;
  /** Decodes one frame; `frame_number` counts from 1. Rejects with the engine's error when the file is damaged. */
  readonly frame: (frame_number: number) => Promise<DecodedFrame>;
  /** The same as RGB of a square, each sample the mean of what it covers of the frame. */
  readonly square: (frame_number: number, to: SquarePlacement) => Promise<Uint8Array>;
}

/** One file of an archive. `path` is relative, with forward slashes, of characters that every system takes. */
export interface ArchiveFile {
  readonly path: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** A work or an image that is missing from an export or from one of its formats. */
export interface LeftOut {
  readonly study_id: string;
  readonly editor: string;
  readonly reviewer: string | null;
  /** Id of the stored version; empty for a review that has none. */
  readonly version: string;
  /** Empty for the whole work. */
  readonly instance_id: string;
  /** Name of the format that cannot carry it; empty for all of them. */
  readonly format: string;
  readonly reason: string;
}

export interface FormatWriter {
  /** Name of its folder in the archive and its name in a request. */
  readonly name: string;
  /** Values of measurements are written: they are recomputed before. */
  readonly values: boolean;
  /** Values of curves are written too: their cycles are measured before. */
  readonly curves?: boolean;
  /** Why the format cannot contain an image, from its record; null if it can. `write` does not get refused images. */
  readonly refusal: (image: AnalysisImage) => string | null;
  readonly write: (images: AsyncIterable<SourceImage>, leave_out: (what: LeftOut) => void) => AsyncIterable<ArchiveFile>;
}
