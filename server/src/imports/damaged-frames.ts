import { NAMED_FRAMES } from './limits.ts';

/** Which frames of an imported file are damaged, for its report. */
export function damagedInWords(frames: readonly number[]): string {
  const named = frames.slice(0, NAMED_FRAMES).join(', ');
  const more = frames.length > NAMED_FRAMES ? ` and ${frames.length - NAMED_FRAMES} more` : '';
  return `damaged frames, kept as far as they can be read: ${named}${more}`;
}
