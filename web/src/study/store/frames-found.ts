/** Real number of frames of completely read files: a damaged file declares more than it has. */
import { proxy } from 'valtio';
import { onStudyClosed } from './current-study.ts';

export const framesFound = proxy<{ found: Record<string, number> }>({ found: {} });

onStudyClosed(() => {
  framesFound.found = {};
});

export function noteFrames(filename: string, frames: number): void {
  if (framesFound.found[filename] !== frames) framesFound.found[filename] = frames;
}
