/** Workers that are started once, given work in order, and replaced when they crash. */
import { releaseProxy, type Remote } from 'comlink';
import { aborted, closed, crashed, messageOf, type EngineFailure } from './failure.ts';
import { err, type Result } from './result.ts';
import type { EngineWorkerApi, WorkerAnswer } from './worker-messages.ts';

/** One started worker, whatever the platform's kind of worker is. */
export interface StartedWorker {
  api: Remote<EngineWorkerApi>;
  onCrash: (listener: (detail: string) => void) => void;
  terminate: () => void;
}

/** Starts a worker and loads the engine into it. */
export type WorkerStarter = () => Promise<StartedWorker>;

export interface PoolWorker {
  readonly index: number;
  /** Counts the restarts: what a worker kept is gone when this changes. */
  readonly generation: number;
  readonly api: Remote<EngineWorkerApi>;
}

interface Place {
  index: number;
  generation: number;
  worker: Promise<StartedWorker>;
  busy: boolean;
  failed: Set<(detail: string) => void>;
}

interface Task {
  run: (place: PoolWorker) => Promise<void>;
  fail: (detail: string) => void;
  only: number | null;
}

export class WorkerPool {
  readonly #places: Place[];
  readonly #start: WorkerStarter;
  readonly #queue: Task[] = [];
  #closed = false;

  constructor(start: WorkerStarter, size: number) {
    this.#start = start;
    this.#places = Array.from({ length: size }, (_, index) => {
      const place: Place = { index, generation: 0, worker: start(), busy: false, failed: new Set() };
      this.#watch(place);
      return place;
    });
  }

  get size(): number {
    return this.#places.length;
  }

  /** Resolves when every worker has started; rejects with the reason when one cannot be. */
  async ready(): Promise<void> {
    await Promise.all(this.#places.map((place) => place.worker));
  }

  /**
   * Queues one call. A cancelled call that has not begun is dropped at once; a running one ends and its result is dropped.
   * @param only index of the worker that must do it, or null
   */
  call<T>(
    ask: (api: Remote<EngineWorkerApi>) => Promise<WorkerAnswer<T>>,
    { signal, only = null, onDropped }: { signal?: AbortSignal | undefined; only?: number | null; onDropped?: (value: T) => void } = {},
  ): Promise<Result<T, EngineFailure>> {
    if (this.#closed) return Promise.resolve(err(closed()));
    if (signal?.aborted) return Promise.resolve(err(aborted()));
    return new Promise((resolve) => {
      const task: Task = {
        only,
        fail: (detail) => resolve(err(crashed(detail))),
        run: async (place) => {
          const answer = await this.#guarded(place, ask);
          signal?.removeEventListener('abort', cancel);
          if (signal?.aborted) {
            if (answer.ok) onDropped?.(answer.value);
            resolve(err(aborted()));
          } else {
            resolve(answer);
          }
        },
      };
      const cancel = () => {
        const at = this.#queue.indexOf(task);
        if (at >= 0) this.#queue.splice(at, 1);
        resolve(err(aborted()));
      };
      signal?.addEventListener('abort', cancel, { once: true });
      this.#queue.push(task);
      this.#dispatch();
    });
  }

  /** Calls one worker past the queue, for long work that mostly waits (reading a file). */
  async direct<T>(index: number, ask: (api: Remote<EngineWorkerApi>) => Promise<WorkerAnswer<T>>): Promise<Result<T, EngineFailure>> {
    const place = this.#places[index % this.#places.length];
    if (this.#closed || !place) return err(closed());
    try {
      return await this.#guarded(await this.#asWorker(place), ask);
    } catch (error) {
      return err(crashed(messageOf(error)));
    }
  }

  generation(index: number): number {
    return this.#places[index]?.generation ?? -1;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#queue.length = 0;
    for (const place of this.#places) {
      for (const fail of place.failed) fail('closed');
      try {
        const worker = await place.worker;
        worker.api[releaseProxy]();
        worker.terminate();
      } catch {
        // It never started, so there is nothing to end.
      }
    }
  }

  #dispatch(): void {
    for (const place of this.#places) {
      if (place.busy) continue;
      const at = this.#queue.findIndex((task) => task.only === null || task.only === place.index);
      if (at < 0) continue;
      const [task] = this.#queue.splice(at, 1);
      if (!task) continue;
      place.busy = true;
      void this.#asWorker(place)
        .then((worker) => task.run(worker))
        .catch((error: unknown) => task.fail(messageOf(error)))
        .finally(() => {
          place.busy = false;
          this.#dispatch();
        });
    }
  }

  async #asWorker(place: Place): Promise<PoolWorker> {
    const { api } = await place.worker;
    return { index: place.index, generation: place.generation, api };
  }

  /** Runs a call that ends in a result even when the worker dies in the middle of it. */
  async #guarded<T>(
    worker: PoolWorker,
    ask: (api: Remote<EngineWorkerApi>) => Promise<WorkerAnswer<T>>,
  ): Promise<Result<T, EngineFailure>> {
    const place = this.#places[worker.index];
    if (!place) return err(closed());
    let onFail: (detail: string) => void = () => undefined;
    const death = new Promise<WorkerAnswer<T>>((resolve) => {
      onFail = (detail) => resolve({ ok: false, error: this.#closed ? closed() : crashed(detail) });
      place.failed.add(onFail);
    });
    const asked = ask(worker.api).catch((error: unknown): WorkerAnswer<T> => ({
      ok: false,
      error: crashed(messageOf(error)),
      fatal: true,
    }));
    const answer = await Promise.race([asked, death]);
    place.failed.delete(onFail);
    if (!answer.ok && answer.fatal) await this.#restart(place, worker.generation, answer.error.message);
    return answer.ok ? { ok: true, value: answer.value } : err(answer.error);
  }

  #watch(place: Place): void {
    const generation = place.generation;
    place.worker.then(
      (worker) => worker.onCrash((detail) => void this.#restart(place, generation, detail)),
      () => undefined,
    );
  }

  async #restart(place: Place, generation: number, detail: string): Promise<void> {
    if (this.#closed || place.generation !== generation) return;
    place.generation += 1;
    const old = place.worker;
    place.worker = this.#start();
    this.#watch(place);
    for (const fail of place.failed) fail(detail);
    place.failed.clear();
    // A worker that never started has nothing to end.
    (await old.catch(() => null))?.terminate();
  }
}
