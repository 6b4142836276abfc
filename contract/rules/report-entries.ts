/**
 * Additions of a user to the report of a study: a conclusion in their words, and key images. Both are comments of these
 * types (docs/why/measuring.md#conclusions-and-key-images-are-comments).
 */
import { MAX_COMMENT_LENGTH } from '../records/comment.ts';

export const CONCLUSION = 'report-conclusion';
export const KEY_IMAGE = 'report-key-image';
export const REPORT_TYPES = [CONCLUSION, KEY_IMAGE] as const;

/** Key images of a person in one study at most: two printed pages. */
export const MAX_KEY_IMAGES = 12;
/** Longest conclusion, in characters: a newline is put before its text when it is sent (contract/rules/comments.ts). */
export const MAX_CONCLUSION_LENGTH = MAX_COMMENT_LENGTH - 1;
