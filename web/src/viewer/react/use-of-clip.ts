import { useCallback, useSyncExternalStore } from 'react';
import { subscribe } from 'valtio';
import type { PlayerState } from '../clip/player.ts';

/**
 * A value that follows from the state of a clip. Its component is rendered again only when the value changes, not with every frame of
 * the clip that arrives or is decoded.
 */
export const useOfClip = <T extends string | number | boolean>(state: PlayerState, part: (state: PlayerState) => T): T =>
  useSyncExternalStore(
    useCallback((listener) => subscribe(state, listener), [state]),
    () => part(state),
  );
