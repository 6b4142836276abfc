/** Saves of one person with less than this between them are one sitting, in ms. */
export const SITTING_GAP_MS = 30 * 60 * 1000;

/** True where work at `next` continues the sitting that had come to `at`; both in ms. */
export const goesOn = (at: number, next: number): boolean => next - at < SITTING_GAP_MS;
