/** The kind of jobs that make releases. */
export const RELEASE_KIND = 'release';
