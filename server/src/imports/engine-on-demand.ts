import type { Engine } from '@echometry/bindings/engine/api.ts';

/** An engine that exists while it is needed. */
export interface EngineOnDemand {
  /** Lends the engine for a piece of work; the last one to give it back ends its workers. */
  during<T>(work: (engine: Engine) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Starts an engine at the first piece of work and ends it with the last: the memory of WebAssembly only ever grows, so
 * that a worker which opened one file of 1 GB would keep 1 GB for as long as the server runs. `onWork` hears how long each
 * piece took, in seconds.
 */
export function engineOnDemand(create: () => Promise<Engine>, onWork: (seconds: number) => void = () => undefined): EngineOnDemand {
  let engine: Promise<Engine> | null = null;
  let users = 0;
  const end = async (): Promise<void> => {
    const ending = engine;
    engine = null;
    // A start that failed is tried again at the next piece of work.
    await ending?.then(
      (started) => started.close(),
      () => undefined,
    );
  };
  return {
    async during(work) {
      users += 1;
      const begin = performance.now();
      try {
        engine ??= create();
        return await work(await engine);
      } finally {
        onWork((performance.now() - begin) / 1000);
        users -= 1;
        if (users === 0) await end();
      }
    },
    close: end,
  };
}
