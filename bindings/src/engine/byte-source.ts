/** Where a worker reads a file from: memory, or a stream of chunks with its length where that is known. */
import { aborted, messageOf, type TransportError } from './failure.ts';
import type { WorkerSource } from './worker-messages.ts';

export type OpenedSource =
  | { kind: 'whole'; bytes: Uint8Array; total: number }
  | { kind: 'stream'; chunks: AsyncIterable<Uint8Array>; total: number | null };

export async function openSource(source: WorkerSource, signal: AbortSignal): Promise<OpenedSource> {
  if (source.kind === 'bytes') {
    return { kind: 'whole', bytes: new Uint8Array(source.buffer, 0, source.length), total: source.length };
  }
  if (source.kind === 'blob') return { kind: 'stream', chunks: chunksOf(source.blob.stream()), total: source.blob.size };
  let response: Response;
  try {
    response = await fetch(source.url, { signal, credentials: 'omit' });
  } catch (error) {
    throw signal.aborted ? aborted() : networkError(messageOf(error), null);
  }
  if (!response.ok || !response.body) throw networkError(`the server returned ${response.status}`, response.status);
  const length = Number(response.headers.get('content-length'));
  // The length of a compressed response differs from the number of bytes that arrive.
  const total = Number.isFinite(length) && length > 0 && !response.headers.get('content-encoding') ? length : null;
  return { kind: 'stream', chunks: chunksOf(response.body), total };
}

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      let step: Awaited<ReturnType<typeof reader.read>>;
      try {
        step = await reader.read();
      } catch (error) {
        throw networkError(messageOf(error), null);
      }
      if (step.done) return;
      yield step.value;
    }
  } finally {
    // A stream that failed cannot be cancelled; its failure was thrown above.
    reader.cancel().catch(() => undefined);
  }
}

const networkError = (detail: string, status: number | null): TransportError => ({
  code: 'network',
  message: `The file could not be loaded: ${detail}. Check the connection and open it again.`,
  status,
});
