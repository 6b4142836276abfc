/** Entry of Node's worker thread. */
import type { TakenIn } from '../engine/worker-intakes.ts';
import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { expose } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import * as wasm from '../../wasm/full/engine.js';
import type { CleanOptions, FileOnDisk, IconBox, NotWritten, ObjectsFolder, WrittenFile } from '../engine/api.ts';
import { readInto } from './disk-file.ts';
import { EngineWorker } from '../engine/engine-worker.ts';
import { fileUnreadable, refuse } from '../engine/failure.ts';
import { ObjectFiles } from './object-files.ts';
import { ok } from '../engine/result.ts';
import type { WorkerAnswer } from '../engine/worker-messages.ts';

if (!parentPort) throw new Error('This file runs as a worker thread only.');

const hashed = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A worker of Node hashes, reads and writes files where their bytes are: handing them to another thread would copy them. */
class NodeEngineWorker extends EngineWorker {
  /** By the folder aside, whose syncs they share. */
  readonly #folders = new Map<string, ObjectFiles>();

  protected override async sha256(bytes: Uint8Array): Promise<string> {
    return hashed(bytes);
  }

  override intakeRead(id: number, { path, most }: FileOnDisk, key: Uint8Array): WorkerAnswer<TakenIn> {
    let held: wasm.HeldFile | null = null;
    try {
      readInto(path, most, (bytes) => this.viewOf((held = new wasm.HeldFile(bytes))));
    } catch (thrown) {
      (held as wasm.HeldFile | null)?.free();
      // The engine has no room for it; what else fails is reading.
      return thrown instanceof WebAssembly.RuntimeError ? refuse(thrown) : { ok: false, error: fileUnreadable(thrown) };
    }
    try {
      if (held === null) throw new Error('A file was read into no memory.');
      return ok(this.intakes.begin(id, held, key));
    } catch (thrown) {
      return refuse(thrown);
    }
  }

  override async intakeWrite(
    id: number,
    options: CleanOptions,
    boxes: readonly IconBox[],
    folder: ObjectsFolder,
  ): Promise<WorkerAnswer<WrittenFile | NotWritten>> {
    try {
      const { held, damagedFrames } = this.intakes.clean(id, options);
      let seen: Awaited<ReturnType<typeof this.inspectHeld>>;
      let writing: ReturnType<ObjectFiles['put']>;
      try {
        seen = await this.inspectHeld(id, held, boxes, damagedFrames);
        if (!seen.ok) return seen;
        const contents = [this.viewOf(held), ...seen.value.icons].map((bytes) => ({ bytes, key: hashed(bytes) }));
        // `put` has copied or written all bytes when it returns, so that the memory of the engine can be freed.
        writing = this.#filesOf(folder).put(contents);
      } finally {
        held.free();
      }
      const { metadata, framesAvailable } = seen.value;
      const [bytes, ...icons] = await writing;
      if (bytes === undefined) throw new Error('A file was written without its bytes.');
      return ok({ metadata, framesAvailable, damagedFrames, bytes, icons });
    } catch (thrown) {
      return isOfSystem(thrown) ? ok({ code: thrown.code ?? null, message: thrown.message }) : refuse(thrown);
    }
  }

  #filesOf(folder: ObjectsFolder): ObjectFiles {
    const files = this.#folders.get(folder.aside) ?? new ObjectFiles(folder);
    this.#folders.set(folder.aside, files);
    return files;
  }
}

const isOfSystem = (thrown: unknown): thrown is NodeJS.ErrnoException => thrown instanceof Error && 'syscall' in thrown;

expose(new NodeEngineWorker(), nodeEndpoint(parentPort));
