/** One worker: the engine, and the files it reads. */
import { releaseProxy, transfer, type Remote } from 'comlink';
import type { DataType } from '@echometry/contract/generated/study-measurements.ts';
import * as wasm from '../../wasm/full/engine.js';
import type {
  CleanFile,
  CleanOptions,
  FileOnDisk,
  FramePicture,
  FrameView,
  IconBox,
  Inspected,
  LineRequest,
  NotWritten,
  ObjectsFolder,
  SquarePlacement,
  StoredFrame,
  WrittenFile,
  WrittenObject,
} from './api.ts';
import { type OpenedSource, openSource } from './byte-source.ts';
import { EngineParts, type FirstPart, type PartSource } from './engine-parts.ts';
import { aborted, failureOf, fileUnreadable } from './failure.ts';
import { FileBytes, allocate, gather } from './file-bytes.ts';
import { guarded } from './guarded.ts';
import { ParseReport } from './parse-report.ts';
import { ok } from './result.ts';
import type {
  DecodeRequest,
  EngineWorkerApi,
  FetchedFrame,
  ParseEvent,
  StudyCall,
  TrackCall,
  WorkerAnswer,
  WorkerSource,
} from './worker-messages.ts';
import { WorkerInspection } from './worker-inspection.ts';
import { type TakenIn, WorkerIntakes } from './worker-intakes.ts';
import type { WorkerPlatform } from './worker-platform.ts';
import { WorkerStudies } from './worker-studies.ts';
import { WorkerTracks } from './worker-tracks.ts';
import { NEAR_BYTES, WorkerVideos, type FetchSpan } from './worker-videos.ts';

/** Bytes handed to the parser at once, so that other calls get their turn in between. */
const PUSH_BYTES = 1024 * 1024;

interface ReadFile {
  bytes: FileBytes | null;
  stop: AbortController;
  /** Where the file is fetched from and its parser, while it is being read from there. */
  reading: { url: string; parser: wasm.Parser } | null;
}

/** A file that is being read from its start to its end. */
interface Pass {
  file: number;
  entry: ReadFile;
  parser: wasm.Parser;
  report: ParseReport;
}

function push(parser: wasm.Parser, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; at += PUSH_BYTES) parser.push(bytes.subarray(at, at + PUSH_BYTES));
}

/** Bytes whose memory moves to the caller. */
const moved = (bytes: Uint8Array): WorkerAnswer<Uint8Array> => transfer(ok(bytes), [bytes.buffer as ArrayBuffer]);

export class EngineWorker implements EngineWorkerApi {
  #engine: EngineParts | null = null;
  #share = false;
  readonly #files = new Map<number, ReadFile>();
  readonly #studies = new WorkerStudies();
  readonly #videos: WorkerVideos;
  readonly #tracks = new WorkerTracks();
  readonly #intakes = new WorkerIntakes();
  readonly #proposers = new Map<number, wasm.Proposer>();
  readonly #platform: WorkerPlatform;

  constructor(workerPlatform: WorkerPlatform) {
    this.#platform = workerPlatform;
    this.#videos = new WorkerVideos(workerPlatform.pictures);
  }

  async load(engine: WebAssembly.Module | PartSource, share: boolean): Promise<void> {
    this.#share = share;
    const isCompiled = engine instanceof WebAssembly.Module;
    this.#engine = new EngineParts(this.#platform.first, isCompiled ? async () => engine : engine);
    if (isCompiled) await this.#engine.whole();
  }

  whole(): Promise<WorkerAnswer<null>> {
    return this.#byWhole(() => ok(null));
  }

  get #parts(): EngineParts {
    if (!this.#engine) throw new Error('The engine was used before it was loaded: call load() first.');
    return this.#engine;
  }

