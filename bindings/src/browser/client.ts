/** The engine in the browser: workers of the page, and parts of the engine that are compiled once for all of them. */
import { proxy, wrap } from 'comlink';
import { EngineClient } from '../engine/client.ts';
import { ENGINE_PARTS } from './engine-modules.ts';
import type { StartedWorker } from '../engine/worker-pool.ts';
import type { EngineWorkerApi } from '../engine/worker-messages.ts';

/** More workers than this gain nothing: the decoder outruns the network before. */
const MAX_WORKERS = 4;

/** Shared memory needs cross-origin isolation. */
const canShare = (): boolean =>
  typeof SharedArrayBuffer !== 'undefined' && (!('crossOriginIsolated' in globalThis) || globalThis.crossOriginIsolated === true);

export function createEngine({ workers = Math.min(MAX_WORKERS, navigator.hardwareConcurrency || 2) } = {}): EngineClient {
  const share = canShare();
  const start = async (): Promise<StartedWorker> => {
    const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module', name: 'engine' });
    const api = wrap<EngineWorkerApi>(worker);
    await api.load(
      proxy((name) => ENGINE_PARTS[name].load()),
      share,
    );
    return {
      api,
      onCrash: (listener) => {
        worker.addEventListener('error', (event) => listener(event.message || 'worker error'));
        worker.addEventListener('messageerror', () => listener('unreadable message'));
      },
      terminate: () => worker.terminate(),
    };
  };
  return new EngineClient({ start, workers, share });
}
