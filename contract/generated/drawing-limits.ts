// Written by `echometry-engine generate-types` from the Rust records. Do not edit.

/** Limits of the thickness between endocardium and epicardium, shares of the image's height. */
export const EPI_THICKNESS = { min: 0.01, max: 0.15, initial: 0.05, step: 0.005 } as const;

/** A point that was followed, or a line by the mean of its points, of lower quality is doubtful. */
export const DOUBTFUL_QUALITY = 0.6;

/** Longest time without a value within which a curve still counts as known, in ms. */
export const MAX_CURVE_GAP_MS = 60;
