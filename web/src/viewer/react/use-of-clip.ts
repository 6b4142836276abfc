import { useCallback, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { subscribe } from 'valtio';
import { followClip, type ClipValue } from '../clip/follow-clip.ts';
import type { PlayerState } from '../clip/player.ts';

/**
 * A value that follows from the state of a clip. Its component is rendered again only when the value changes, not with every frame of
 * the clip that arrives or is decoded.
 */
export const useOfClip = <T extends ClipValue>(state: PlayerState, part: (state: PlayerState) => T): T =>
  useSyncExternalStore(
    useCallback((listener) => subscribe(state, listener), [state]),
    () => part(state),
  );

/**
 * An effect for a value that follows from the state of a clip. Its component is not rendered again for it.
 * @param key begins the effect again when it changes
 */
export function useClipEffect<T extends ClipValue>(
  state: PlayerState,
  part: (state: PlayerState) => T,
  effect: (value: T) => (() => void) | void,
  key = '',
): void {
  const onValue = useEffectEvent(effect);
  const valueOf = useEffectEvent(part);
  useEffect(
    () =>
      followClip(
        state,
        (now) => valueOf(now),
        (value) => onValue(value),
      ),
    [state, key],
  );
}
