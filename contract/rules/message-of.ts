/** The text of something thrown, for a sentence that a person reads. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
