/** Sends files in pieces, continues at the server's position, and can be paused. */
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { CHUNK_BYTES, chunkAddress } from '@echometry/contract/rules/uploads.ts';
import { call, CallError } from './api.ts';
import { sha256, type ChosenFile } from './chosen-files.ts';
import { messages } from './messages.ts';

/** Files on their way at once: small ones would otherwise wait for each response. */
const FILES_AT_ONCE = 3;
/** Rest before a lost connection is tried again, in ms. */
const AGAIN_MS = 3000;

/** Why files are not taken, in the words of the server. */
class NotTaken extends Error {}

export interface UploadProgress {
  /** Bytes the server has. */
  sent: number;
  /** The connection is lost and tried again. */
  isOffline: boolean;
}

export interface UploadOrder {
  id: string;
  files: readonly ChosenFile[];
  signal: AbortSignal;
  onProgress: (progress: UploadProgress) => void;
}

const rest = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, AGAIN_MS);
    signal.addEventListener('abort', end, { once: true });
  });

/** Sends what the server lacks, until all is there. An abort pauses: the same order continues later. */
export async function upload(order: UploadOrder): Promise<void> {
  for (;;) {
    try {
      return await sendMissing(order);
    } catch (error) {
      if (order.signal.aborted) throw error;
      if (!(error instanceof CallError) || error.kind !== 'offline') throw error;
      order.onProgress({ sent: -1, isOffline: true });
      await rest(order.signal);
      order.signal.throwIfAborted();
    }
  }
}

async function sendMissing({ id, files, signal, onProgress }: UploadOrder): Promise<void> {
  const begun = await call(CALLS.importsBeginUpload, { id, files: files.map(({ name, file }) => ({ name, size: file.size })) }, { signal });
  if (!begun.accepted) throw new NotTaken(begun.message);
  let sent = begun.received.reduce((sum, bytes) => sum + bytes, 0);
  onProgress({ sent, isOffline: false });

  const sendFile = async (index: number): Promise<void> => {
    const { name, file } = files[index]!;
    for (let offset = begun.received[index] ?? 0; offset < file.size;) {
      const bytes = await file
        .slice(offset, offset + CHUNK_BYTES)
        .arrayBuffer()
        .catch(() => {
          throw new NotTaken(messages.file.moved(name));
        });
      const address = chunkAddress({ upload: id, file: index, offset, sha256: await sha256(bytes) });
      signal.throwIfAborted();
      const put = await call(CALLS.importsPutChunk, new Uint8Array(bytes), { id: address, signal });
      if (!put.accepted) throw new NotTaken(put.message);
      sent += put.received - offset;
      offset = put.received;
      onProgress({ sent, isOffline: false });
    }
  };

  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < files.length) await sendFile(next++);
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, worker));
}
