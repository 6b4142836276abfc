/** Work that follows from the state of a clip, without rendering. */
import { subscribe } from 'valtio';
import type { PlayerState } from './player.ts';

/** Compared by its content. */
export type ClipValue = string | number | boolean | null;

/**
 * Calls `onValue` with a value of the clip: now, and whenever the value has changed. What `onValue` returns ends the work that it began
 * for the value before.
 * @returns ends everything
 */
export function followClip<T extends ClipValue>(
  state: PlayerState,
  part: (state: PlayerState) => T,
  onValue: (value: T) => (() => void) | void,
): () => void {
  let value = part(state);
  let end = onValue(value);
  const stop = subscribe(state, () => {
    const next = part(state);
    if (next === value) return;
    end?.();
    value = next;
    end = onValue(next);
  });
  return () => {
    stop();
    end?.();
  };
}
