/** How much of the engine has arrived, for what waits for it. */
import { useSyncExternalStore } from 'react';
import { ENGINE_PARTS } from '@echometry/bindings/browser/engine-modules.ts';

/** Bytes that are here, and of how many. */
export interface Arriving {
  loaded: number;
  total: number;
}

const { first, whole } = ENGINE_PARTS;

function subscribe(changed: () => void): () => void {
  const stops = [first.subscribe(changed), whole.subscribe(changed)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The arriving part of the engine; null while none is, and where its size is not known. */
export function useEngineProgress(): Arriving | null {
  const [ofFirst, ofWhole] = [useSyncExternalStore(subscribe, () => first.loaded), useSyncExternalStore(subscribe, () => whole.loaded)];
  const sizes = import.meta.env.ENGINE_BYTES ?? null;
  if (sizes === null) return null;
  if (ofWhole === 0 && ofFirst < sizes.first) return { loaded: ofFirst, total: sizes.first };
  return ofWhole > 0 && ofWhole < sizes.whole ? { loaded: ofWhole, total: sizes.whole } : null;
}
