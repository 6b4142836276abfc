/** The bytes of a file as they go to a worker. */
import type { FileSource } from './api.ts';
import type { WorkerSource } from './worker-messages.ts';

/** @param share the worker reads the memory of the caller, instead of a copy */
export function workerSource(source: FileSource, share: boolean): WorkerSource {
  if (source instanceof URL) return { kind: 'url', url: source.href };
  if (source instanceof Blob) return { kind: 'blob', blob: source };
  if (!share) return { kind: 'blob', blob: new Blob([source as Uint8Array<ArrayBuffer>]) };
  const shared = new SharedArrayBuffer(Math.max(source.length, 1));
  new Uint8Array(shared).set(source);
  return { kind: 'bytes', buffer: shared, length: source.length };
}
