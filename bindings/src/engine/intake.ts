/** A file on its way into the store, held by one worker from its reading to its end. */
import { transfer } from 'comlink';
import type {
  CleanFile,
  CleanOptions,
  ClipTimes,
  FileFindings,
  FileOnDisk,
  IconBox,
  ImportIdentity,
  Intake,
  MachineReport,
  NotWritten,
  ObjectsFolder,
  WaveformObject,
  WrittenFile,
} from './api.ts';
import { type EngineFailure, noSuchHandle } from './failure.ts';
import { err, ok, type Result } from './result.ts';
import type { TakenIn } from './worker-intakes.ts';
import type { WorkerPool } from './worker-pool.ts';

/** Where an intake is held. */
interface Place {
  pool: WorkerPool;
  worker: number;
  id: number;
}

class HeldIntake implements Intake {
  #isOver = false;
  readonly #generation: number;
  constructor(
    private readonly place: Place,
    private readonly taken: TakenIn,
  ) {
    this.#generation = place.pool.generation(place.worker);
  }

  get identity(): ImportIdentity {
    return this.taken.identity;
  }

  get findings(): FileFindings {
    return this.taken.findings;
  }

  get report(): MachineReport | null {
    return this.taken.report;
  }

  get waveform(): WaveformObject | null {
    return this.taken.waveform;
  }

  get clipTimes(): ClipTimes | null {
    return this.taken.clipTimes;
  }

  async original(): Promise<Result<Uint8Array, EngineFailure>> {
    const { pool, worker, id } = this.place;
    return this.#isLost() ? err(noSuchHandle()) : pool.call((api) => api.intakeOriginal(id), { only: worker });
  }

  async clean(options: CleanOptions, boxes: readonly IconBox[]): Promise<Result<CleanFile, EngineFailure>> {
    const { pool, worker, id } = this.place;
    if (this.#isLost()) return err(noSuchHandle());
    this.#isOver = true;
    return pool.call((api) => api.intakeClean(id, options, boxes), { only: worker });
  }

  async write(
    options: CleanOptions,
    boxes: readonly IconBox[],
    folder: ObjectsFolder,
  ): Promise<Result<WrittenFile | NotWritten, EngineFailure>> {
    const { pool, worker, id } = this.place;
    if (this.#isLost()) return err(noSuchHandle());
    this.#isOver = true;
    // Past the queue: while one file waits for the disk the worker continues with the next.
    return pool.direct(worker, (api) => api.intakeWrite(id, options, boxes, folder));
  }

  drop(): void {
    const { pool, worker, id } = this.place;
    if (this.#isLost()) return;
    this.#isOver = true;
    void pool.direct(worker, async (api) => ok(await api.intakeDrop(id)));
  }

  giveBack({ bytes }: CleanFile): void {
    const { pool, worker } = this.place;
    void pool.direct(worker, async (api) => ok(await api.letGo(transfer(bytes, ownMemory(bytes)))));
  }

  /** It was given up, or its worker was restarted without it. */
  #isLost(): boolean {
    return this.#isOver || this.place.pool.generation(this.place.worker) !== this.#generation;
  }
}

/** Memory that a message may take along: an array's own, whole. */
export const ownMemory = (bytes: Uint8Array): ArrayBuffer[] =>
  bytes.buffer instanceof ArrayBuffer && bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : [];

/** Moves the bytes to a worker, or lets it read them, and it holds them. */
export async function takeIn(place: Place, file: Uint8Array | FileOnDisk, key: Uint8Array): Promise<Result<Intake, EngineFailure>> {
  const { pool, worker, id } = place;
  const begun = await (file instanceof Uint8Array
    ? pool.call((api) => api.intakeBegin(id, transfer(file, ownMemory(file)), key), { only: worker })
    : pool.direct(worker, (api) => api.intakeRead(id, file, key)));
  return begun.ok ? ok(new HeldIntake(place, begun.value)) : begun;
}
