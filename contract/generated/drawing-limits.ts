// Written by `echometry-engine generate-types` from the Rust records. Do not edit.

/** Limits of the thickness between endocardium and epicardium, shares of the image's height. */
export const EPI_THICKNESS = { min: 0.01, max: 0.15, initial: 0.05, step: 0.005 } as const;
