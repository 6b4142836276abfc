/** How many frames a file really holds, of those that were read to their end: a damaged file declares more than it has. */
import { proxy } from 'valtio';
import { onStudyClosed } from './current-study.ts';

export const framesFound = proxy<{ found: Record<string, number> }>({ found: {} });

onStudyClosed(() => {
  framesFound.found = {};
});

export function noteFrames(filename: string, frames: number): void {
  if (framesFound.found[filename] !== frames) framesFound.found[filename] = frames;
}
