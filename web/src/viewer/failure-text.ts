import type { EngineFailure } from '@echometry/bindings/failure.ts';

/** What a failure of the engine means and what the person can do. */
export function failureText(failure: EngineFailure): string {
  switch (failure.code) {
    case 'network':
      return failure.message;
    case 'engine-crashed':
      return `${failure.message} Choose the image again.`;
    case 'video-unsupported':
    case 'video-failed':
      return `${failure.message} The other images of the study are not affected.`;
    case 'aborted':
    case 'engine-closed':
    case 'no-such-handle':
      return 'The image was closed. Choose it again.';
    default:
      return `${failure.message} The other images of the study are not affected.`;
  }
}
