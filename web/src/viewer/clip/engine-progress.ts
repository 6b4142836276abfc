/** Arrived part of the engine, for a page that waits for a first picture. */
import { useSyncExternalStore } from 'react';
import { onEngineProgress } from '@echometry/bindings/browser/engine-module.ts';

let loaded = 0;

const subscribe = (changed: () => void): (() => void) =>
  onEngineProgress((progress) => {
    loaded = progress.loaded;
    changed();
  });

/** Bytes that are here, and of how many. */
export interface Arriving {
  loaded: number;
  total: number;
}

/** Arrived part of the engine; null once all is, and where its size is not known. */
export function useEngineProgress(): Arriving | null {
  const arrived = useSyncExternalStore(subscribe, () => loaded);
  const total = import.meta.env.ENGINE_BYTES ?? null;
  return total === null || arrived >= total ? null : { loaded: arrived, total };
}
