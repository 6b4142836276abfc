// Written by `echometry-engine generate-types` from the Rust records. Do not edit.

/** Format of the records of images that is written, and the newest that is read (docs/contracts.md#stored-work). */
export const DOCUMENT_FORMAT = 3;
