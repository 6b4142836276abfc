/** One worker: one instance of the engine, the files it reads, and the frame decoder of the file used last. */
import { releaseProxy, transfer, type Remote } from 'comlink';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import * as wasm from '../wasm/full/engine.js';
import type { DeidentifyOptions, FrameView, IconRequest, ImportIdentity } from './api.ts';
import { aborted, failureOf, type EngineFailure, type TransportError } from './failure.ts';
import { FileBytes, allocate, gather } from './file-bytes.ts';
import { ok } from './result.ts';
import type { DecodeRequest, EngineWorkerApi, FetchedFrame, FramePlace, ParseEvent, StudyCall, WorkerAnswer, WorkerSource } from './worker-messages.ts';
import { WorkerStudies } from './worker-studies.ts';

/** Bytes handed to the parser at once, so that other calls get their turn in between. */
const PUSH_BYTES = 1024 * 1024;

/** A frame that begins this close behind what has arrived is waited for, in bytes. */
const NEAR_BYTES = 512 * 1024;

interface ReadFile {
  bytes: FileBytes | null;
  stop: AbortController;
  /** Where the file is fetched from and its parser, while it is being read. */
  reading: { url: string; parser: wasm.Parser } | null;
}

export class EngineWorker implements EngineWorkerApi {
  #memory: WebAssembly.Memory | null = null;
  #share = false;
  readonly #files = new Map<number, ReadFile>();
  readonly #studies = new WorkerStudies();
  #decoder: { descriptor: string; decoder: wasm.FrameDecoder } | null = null;

  load(module: WebAssembly.Module, share: boolean): void {
    this.#share = share;
    this.#memory = wasm.initSync({ module }).memory;
  }

