/** The parts of the engine in the browser: each is fetched and compiled while it arrives, once for all workers. */
import firstUrl from '../../wasm/first/engine_bg.wasm?url';
import wholeUrl from '../../wasm/full/engine_bg.wasm?url';
import type { PartName } from '../engine/engine-parts.ts';

/** Waits before a part that did not come is fetched again, in ms. */
const RETRY_WAITS_MS = [1000, 3000, 9000];

export class EngineModule {
  readonly #url: string;
  readonly #listeners = new Set<() => void>();
  #loading: Promise<WebAssembly.Module> | null = null;
  #loaded = 0;

  constructor(url: string) {
    this.#url = url;
  }

  /** Bytes that have arrived, as they are compiled: a compressed transfer has fewer. */
  get loaded(): number {
    return this.#loaded;
  }

  /**
   * The module, loaded at the first call; after a failure the next call tries again.
   * @throws TypeError without a network; WebAssembly.CompileError when something else came than the engine
   */
  load(): Promise<WebAssembly.Module> {
    this.#loading ??= this.#fetchWithRetries().catch((error: unknown) => {
      this.#loading = null;
      throw error;
    });
    return this.#loading;
  }

  /** Calls the listener whenever more has arrived. @returns stops that */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  async #fetchWithRetries(): Promise<WebAssembly.Module> {
    for (const wait of RETRY_WAITS_MS) {
      try {
        return await this.#fetch();
      } catch (error) {
        console.warn(`A part of the engine did not come; it is fetched again in ${wait} ms.`, error);
        await new Promise((resolve) => {
          setTimeout(resolve, wait);
        });
      }
    }
    return this.#fetch();
  }

  async #fetch(): Promise<WebAssembly.Module> {
    const response = await fetch(this.#url);
    void this.#count(response.clone());
    return WebAssembly.compileStreaming(response);
  }

  /** Counts a copy of the stream: the compiler gets the browser's own response, whose machine code the browser can keep. */
  async #count(copy: Response): Promise<void> {
    this.#loaded = 0;
    if (!copy.ok || !copy.body) return;
    try {
      const reader = copy.body.getReader();
      for (let step = await reader.read(); !step.done; step = await reader.read()) {
        this.#loaded += step.value.length;
        for (const listener of this.#listeners) listener();
      }
    } catch {
      // Waiting callers get the reason why it did not load.
    }
  }
}

export const ENGINE_PARTS: Readonly<Record<PartName, EngineModule>> = {
  first: new EngineModule(firstUrl),
  whole: new EngineModule(wholeUrl),
};
