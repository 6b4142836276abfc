// Written by `echometry-engine generate-types` from the Rust records. Do not edit.

/**
 * A typed failure of the engine.
 */
export type EngineErrorCause = { "code": "not-dicom" } | { "code": "empty-file" } | { "code": "no-pixel-data" } | { "code": "missing-attribute", 
/**
 * Keyword of the attribute, e.g. `Rows`.
 */
attribute: string, } | { "code": "unsupported-transfer-syntax", 
/**
 * UID as in the file.
 */
uid: string, 
/**
 * Name of the syntax in the standard, or `unknown`.
 */
name: string, } | { "code": "unsupported-pixel-format", 
/**
 * The combination in words.
 */
detail: string, } | { "code": "limit-exceeded", 
/**
 * Name of the limit, e.g. `decoded_frame_bytes`.
 */
limit: string, 
/**
 * The largest value allowed.
 */
maximum: number, 
/**
 * The value found.
 */
found: number, } | { "code": "malformed-data-set", 
/**
 * Position in the file, in bytes.
 */
offset: number, 
/**
 * The fault there.
 */
detail: string, } | { "code": "malformed-frame", 
/**
 * Finding of the codec.
 */
detail: string, } | { "code": "malformed-video", 
/**
 * Position in the joined fragments, in bytes.
 */
offset: number, 
/**
 * The fault there.
 */
detail: string, } | { "code": "unsupported-video", 
/**
 * The kind in words.
 */
detail: string, } | { "code": "frames-in-browser", 
/**
 * UID of the transfer syntax.
 */
uid: string, 
/**
 * Its name in the standard.
 */
name: string, } | { "code": "frame-out-of-range", 
/**
 * The number asked for, from 1.
 */
frame_number: number, 
/**
 * Frames the file announces.
 */
number_of_frames: number, } | { "code": "frame-missing", 
/**
 * The number asked for, from 1.
 */
frame_number: number, 
/**
 * Frames whose bytes are there.
 */
frames_present: number, } | { "code": "frame-not-available", 
/**
 * The number asked for, from 1.
 */
frame_number: number, } | { "code": "invalid-argument", 
/**
 * Name of the argument.
 */
argument: string, 
/**
 * The allowed values.
 */
detail: string, } | { "code": "configuration", 
/**
 * Which one, and what is wrong with it.
 */
detail: string, } | { "code": "not-calibrated" } | { "code": "invalid-input", 
/**
 * Which one.
 */
detail: string, } | { "code": "cannot-deidentify", 
/**
 * Why.
 */
detail: string, } | { "code": "usage", 
/**
 * The fault.
 */
detail: string, } | { "code": "file-unreadable", 
/**
 * Reason as the system gives it.
 */
detail: string, };

/** A typed failure: the cause, its fields and a sentence for logs. */
export type EngineError = EngineErrorCause & { message: string };

export type EngineErrorCode = EngineErrorCause['code'];

/** Every code, for tables that must name each one. */
export const ENGINE_ERROR_CODES = [
  'not-dicom',
  'empty-file',
  'no-pixel-data',
  'missing-attribute',
  'unsupported-transfer-syntax',
  'unsupported-pixel-format',
  'limit-exceeded',
  'malformed-data-set',
  'malformed-frame',
  'malformed-video',
  'unsupported-video',
  'frames-in-browser',
  'frame-out-of-range',
  'frame-missing',
  'frame-not-available',
  'invalid-argument',
  'configuration',
  'not-calibrated',
  'invalid-input',
  'cannot-deidentify',
  'usage',
  'file-unreadable',
] as const satisfies readonly EngineErrorCode[];