  async parse(file: number, source: WorkerSource, onEvent: (event: ParseEvent) => void): Promise<WorkerAnswer<null>> {
    const stop = new AbortController();
    const parser = new wasm.Parser();
    const entry: ReadFile = { bytes: null, stop, reading: source.kind === 'url' ? { url: source.url, parser } : null };
    this.#files.set(file, entry);
    try {
      const input = await openSource(source, stop.signal);
      const report = new ParseReport(parser, onEvent, input.total);
      if (input.kind === 'whole') {
        for (let at = 0; at < input.bytes.length; at += PUSH_BYTES) {
          parser.push(input.bytes.subarray(at, at + PUSH_BYTES));
        }
        report.tell(input.bytes.length, null);
      } else {
        const bytes = new FileBytes(input.total, this.#share);
        entry.bytes = bytes;
        let known: ArrayBufferLike | null = null;
        for await (const chunk of input.chunks) {
          if (stop.signal.aborted) throw aborted();
          bytes.append(chunk);
          for (let at = 0; at < chunk.length; at += PUSH_BYTES) parser.push(chunk.subarray(at, at + PUSH_BYTES));
          const moved = this.#share && bytes.buffer !== known;
          report.tell(bytes.length, moved ? bytes.buffer : null);
          if (moved) known = bytes.buffer;
        }
      }
      parser.finish();
      const loaded = entry.bytes?.length ?? input.total ?? 0;
      const inflated = parser.inflated();
      if (inflated) {
        // Frames of a deflated file lie in what came out of it.
        entry.bytes = new FileBytes(inflated.length, this.#share);
        entry.bytes.append(inflated);
      }
      report.tell(loaded, inflated && this.#share ? (entry.bytes?.buffer ?? null) : null, true);
      onEvent({ type: 'done', total: parser.frames_total(), warnings: JSON.parse(parser.warnings()) as string[] });
      return ok(null);
    } catch (thrown) {
      return refuse(thrown);
    } finally {
      entry.reading = null;
      parser.free();
      // Comlink keeps a channel for each listener until it is let go.
      (onEvent as Partial<Remote<typeof onEvent>>)[releaseProxy]?.();
    }
  }

  async fetchFrame(file: number, frame_number: number): Promise<WorkerAnswer<FetchedFrame | null>> {
    const entry = this.#files.get(file);
    const reading = entry?.reading;
    if (!entry || !reading || !this.#share) return ok(null);
    const [start, end] = reading.parser.announced(frame_number);
    if (start === undefined || start < (entry.bytes?.length ?? 0) + NEAR_BYTES) return ok(null);
    try {
      const range = end ? `bytes=${start}-${end - 1}` : `bytes=${start}-`;
      const response = await fetch(reading.url, { signal: entry.stop.signal, credentials: 'omit', headers: { range } });
      if (response.status !== 206) {
        await response.body?.cancel();
        return ok(null);
      }
      const bytes = new Uint8Array(await response.arrayBuffer());
      // The file may have been read to its end meanwhile, and its parser freed.
      if (!entry.reading) return ok(null);
      const [skip_bits, ...ranges] = reading.parser.pieces_in(bytes, frame_number);
      if (skip_bits === undefined) return ok(null);
      const buffer = allocate(bytes.length, true);
      new Uint8Array(buffer).set(bytes);
      return ok({ buffer, place: { ok: true, ranges: Float64Array.from(ranges), skip_bits, partial: false } });
    } catch {
      // The stream brings the frame as well, only later.
      return ok(null);
    }
  }

  forget(file: number): void {
    this.#files.get(file)?.stop.abort();
    this.#files.delete(file);
  }

  decode(request: DecodeRequest): WorkerAnswer<FrameView> {
    try {
      const decoder = this.#decoderFor(request.descriptor);
      const header = JSON.parse(decoder.decode(this.#frameBytes(request), request.place.skip_bits)) as Omit<FrameView, 'frame_number' | 'buffers' | 'shared'>;
      const length = decoder.output_len();
      const memory = request.slot && request.slot.byteLength >= length ? request.slot : allocate(length, this.#share);
      // The view is made anew for each frame: growing wasm memory detaches older ones.
      new Uint8Array(memory).set(new Uint8Array(this.#wasmMemory(), decoder.output_ptr(), length));
      const samples = header.bits === 16 ? new Uint16Array(memory, 0, length / 2) : new Uint8Array(memory, 0, length);
      const shared = this.#share;
      const view: FrameView = { ...header, partial: header.partial || request.place.partial, frame_number: request.frame_number, buffers: [samples], shared };
      return shared ? ok(view) : transfer(ok(view), [memory as ArrayBuffer]);
    } catch (thrown) {
      return refuse(thrown);
    }
  }

  icon(request: DecodeRequest, size: IconRequest): WorkerAnswer<Uint8Array> {
    try {
      const jpeg = this.#decoderFor(request.descriptor).icon(this.#frameBytes(request), size.max_width, size.max_height, request.place.skip_bits);
      return transfer(ok(jpeg), [jpeg.buffer as ArrayBuffer]);
    } catch (thrown) {
      return refuse(thrown);
    }
  }

  identity(file: Uint8Array, key: Uint8Array): WorkerAnswer<ImportIdentity> {
    try {
      return ok(JSON.parse(wasm.identify(file, key)) as ImportIdentity);
    } catch (thrown) {
      return refuse(thrown);
    }
  }

  deidentify(file: Uint8Array, options: DeidentifyOptions): WorkerAnswer<Uint8Array> {
    try {
      const { key, ...rest } = options;
      const bytes = wasm.deidentify(file, key, JSON.stringify(rest));
      return transfer(ok(bytes), [bytes.buffer as ArrayBuffer]);
    } catch (thrown) {
      return refuse(thrown);
    }
  }

  study(id: number, calls: readonly StudyCall[]): WorkerAnswer<string> {
    try {
      return ok(this.#studies.take(id, calls));
    } catch (thrown) {
      return refuse(thrown);
    }
  }

  compareFormulas(bench: string): WorkerAnswer<string> {
    try {
      return ok(wasm.compare_formulas(bench));
    } catch (thrown) {
      return refuse(thrown);
    }
  }

  #decoderFor(descriptor: string): wasm.FrameDecoder {
    if (this.#decoder?.descriptor !== descriptor) {
      this.#decoder?.decoder.free();
      this.#decoder = null;
      this.#decoder = { descriptor, decoder: new wasm.FrameDecoder(descriptor) };
    }
    return this.#decoder.decoder;
  }

  #frameBytes(request: DecodeRequest): Uint8Array {
    const buffer = request.buffer ?? this.#files.get(request.file)?.bytes?.buffer;
    if (!buffer) throw aborted();
    return gather(buffer, request.place.ranges);
  }

  #wasmMemory(): ArrayBuffer {
    if (!this.#memory) throw new Error('The engine was used before it was loaded: call load() first.');
    return this.#memory.buffer;
  }
}

/** Tells the pool what is new since the last time it was told. */
class ParseReport {
  #metadataTold = false;
  #framesTold = 0;
  readonly #parser: wasm.Parser;
  readonly #onEvent: (event: ParseEvent) => void;
  readonly #total: number | null;

  constructor(parser: wasm.Parser, onEvent: (event: ParseEvent) => void, total: number | null) {
    this.#parser = parser;
    this.#onEvent = onEvent;
    this.#total = total;
  }

  tell(loaded: number, buffer: ArrayBufferLike | null, finished = false): void {
    if (!this.#metadataTold) {
      const metadata = this.#parser.metadata();
      if (metadata !== undefined) {
        this.#metadataTold = true;
        this.#onEvent({ type: 'metadata', metadata: JSON.parse(metadata) as ImageMetadata, descriptor: this.#parser.decoder_descriptor() });
      }
    }
    const waits = this.#parser.is_deflated() && !finished;
    const available = this.#metadataTold && !waits ? this.#parser.frames_available() : 0;
    const frames: FramePlace[] = [];
    for (let frame = this.#framesTold + 1; frame <= available; frame += 1) frames.push(this.#place(frame));
    this.#framesTold = Math.max(this.#framesTold, available);
    this.#onEvent({ type: 'frames', frames, total: this.#metadataTold ? this.#parser.frames_total() : 0, bytes_loaded: loaded, bytes_total: this.#total, buffer });
  }

  /** A frame that is missing keeps its number: it shows its error, and the others play on. */
  #place(frame: number): FramePlace {
    try {
      return { ok: true, ranges: this.#parser.frame_ranges(frame), skip_bits: this.#parser.frame_skip_bits(frame), partial: this.#parser.frame_partial(frame) };
    } catch (thrown) {
      return refuse(thrown);
    }
  }
}

type OpenedSource =
  | { kind: 'whole'; bytes: Uint8Array; total: number }
  | { kind: 'stream'; chunks: AsyncIterable<Uint8Array>; total: number | null };

async function openSource(source: WorkerSource, signal: AbortSignal): Promise<OpenedSource> {
  if (source.kind === 'bytes') {
    return { kind: 'whole', bytes: new Uint8Array(source.buffer, 0, source.length), total: source.length };
  }
  if (source.kind === 'blob') return { kind: 'stream', chunks: chunksOf(source.blob.stream()), total: source.blob.size };
  let response: Response;
  try {
    response = await fetch(source.url, { signal, credentials: 'omit' });
  } catch (error) {
    throw signal.aborted ? aborted() : networkError(error instanceof Error ? error.message : String(error), null);
  }
  if (!response.ok || !response.body) throw networkError(`the server answered ${response.status}`, response.status);
  const length = Number(response.headers.get('content-length'));
  // A compressed answer has a length that says nothing about the bytes we will see.
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
        throw networkError(error instanceof Error ? error.message : String(error), null);
      }
      if (step.done) return;
      yield step.value;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

const networkError = (detail: string, status: number | null): TransportError => ({
  code: 'network',
  message: `The file could not be loaded: ${detail}. Check the connection and open it again.`,
  status,
});

function refuse(thrown: unknown): { ok: false; error: EngineFailure; fatal?: boolean } {
  if (typeof thrown === 'object' && thrown !== null && 'code' in thrown && 'message' in thrown) {
    return { ok: false, error: thrown as EngineFailure };
  }
  const { failure, fatal } = failureOf(thrown);
  return { ok: false, error: failure, fatal };
}