  /** A call that needs more than the first part: it waits for the whole engine. */
  #byWhole<T>(call: () => WorkerAnswer<T> | Promise<WorkerAnswer<T>>): Promise<WorkerAnswer<T>> {
    return guarded(async () => {
      await this.#parts.whole();
      return call();
    });
  }

  parse(file: number, source: WorkerSource, onEvent: (event: ParseEvent) => void): Promise<WorkerAnswer<null>> {
    const stop = new AbortController();
    const entry: ReadFile = { bytes: null, stop, reading: null };
    this.#files.set(file, entry);
    return guarded(async () => {
      try {
        // The file is asked for while the engine may still be on its way.
        const [engine, input] = await Promise.all([this.#parts.here(), openSource(source, stop.signal)]);
        const parser = engine.newParser();
        if (source.kind === 'url') entry.reading = { url: source.url, parser };
        try {
          const pass = { file, entry, parser, report: new ParseReport(parser, onEvent, input.total) };
          await this.#take(pass, input);
          parser.finish();
          const warnings = await this.#finish(pass, input.total);
          onEvent({ type: 'done', total: parser.frames_total(), warnings });
          return ok(null);
        } finally {
          entry.reading = null;
          parser.free();
        }
      } finally {
        // Comlink keeps a channel for each listener until it is let go.
        (onEvent as Partial<Remote<typeof onEvent>>)[releaseProxy]?.();
      }
    });
  }

  /** Gives all bytes to the parser, and reports what they bring. */
  async #take({ file, entry, parser, report }: Pass, input: OpenedSource): Promise<void> {
    if (input.kind === 'whole') {
      entry.bytes = FileBytes.whole(input.bytes);
      push(parser, input.bytes);
      if (!parser.is_video()) report.arrived(input.bytes.length, null);
      return;
    }
    const bytes = new FileBytes(input.total, this.#share);
    entry.bytes = bytes;
    let known: ArrayBufferLike | null = null;
    for await (const chunk of input.chunks) {
      if (entry.stop.signal.aborted) throw aborted();
      bytes.append(chunk);
      push(parser, chunk);
      if (parser.is_video()) {
        await this.#parts.whole();
        if (entry.stop.signal.aborted) throw aborted();
        this.#readVideo(file, entry, parser, report);
        continue;
      }
      const isNew = this.#share && bytes.buffer !== known;
      report.arrived(bytes.length, isNew ? bytes.buffer : null);
      if (isNew) known = bytes.buffer;
    }
  }

  /** Reports the rest of a file that was read to its end; returns its warnings. */
  async #finish({ file, entry, parser, report }: Pass, total: number | null): Promise<string[]> {
    const loaded = entry.bytes?.length ?? total ?? 0;
    const inflated = parser.inflated();
    if (inflated) {
      // Frames of a deflated file are in its inflated bytes.
      entry.bytes = new FileBytes(inflated.length, this.#share);
      entry.bytes.append(inflated);
    }
    if (parser.is_video()) await this.#parts.whole();
    const video = parser.is_video() && entry.bytes && this.#files.has(file) ? this.#videos.of(file, parser, entry.bytes) : null;
    if (video) {
      video.finish();
      report.videoArrived(loaded, video);
    } else {
      report.arrived(loaded, inflated && this.#share ? (entry.bytes?.buffer ?? null) : null, true);
    }
    return video?.warnings() ?? (JSON.parse(parser.warnings()) as string[]);
  }

  async fetchFrame(file: number, frame_number: number): Promise<WorkerAnswer<FetchedFrame | null>> {
    const entry = this.#files.get(file);
    const reading = entry?.reading;
    if (!entry || !reading) return ok(null);
    if (this.#videos.has(file)) {
      return ok(entry.bytes ? await this.#videos.fetchFrame(file, frame_number, entry.bytes, this.#fetcher(entry, reading.url)) : null);
    }
    if (!this.#share) return ok(null);
    const [start, end] = reading.parser.announced(frame_number);
    if (start === undefined || start < (entry.bytes?.length ?? 0) + NEAR_BYTES) return ok(null);
    try {
      const bytes = await this.#fetcher(entry, reading.url)({ start, end: end ?? 0 });
      if (!bytes) return ok(null);
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

  /** Passes arrived bytes to a video, and fetches the index of its frames if the stream brings it late. */
  #readVideo(file: number, entry: ReadFile, parser: wasm.Parser, report: ParseReport): void {
    const { bytes, reading } = entry;
    const video = bytes && this.#videos.of(file, parser, bytes);
    if (!bytes || !video) {
      report.arrived(bytes?.length ?? 0, null);
      return;
    }
    video.advance();
    report.videoArrived(bytes.length, video);
    if (!reading) return;
    void this.#videos.fetchIndex(file, bytes, this.#fetcher(entry, reading.url)).then((isNew) => {
      if (isNew && entry.reading) report.videoArrived(bytes.length, video);
    });
  }

  /** Fetches bytes of a file separately, to its end for a length of 0; null where they are not to be had: the stream brings them as well, only later. */
  #fetcher(entry: ReadFile, url: string): FetchSpan {
    return async ({ start, end }) => {
      try {
        const range = end ? `bytes=${start}-${end - 1}` : `bytes=${start}-`;
        const response = await fetch(url, { signal: entry.stop.signal, credentials: 'omit', headers: { range } });
        if (response.status === 206) return new Uint8Array(await response.arrayBuffer());
        await response.body?.cancel();
      } catch {
        // As above: not to be had.
      }
      return null;
    };
  }

  closeReader(file: number, reader: number): null {
    this.#videos.closeReader(file, reader);
    return null;
  }

  forget(file: number): void {
    this.#files.get(file)?.stop.abort();
    this.#files.delete(file);
    this.#videos.forget(file);
    this.#forgetProposer(file);
  }

  #forgetProposer(file: number): void {
    this.#proposers.get(file)?.free();
    this.#proposers.delete(file);
  }

  decode(request: DecodeRequest): Promise<WorkerAnswer<FrameView>> {
    return guarded(async () => {
      const view = this.#videos.has(request.file)
        ? await this.#videos.decode(request, () => this.#parts.loaded.memory, this.#share)
        : await this.#frame(request);
      const memory = view.buffers[0]?.buffer;
      // Memory that is not shared moves to the caller.
      return memory instanceof ArrayBuffer ? transfer(ok(view), [memory]) : ok(view);
    });
  }

  /** A frame by the part that is here; what the first part refuses, the whole engine decodes or refuses. */
  async #frame(request: DecodeRequest): Promise<FrameView> {
    const here = await this.#parts.here();
    try {
      return this.#frameBy(here, request);
    } catch (thrown) {
      // A crash, or a file that was closed meanwhile.
      if (failureOf(thrown).fatal) throw thrown;
      const whole = await this.#parts.whole();
      if (whole === here) throw thrown;
      return this.#frameBy(whole, request);
    }
  }

  #frameBy(part: FirstPart, request: DecodeRequest): FrameView {
    const decoder = part.decoderFor(request.descriptor);
    const header = JSON.parse(decoder.decode(this.#frameBytes(request), request.place.skip_bits)) as Omit<
      FrameView,
      'frame_number' | 'buffers' | 'shared'
    >;
    const length = decoder.output_len();
    const memory = request.slot && request.slot.byteLength >= length ? request.slot : allocate(length, this.#share);
    new Uint8Array(memory).set(new Uint8Array(part.memory, decoder.output_ptr(), length));
    const samples = header.bits === 16 ? new Uint16Array(memory, 0, length / 2) : new Uint8Array(memory, 0, length);
    return {
      ...header,
      partial: header.partial || request.place.partial,
      frame_number: request.frame_number,
      buffers: [samples],
      shared: this.#share,
    };
  }

  icon(request: DecodeRequest, { max_width, max_height }: IconBox): Promise<WorkerAnswer<Uint8Array>> {
    return this.#byWhole(() => {
      const [jpeg = new Uint8Array(0)] = this.#icons(request, [{ max_width, max_height }]);
      return moved(jpeg);
    });
  }

  /** One icon for each box; the frame is decoded once. */
  #icons(request: DecodeRequest, boxes: readonly IconBox[]): Uint8Array[] {
    // No decoder of video runs where icons are made.
    if (this.#videos.has(request.file))
      return boxes.map(({ max_width, max_height }) => wasm.video_icon(request.descriptor, max_width, max_height));
    const decoder = this.#decoderFor(request.descriptor);
    return this.#pieces(decoder, decoder.icons(this.#frameBytes(request), JSON.stringify(boxes), request.place.skip_bits));
  }

  /** A copy of what the decoder made. */
  #output(decoder: wasm.FrameDecoder): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#parts.loaded.memory, decoder.output_ptr(), decoder.output_len()).slice();
  }

  /** Copies of what lies one after the other where the decoder put it. */
  #pieces(decoder: wasm.FrameDecoder, lengths: Uint32Array): Uint8Array[] {
    let at = decoder.output_ptr();
    return Array.from(lengths, (length) => {
      const piece = new Uint8Array(this.#parts.loaded.memory, at, length).slice();
      at += length;
      return piece;
    });
  }

  storedFrame(request: DecodeRequest): Promise<WorkerAnswer<StoredFrame>> {
    return this.#byWhole(() => {
      const decoder = this.#decoderFor(request.descriptor);
      const header = JSON.parse(decoder.decode_stored(this.#frameBytes(request), request.place.skip_bits)) as Omit<StoredFrame, 'bytes'>;
      const bytes = this.#output(decoder);
      return transfer(ok({ ...header, partial: header.partial || request.place.partial, bytes }), [bytes.buffer]);
    });
  }

  picture(request: DecodeRequest): Promise<WorkerAnswer<FramePicture>> {
    return this.#byWhole(() => {
      const decoder = this.#decoderFor(request.descriptor);
      const header = JSON.parse(decoder.decode_picture(this.#frameBytes(request), request.place.skip_bits)) as Omit<FramePicture, 'pixels'>;
      const pixels = this.#output(decoder);
      return transfer(ok({ ...header, pixels }), [pixels.buffer]);
    });
  }

  square(request: DecodeRequest, { side, scale, margin }: SquarePlacement): Promise<WorkerAnswer<Uint8Array>> {
    return this.#byWhole(() => {
      const decoder = this.#decoderFor(request.descriptor);
      decoder.decode_square(this.#frameBytes(request), request.place.skip_bits, JSON.stringify({ side, scale, margin }));
      return moved(this.#output(decoder));
    });
  }

  alongLine(request: DecodeRequest, { from, to, count }: Omit<LineRequest, 'frame_number'>): Promise<WorkerAnswer<Uint8Array>> {
    return this.#byWhole(() => {
      const decoder = this.#decoderFor(request.descriptor);
      return moved(decoder.along_line(this.#frameBytes(request), request.place.skip_bits, ...from, ...to, count));
    });
  }

  envelope(request: DecodeRequest, metadata: string, asked: string): Promise<WorkerAnswer<string>> {
    return this.#byWhole(() =>
      ok(this.#decoderFor(request.descriptor).envelope(this.#frameBytes(request), request.place.skip_bits, metadata, asked)),
    );
  }

  look(request: DecodeRequest, metadata: string, dataType: DataType | null): Promise<WorkerAnswer<null>> {
    return this.#byWhole(() => {
      const proposer = this.#proposers.get(request.file) ?? new wasm.Proposer(metadata, dataType);
      this.#proposers.set(request.file, proposer);
      proposer.show(request.frame_number, this.#decoderFor(request.descriptor), this.#frameBytes(request), request.place.skip_bits);
      return ok(null);
    });
  }

  proposals(file: number): Promise<WorkerAnswer<string>> {
    return this.#byWhole(() => {
      try {
        return ok(this.#proposers.get(file)?.proposals() ?? 'null');
      } finally {
        this.#forgetProposer(file);
      }
    });
  }

  track(call: TrackCall): Promise<WorkerAnswer<string>> {
    return this.#byWhole(() => {
      const source = (frame: DecodeRequest) => ({ decoder: this.#decoderFor(frame.descriptor), bytes: this.#frameBytes(frame) });
      return ok(this.#tracks.take(call, source));
    });
  }

  intakeBegin(id: number, file: Uint8Array, key: Uint8Array): Promise<WorkerAnswer<TakenIn>> {
    return this.#byWhole(() => {
      const held = new wasm.HeldFile(file.length);
      this.#viewOf(held).set(file);
      return ok(this.#intakes.begin(id, held, key));
    });
  }

  intakeRead(id: number, file: FileOnDisk, key: Uint8Array): Promise<WorkerAnswer<TakenIn>> {
    return this.#byWhole(() => ok(this.#intakes.begin(id, this.#read(file), key)));
  }

  /** A file of the disk, in the memory of the engine. */
  #read(file: FileOnDisk): wasm.HeldFile {
    const { disk } = this.#platform;
    if (disk === null) throw fileUnreadable('Only a Node worker reads files from the disk.');
    let held: wasm.HeldFile | null = null;
    try {
      disk.read(file, (bytes) => this.#viewOf((held = new wasm.HeldFile(bytes))));
    } catch (thrown) {
      (held as wasm.HeldFile | null)?.free();
      // The engine has no room for it; what else fails is reading.
      throw thrown instanceof WebAssembly.RuntimeError ? thrown : fileUnreadable(thrown);
    }
    if (held === null) throw new Error('A file was read into no memory.');
    return held;
  }

  intakeOriginal(id: number): Promise<WorkerAnswer<Uint8Array>> {
    return this.#byWhole(() => moved(this.#intakes.original(id)));
  }

  intakeClean(id: number, options: CleanOptions, boxes: readonly IconBox[]): Promise<WorkerAnswer<CleanFile>> {
    return this.#byWhole(async () => {
      const { held, damagedFrames } = this.#intakes.clean(id, options);
      try {
        const seen = await this.#inspectHeld(id, held, boxes, damagedFrames);
        if (!seen.ok) return seen;
        const bytes = this.#viewOf(held).slice();
        const { sha256 } = this.#platform;
        const hashes = { bytes: await sha256(bytes), icons: await Promise.all(seen.value.icons.map(sha256)) };
        return transfer(ok({ ...seen.value, damagedFrames, bytes, sha256: hashes }), [bytes.buffer]);
      } finally {
        held.free();
      }
    });
  }

  intakeWrite(
    id: number,
    options: CleanOptions,
    boxes: readonly IconBox[],
    folder: ObjectsFolder,
  ): Promise<WorkerAnswer<WrittenFile | NotWritten>> {
    return this.#byWhole<WrittenFile | NotWritten>(async () => {
      const { disk } = this.#platform;
      if (disk === null) throw new Error('Only a Node worker writes objects to the disk.');
      const { held, damagedFrames } = this.#intakes.clean(id, options);
      let seen: WorkerAnswer<Inspected>;
      let writing: Promise<WrittenObject[] | NotWritten>;
      try {
        seen = await this.#inspectHeld(id, held, boxes, damagedFrames);
        if (!seen.ok) return seen;
        // The memory of the engine can be freed after that: all bytes have been read.
        writing = disk.write(folder, [this.#viewOf(held), ...seen.value.icons]);
      } finally {
        held.free();
      }
      const written = await writing;
      if (!Array.isArray(written)) return ok(written);
      const { metadata, framesAvailable } = seen.value;
      const [bytes, ...icons] = written;
      if (bytes === undefined) throw new Error('A file was written without its bytes.');
      return ok({ metadata, framesAvailable, damagedFrames, bytes, icons });
    });
  }

  intakeDrop(id: number): null {
    this.#intakes.drop(id);
    return null;
  }

  letGo(_memory: Uint8Array): null {
    return null;
  }

  inspect(id: number, file: Uint8Array, boxes: readonly IconBox[]): Promise<WorkerAnswer<Inspected>> {
    const inspection = new WorkerInspection();
    const { buffer, length } = file.byteOffset === 0 ? file : file.slice();
    return this.#byWhole(async () => {
      try {
        const read = await this.parse(id, { kind: 'bytes', buffer, length }, inspection.onEvent);
        if (!read.ok) return read;
        const seen = inspection.seen(id);
        if (!seen.ok) return seen;
        const { request, ...shown } = seen.value;
        return ok({ ...shown, icons: this.#icons(request, boxes) });
      } finally {
        this.forget(id);
      }
    });
  }

  /** As `inspect` of a file in the memory of the engine, where it is read in place. A damaged frame does not stand for it. */
  async #inspectHeld(
    id: number,
    held: wasm.HeldFile,
    boxes: readonly IconBox[],
    damagedFrames: readonly number[],
  ): Promise<WorkerAnswer<Inspected>> {
    const parser = held.parser();
    try {
      // Frames of these files are not in the file itself.
      if (parser.is_video() || parser.is_deflated()) return await this.inspect(id, this.#viewOf(held).slice(), boxes);
      const inspection = new WorkerInspection();
      const report = new ParseReport(parser, inspection.onEvent, held.len());
      report.arrived(held.len(), null);
      parser.finish();
      report.arrived(held.len(), null, true);
      inspection.onEvent({ type: 'done', total: parser.frames_total(), warnings: JSON.parse(parser.warnings()) as string[] });
      const seen = inspection.seen(id, new Set(damagedFrames));
      if (!seen.ok) return seen;
      const { request, ...shown } = seen.value;
      const decoder = this.#decoderFor(request.descriptor);
      const ranges = Float64Array.from(request.place.ranges);
      return ok({ ...shown, icons: this.#pieces(decoder, decoder.icons_of(held, ranges, JSON.stringify(boxes), request.place.skip_bits)) });
    } finally {
      parser.free();
    }
  }

  /** The bytes of a file in the memory of the engine, until that grows. */
  #viewOf(held: wasm.HeldFile): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#parts.loaded.memory, held.ptr(), held.len());
  }

  pseudonyms(uids: readonly string[], key: Uint8Array): Promise<WorkerAnswer<string[]>> {
    return this.#byWhole(() => ok(JSON.parse(wasm.pseudonyms(JSON.stringify(uids), key)) as string[]));
  }

  cleanStored(file: Uint8Array): Promise<WorkerAnswer<Uint8Array>> {
    return this.#byWhole(() => moved(wasm.clean_stored(file)));
  }

  deidProfile(): Promise<WorkerAnswer<string>> {
    return this.#byWhole(() => ok(wasm.deid_profile()));
  }

  admitDerived(file: Uint8Array, patient_show: string): Promise<WorkerAnswer<Uint8Array>> {
    return this.#byWhole(() => moved(wasm.admit_derived(file, patient_show)));
  }

  study(id: number, calls: readonly StudyCall[]): Promise<WorkerAnswer<string>> {
    return this.#byWhole(() => ok(this.#studies.take(id, calls)));
  }

  compareFormulas(bench: string): Promise<WorkerAnswer<string>> {
    return this.#byWhole(() => ok(wasm.compare_formulas(bench)));
  }

  configurationFaults(image_types: string, measurements: string, calipers: string | null): Promise<WorkerAnswer<string>> {
    return this.#byWhole(() => ok(wasm.configuration_faults(image_types, measurements, calipers)));
  }

  agreement(request: string): Promise<WorkerAnswer<string>> {
    return this.#byWhole(() => ok(wasm.agreement(request)));
  }

  gradeCohort(request: string): Promise<WorkerAnswer<string>> {
    return this.#byWhole(() => ok(wasm.grade_cohort(request)));
  }

  judgeValues(request: string): Promise<WorkerAnswer<string>> {
    return this.#byWhole(() => ok(wasm.judge_values(request)));
  }

  #decoderFor(descriptor: string): wasm.FrameDecoder {
    return this.#parts.loaded.decoderFor(descriptor);
  }

  #frameBytes(request: DecodeRequest): Uint8Array {
    const buffer = request.buffer ?? this.#files.get(request.file)?.bytes?.buffer;
    if (!buffer) throw aborted();
    return gather(buffer, request.place.ranges);
  }
}
