/** How many frames a file holds, by what it declares and what its reading found. */

export interface FrameTally {
  /** Number of Frames of the header. */
  declared: number;
  /** Frames whose place is known. */
  available: number;
  warnings: readonly string[];
}

/** Frames the file holds, at most those it declares; null where it only is known that some are missing. */
export function framesAvailable({ declared, available, warnings }: FrameTally): number | null {
  if (available < declared) return available;
  // Frames that a video announces keep their place, so that places count no frames where some are missing.
  return warnings.includes('fewer_frames_than_declared') ? null : declared;
}
