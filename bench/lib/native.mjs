// The native peer: time of a frame, and its pixels to check ours.
import { execFileSync } from 'node:child_process';
import { median } from './rounds.mjs';

/** Milliseconds of thread time for the median frame. */
export function nativeFrame(turbo, { width, height, pack }) {
  const output = execFileSync(turbo, ['decode', String(width), String(height), pack], { encoding: 'utf8', maxBuffer: 1 << 26 });
  return median(output.trim().split('\n').map(Number));
}

/** Frame 1 must be libjpeg-turbo's to the byte. Not timed. */
export async function checkAgainstTurbo(turbo, { name, width, height, pack, frames }, ours) {
  const expected = execFileSync(turbo, ['pixels', String(width), String(height), pack], { maxBuffer: 1 << 28 });
  ours.rgb(frames[0]);
  if (!expected.equals(Buffer.from(ours.output()))) throw new Error(`${name}: frame 1 is not what libjpeg-turbo decodes`);
}
