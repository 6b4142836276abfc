/** Largest response to a search, in bytes: one page of studies or instances is a few hundred kB. */
export const MAX_SEARCH_BYTES = 16 * 1024 ** 2;
/** Results asked for at once. */
export const PAGE_ROWS = 500;
/** Studies of one import, and instances of one study. A selection that finds more is to be narrowed. */
export const MAX_STUDIES = 2000;
export const MAX_STUDY_INSTANCES = 20_000;
/** Studies that a search on the screen lists. */
export const MAX_LISTED_STUDIES = 200;
/** Bytes before the first part of a response, of the line of a delimiter, and of the headers of a part. */
export const MAX_PREAMBLE_BYTES = 4096;
export const MAX_DELIMITER_LINE_BYTES = 256;
export const MAX_PART_HEADER_BYTES = 8192;
/** A boundary is at most this long (RFC 2046, 5.1.1). */
export const MAX_BOUNDARY = 70;
/** Requests for lists that are under way at once. */
export const SEARCHES_AT_ONCE = 4;
