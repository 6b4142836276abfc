/** The engine in Node: the same pool over worker threads. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { wrap } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { EngineClient } from '../engine/client.ts';
import type { StartedWorker } from '../engine/worker-pool.ts';
import type { EngineWorkerApi } from '../engine/worker-messages.ts';

/** Memory one worker thread of a server job may take for JavaScript; wasm memory comes on top. */
const WORKER_HEAP_MIB = 256;
/** The part of it for new objects: a worker makes few, and keeps its files in other memory. */
const WORKER_NEW_OBJECTS_MIB = 8;
const MAX_WORKERS = 4;

export interface NodeEngineOptions {
  workers?: number;
  /** Share memory with the workers; a test turns it off to go the way of a page that is not isolated. */
  share?: boolean;
  /** The checkout; found from this file or its bundle when not given. */
  root?: string;
}

/** The folder that holds `bindings/wasm`, from here upwards. */
export function checkoutRoot(): string {
  let folder = process.env['ECHOMETRY_ROOT'] ?? path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, 'bindings', 'wasm', 'full', 'engine_bg.wasm'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error('The engine is not built. Build it with: npm run build');
    folder = parent;
  }
  return folder;
}

/** Modules by file, as machine code: compiled, and made fast while they run, once for all engines of a process. */
const modules = new Map<string, Promise<WebAssembly.Module>>();

function moduleAt(file: string): Promise<WebAssembly.Module> {
  const known = modules.get(file);
  if (known !== undefined) return known;
  const compiled = readFile(file).then((bytes) => WebAssembly.compile(bytes));
  modules.set(file, compiled);
  // A failed read may succeed the next time.
  compiled.catch(() => modules.delete(file));
  return compiled;
}

export async function createEngine({
  workers = Math.min(MAX_WORKERS, availableParallelism()),
  share = true,
  root = checkoutRoot(),
}: NodeEngineOptions = {}): Promise<EngineClient> {
  const module = await moduleAt(path.join(root, 'bindings', 'wasm', 'full', 'engine_bg.wasm'));
  const script = path.join(root, 'server', 'dist', 'engine.worker.node.js');
  if (!existsSync(script)) throw new Error('The engine worker is not built. Build it with: npm run build');
  const start = async (): Promise<StartedWorker> => {
    const worker = new Worker(script, {
      name: 'engine',
      resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MIB, maxYoungGenerationSizeMb: WORKER_NEW_OBJECTS_MIB },
    });
    // Listened for from the beginning: an error without a listener would end the process.
    const crashed = new Promise<string>((resolve) => {
      worker.once('error', (error) => resolve(error.message));
      worker.once('exit', (code) => resolve(`worker exit ${code}`));
    });
    const api = wrap<EngineWorkerApi>(nodeEndpoint(worker));
    const failed = crashed.then((reason) => {
      throw new Error(`A worker of the engine did not start: ${reason}`);
    });
    await Promise.race([api.load(module, share), failed]);
    return {
      api,
      onCrash: (listener) => void crashed.then(listener),
      terminate: () => void worker.terminate(),
    };
  };
  const engine = new EngineClient({ start, workers, share });
  await engine.ready();
  return engine;
}
