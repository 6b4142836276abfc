/** The compiled engine in the browser: fetched and compiled while it arrives, once for all workers. */
import wasmUrl from '../../wasm/full/engine_bg.wasm?url';

/** How much of the engine has arrived, in bytes as compiled, which a compressed transfer has fewer of. */
export interface EngineProgress {
  loaded: number;
}

let loading: Promise<WebAssembly.Module> | null = null;
const listeners = new Set<(progress: EngineProgress) => void>();
let loaded = 0;

/**
 * The module, loaded at the first call; a failed fetch is forgotten, so that the next call tries again.
 * @throws TypeError without a network; WebAssembly.CompileError when something else came than the engine
 */
export function engineModule(): Promise<WebAssembly.Module> {
  loading ??= fetchAndCompile().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** Calls the listener with what has arrived, and whenever more does. Returns what ends that. */
export function onEngineProgress(listener: (progress: EngineProgress) => void): () => void {
  listeners.add(listener);
  listener({ loaded });
  return () => {
    listeners.delete(listener);
  };
}

async function fetchAndCompile(): Promise<WebAssembly.Module> {
  const response = await fetch(wasmUrl);
  void count(response.clone());
  return WebAssembly.compileStreaming(response);
}

/** Counts a copy of the stream: the compiler gets the browser's own response, whose machine code the browser can keep. */
async function count(copy: Response): Promise<void> {
  loaded = 0;
  if (!copy.ok || !copy.body) return;
  try {
    const reader = copy.body.getReader();
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      loaded += step.value.length;
      for (const listener of listeners) listener({ loaded });
    }
  } catch {
    // Waiting callers get the reason why it did not load.
  }
}
