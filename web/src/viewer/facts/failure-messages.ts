import type { EngineFailure } from '@echometry/bindings/failure.ts';

const OTHERS = 'The other images of the study are not affected.';
const AGAIN = 'Choose the image again.';

/** Advice for each failure; null where its own message is enough. A code without an entry does not compile. */
const NEXT: Readonly<Record<EngineFailure['code'], string | null>> = {
  network: null,
  aborted: AGAIN,
  'engine-closed': AGAIN,
  'no-such-handle': AGAIN,
  'engine-crashed': AGAIN,
  'video-unsupported': OTHERS,
  'video-failed': OTHERS,
  'no-such-frame': OTHERS,
  'not-dicom': OTHERS,
  'empty-file': OTHERS,
  'no-pixel-data': OTHERS,
  'missing-attribute': OTHERS,
  'unsupported-transfer-syntax': OTHERS,
  'unsupported-pixel-format': OTHERS,
  'unsupported-video': OTHERS,
  'malformed-data-set': OTHERS,
  'malformed-frame': OTHERS,
  'malformed-video': OTHERS,
  'frame-missing': OTHERS,
  'frame-not-available': OTHERS,
  'frame-out-of-range': OTHERS,
  'frames-in-browser': OTHERS,
  'limit-exceeded': OTHERS,
  'file-unreadable': OTHERS,
  'cannot-deidentify': OTHERS,
  'invalid-argument': OTHERS,
  configuration: 'Contact an administrator of the project: its configuration is not valid.',
  'not-calibrated': 'Calibrate the image to get its values.',
  'invalid-input': OTHERS,
  usage: OTHERS,
};

/** Failures whose own words speak of the machinery: the image was closed, and that is all there is to know. */
const CLOSED: ReadonlySet<EngineFailure['code']> = new Set<EngineFailure['code']>(['aborted', 'engine-closed', 'no-such-handle']);

/** Meaning of a failure of the engine, with advice. */
export function failureText({ code, message }: EngineFailure): string {
  const next = NEXT[code];
  if (CLOSED.has(code)) return `The image was closed. ${AGAIN}`;
  return next === null ? message : `${message} ${next}`;
}
