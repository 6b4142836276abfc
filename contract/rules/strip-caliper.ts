/** Values of a caliper over a strip in addition to its two distances. */
export interface StripCaliper {
  /** Change along y for each second, in the unit of y a second. */
  slope: number | null;
  /** Beats a minute, for this number of beats between its ends. */
  heart_rate_bpm: number | null;
}

/** Beats that a caliper may span. */
export const MAX_BEATS = 20;

const SECONDS_A_MINUTE = 60;

/**
 * @param dt_s time between the ends of the caliper
 * @param dv velocity or depth between them
 * @param beats number of beats between them
 */
export function stripCaliper(dt_s: number | null, dv: number | null, beats: number): StripCaliper {
  const known = dt_s !== null && dt_s > 0 ? dt_s : null;
  return {
    slope: known !== null && dv !== null ? dv / known : null,
    heart_rate_bpm: known === null ? null : (SECONDS_A_MINUTE * beats) / known,
  };
}
