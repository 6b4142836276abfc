/** The engine as its callers see it (api.ts), on top of a pool of workers of any platform. */
import { proxy, transfer } from 'comlink';
import type { Envelope, EnvelopeRequest } from '@echometry/contract/generated/envelope.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import { type AgreementFunctions, agreementBy } from './agreement.ts';
import type {
  ColourChoice,
  Engine,
  EngineEvent,
  FileHandle,
  FileOnDisk,
  FileSource,
  FormulaBench,
  FramePicture,
  FrameView,
  IconBox,
  IconRequest,
  Inspected,
  Intake,
  LineRequest,
  OpenOptions,
  ProposeOptions,
  SquarePlacement,
  StoredFrame,
  TrackOptions,
} from './api.ts';
import type { Proposals } from '@echometry/contract/generated/proposals.ts';
import type { Cohort, JudgedValues } from '@echometry/contract/generated/references.ts';
import type { TrackRequest, Tracks } from '@echometry/contract/generated/tracking.ts';
import type { Compared, ConfigurationFault, StudyFacts } from '@echometry/contract/generated/study-measurements.ts';
import { aborted, noSuchFrame, noSuchHandle, type EngineFailure } from './failure.ts';
import { ownMemory, takeIn } from './intake.ts';
import { LineTracker, type Framed, type PictureReaders } from './line-tracker.ts';
import { err, ok, type Result } from './result.ts';
import type { CohortRequest, MeasurementConfig, StudyMeasurements, ValuesRequest } from './study-measurements.ts';
import { StudyMeasurer } from './study-measurer.ts';
import type { DecodeRequest, FramePlace, ParseEvent } from './worker-messages.ts';
import { workerSource } from './worker-source.ts';
import { WorkerPool, type WorkerStarter } from './worker-pool.ts';

/** Slots of freed frames kept for the next ones; more would only hold memory. */
const MAX_FREE_SLOTS = 16;

interface OpenFile {
  worker: number;
  generation: number;
  /** Shared bytes; null while unknown, and always without shared memory: then the reading worker keeps them. */
  buffer: ArrayBufferLike | null;
  metadata: ImageMetadata | null;
  /** Facts that a decoder needs, from the file and from the user. */
  plain: string;
  descriptor: string;
  /** The user's interpretation of the three samples, against stream and header. */
  colour: ColourChoice | null;
  /** Read from a URL, so that a single frame ahead can be fetched. */
  streamed: boolean;
  /** Decoded by the worker that reads it: pictures of a video follow from each other. */
  video: boolean;
  places: FramePlace[];
  total: number;
  ended: boolean;
  failure: EngineFailure | null;
  onEvent: ((event: EngineEvent) => void) | undefined;
  /** The newest event of each type, for a listener that comes later. */
  told: Map<EngineEvent['type'], EngineEvent>;
  /** Resolves when nothing more of the file comes. */
  read: Promise<void>;
  /** Called at every change; waiting callers look again. */
  waiting: Set<() => void>;
}

export interface EngineOptions {
  start: WorkerStarter;
  workers: number;
  /** Memory is shared with the workers; otherwise it moves to and fro. */
  share: boolean;
}

export class EngineClient implements Engine {
  readonly #pool: WorkerPool;
  readonly #files = new Map<FileHandle, OpenFile>();
  readonly #freeSlots: ArrayBufferLike[] = [];
  readonly #share: boolean;
  /** A file that is read before anyone has opened it. */
  #ahead: { href: string; handle: FileHandle; file: OpenFile } | null = null;
  #nextHandle = 1;
  #nextStudy = 1;

  constructor({ start, workers, share }: EngineOptions) {
    this.#share = share;
    this.#pool = new WorkerPool(start, workers);
  }

  /** Resolves when every worker has loaded the whole engine; rejects with the reason when it cannot be loaded. */
  async ready(): Promise<void> {
    await this.#pool.ready();
    const loaded = await Promise.all(Array.from({ length: this.workers }, (_, worker) => this.#pool.direct(worker, (api) => api.whole())));
    for (const part of loaded) if (!part.ok) throw new Error(part.error.message);
  }

  get workers(): number {
    return this.#pool.size;
  }

  async open(source: FileSource, { signal, onEvent, colour }: OpenOptions = {}): Promise<Result<FileHandle, EngineFailure>> {
    if (signal?.aborted) return err(aborted());
    const { handle, file } = this.#takeAhead(source) ?? this.#begin(source);
    const cancel = () => this.#cancel(handle);
    signal?.addEventListener('abort', cancel, { once: true });
    void file.read.then(() => signal?.removeEventListener('abort', cancel));
    this.setColour(handle, colour ?? null);
    file.onEvent = onEvent;
    for (const event of file.told.values()) onEvent?.(event);
    await this.#until(file, () => file.metadata !== null || file.ended);
    if (signal?.aborted) return err(aborted());
    if (file.failure && !file.metadata) {
      this.release(handle);
      return err(file.failure);
    }
    return ok(handle);
  }

  /**
   * Begins to read a file that will probably be opened next. A file that is opened in its place lets it go.
   * @returns lets it go unless it was opened
   */
  openAhead(source: URL): () => void {
    const before = this.#ahead;
    const ahead = { href: source.href, ...this.#begin(source) };
    this.#ahead = ahead;
    if (before) this.release(before.handle);
    return () => {
      if (this.#ahead !== ahead) return;
      this.#ahead = null;
      this.release(ahead.handle);
    };
  }

  /** The file that is read ahead, if it is the one that is opened. */
  #takeAhead(source: FileSource): { handle: FileHandle; file: OpenFile } | null {
    const ahead = this.#ahead;
    this.#ahead = null;
    if (!ahead) return null;
    const { file, handle, href } = ahead;
    const isUsable = !file.failure && file.generation === this.#pool.generation(file.worker);
    if (isUsable && source instanceof URL && source.href === href) return ahead;
    this.release(handle);
    return null;
  }

  #begin(source: FileSource): { handle: FileHandle; file: OpenFile } {
    const handle = this.#nextHandle++ as FileHandle;
    const worker = handle % this.#pool.size;
    const input = workerSource(source, this.#share);
    const file: OpenFile = {
      worker,
      generation: this.#pool.generation(worker),
      buffer: input.kind === 'bytes' ? input.buffer : null,
      metadata: null,
      plain: '',
      descriptor: '',
      colour: null,
      streamed: source instanceof URL,
      video: false,
      places: [],
      total: 0,
      ended: false,
      failure: null,
      onEvent: undefined,
      told: new Map(),
      read: Promise.resolve(),
      waiting: new Set(),
    };
    this.#files.set(handle, file);
    const onParse = proxy((event: ParseEvent) => this.#onParse(handle, file, event));
    file.read = this.#pool
      .direct(worker, (api) => api.parse(handle, input, onParse))
      .then((answer) => {
        if (!answer.ok) this.#fail(handle, file, answer.error);
      });
    return { handle, file };
  }

  async metadata(handle: FileHandle): Promise<Result<ImageMetadata, EngineFailure>> {
    const file = this.#files.get(handle);
    if (!file) return err(noSuchHandle());
    await this.#until(file, () => file.metadata !== null || file.ended);
    return file.metadata ? ok(file.metadata) : err(file.failure ?? noSuchHandle());
  }

  async frame(
    handle: FileHandle,
    frame_number: number,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<Result<FrameView, EngineFailure>> {
    const request = await this.#request(handle, frame_number, signal);
    if (!request.ok) return request;
    const { only, ...rest } = request.value;
    return this.#pool.call((api) => api.decode(this.#withSlot(rest)), {
      signal,
      only,
      onDropped: (view) => this.recycle(view),
    });
  }

  async icon(
    handle: FileHandle,
    request: IconRequest,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<Result<Uint8Array, EngineFailure>> {
    const frame = await this.#request(handle, request.frame_number, signal);
    if (!frame.ok) return frame;
    const { only, ...rest } = frame.value;
    const { max_width, max_height } = request;
    return this.#pool.call((api) => api.icon({ ...rest, slot: null }, { max_width, max_height }), { signal, only });
  }

  async storedFrame(
    handle: FileHandle,
    frame_number: number,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<Result<StoredFrame, EngineFailure>> {
    const frame = await this.#request(handle, frame_number, signal);
    if (!frame.ok) return frame;
    const { only, ...rest } = frame.value;
    return this.#pool.call((api) => api.storedFrame({ ...rest, slot: null }), { signal, only });
  }

  async picture(
    handle: FileHandle,
    frame_number: number,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<Result<FramePicture, EngineFailure>> {
    const frame = await this.#request(handle, frame_number, signal);
    if (!frame.ok) return frame;
    const { only, ...rest } = frame.value;
    return this.#pool.call((api) => api.picture({ ...rest, slot: null }), { signal, only });
  }

  async square(
    handle: FileHandle,
    frame_number: number,
    to: SquarePlacement,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<Result<Uint8Array, EngineFailure>> {
    const frame = await this.#request(handle, frame_number, signal);
    if (!frame.ok) return frame;
    const { only, ...rest } = frame.value;
    return this.#pool.call((api) => api.square({ ...rest, slot: null }, to), { signal, only });
  }

  async alongLine(
    handle: FileHandle,
    { frame_number, ...line }: LineRequest,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<Result<Uint8Array, EngineFailure>> {
    const frame = await this.#request(handle, frame_number, signal);
    if (!frame.ok) return frame;
    const { only, ...rest } = frame.value;
    return this.#pool.call((api) => api.alongLine({ ...rest, slot: null }, line), { signal, only });
  }

  async envelope(
    handle: FileHandle,
    request: EnvelopeRequest,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<Result<Envelope | null, EngineFailure>> {
    const known = await this.metadata(handle);
    if (!known.ok) return known;
    if (this.#files.get(handle)?.video) return ok(null);
    const frame = await this.#request(handle, 1, signal);
    if (!frame.ok) return frame;
    const { only, ...rest } = frame.value;
    const [metadata, asked] = [JSON.stringify(known.value), JSON.stringify(request)];
    const found = await this.#pool.call((api) => api.envelope({ ...rest, slot: null }, metadata, asked), { signal, only });
    return found.ok ? ok(JSON.parse(found.value) as Envelope | null) : found;
  }

  async propose(
    handle: FileHandle,
    { signal, onProgress, dataType }: ProposeOptions = {},
  ): Promise<Result<Proposals | null, EngineFailure>> {
    const known = await this.metadata(handle);
    if (!known.ok) return known;
    const file = this.#files.get(handle);
    if (!file) return err(noSuchHandle());
    if (file.video) return ok(null);
    const generation = this.#pool.generation(file.worker);
    const bound = { signal, only: file.worker };
    const metadata = JSON.stringify(known.value);
    const frames = known.value.number_of_frames;
    for (let frame_number = 1; frame_number <= frames; frame_number += 1) {
      const frame = await this.#request(handle, frame_number, signal);
      if (!frame.ok) return frame;
      // The worker that read the file keeps what it read.
      if (this.#pool.generation(file.worker) !== generation) return err(noSuchHandle());
      const { only: _, ...rest } = frame.value;
      const seen = await this.#pool.call((api) => api.look({ ...rest, slot: null }, metadata, dataType ?? null), bound);
      if (!seen.ok) return seen;
      onProgress?.(frame_number / frames);
    }
    const found = await this.#pool.call((api) => api.proposals(handle), bound);
    return found.ok ? ok(JSON.parse(found.value) as Proposals | null) : found;
  }

  async track(handle: FileHandle, request: TrackRequest, options: TrackOptions = {}): Promise<Result<Tracks, EngineFailure>> {
    const file = this.#files.get(handle);
    if (!file) return err(noSuchHandle());
    const known = await this.metadata(handle);
    if (!known.ok) return known;
    const frames = known.value.number_of_frames;
    if (request.last > frames) return err(noSuchFrame(request.last, frames));
    const frame = (frame_number: number) => this.#request(handle, frame_number, options.signal);
    const video = file.video ? this.#readersOf(handle, file.worker, frame) : null;
    return new LineTracker({ pool: this.#pool, home: file.worker, frame, video }, request, options).run();
  }

  /** Pictures of a video past the queue of its worker: a call mostly waits for the decoder. */
  #readersOf(handle: FileHandle, worker: number, frame: (frame_number: number) => Promise<Result<Framed, EngineFailure>>): PictureReaders {
    return {
      picture: async (frame_number, reader) => {
        const request = await frame(frame_number);
        if (!request.ok) return request;
        const { only: _, ...rest } = request.value;
        return this.#pool.direct(worker, (api) => api.decode(this.#withSlot({ ...rest, reader })));
      },
      recycle: (view) => this.recycle(view),
      close: (reader) => void this.#pool.direct(worker, async (api) => ok(await api.closeReader(handle, reader))),
    };
  }

  /** Memory that is not shared moves to the worker and comes back with the frame. */
  #withSlot(request: Omit<DecodeRequest, 'slot'>): DecodeRequest {
    const slot = this.#freeSlots.pop() ?? null;
    return transfer({ ...request, slot }, slot instanceof ArrayBuffer ? [slot] : []);
  }

  takeIn(file: Uint8Array | FileOnDisk, key: Uint8Array): Promise<Result<Intake, EngineFailure>> {
    const id = this.#nextHandle++;
    return takeIn({ pool: this.#pool, worker: id % this.#pool.size, id }, file, key);
  }

  inspect(file: Uint8Array, boxes: readonly IconBox[]): Promise<Result<Inspected, EngineFailure>> {
    const id = this.#nextHandle++;
    return this.#pool.call((api) => api.inspect(id, file, boxes));
  }

  pseudonyms(uids: readonly string[], key: Uint8Array): Promise<Result<string[], EngineFailure>> {
    return this.#pool.call((api) => api.pseudonyms(uids, key));
  }

  cleanStored(file: Uint8Array): Promise<Result<Uint8Array, EngineFailure>> {
    return this.#pool.call((api) => api.cleanStored(transfer(file, ownMemory(file))));
  }

  deidProfile(): Promise<Result<string, EngineFailure>> {
    return this.#pool.call((api) => api.deidProfile());
  }

  admitDerived(file: Uint8Array, patient_show: string): Promise<Result<Uint8Array, EngineFailure>> {
    return this.#pool.call((api) => api.admitDerived(file, patient_show));
  }

  study(config: MeasurementConfig, facts: StudyFacts): StudyMeasurements {
    return new StudyMeasurer(this.#pool, this.#nextStudy++, config, facts);
  }

  async compareFormulas(bench: FormulaBench): Promise<Result<Compared[], EngineFailure>> {
    const answer = await this.#pool.call((api) => api.compareFormulas(JSON.stringify(bench)));
    return answer.ok ? ok(JSON.parse(answer.value) as Compared[]) : answer;
  }

  async configurationFaults(config: MeasurementConfig): Promise<Result<ConfigurationFault[], EngineFailure>> {
    const [types, measurements] = [JSON.stringify(config.image_types), JSON.stringify(config.measurements)];
    const calipers = config.calipers === undefined ? null : JSON.stringify(config.calipers);
    const answer = await this.#pool.call((api) => api.configurationFaults(types, measurements, calipers));
    return answer.ok ? ok(JSON.parse(answer.value) as ConfigurationFault[]) : answer;
  }

  async gradeCohort(request: CohortRequest): Promise<Result<Cohort, EngineFailure>> {
    const answer = await this.#pool.call((api) => api.gradeCohort(JSON.stringify(request)));
    return answer.ok ? ok(JSON.parse(answer.value) as Cohort) : answer;
  }

  async judgeValues(request: ValuesRequest): Promise<Result<JudgedValues, EngineFailure>> {
    const answer = await this.#pool.call((api) => api.judgeValues(JSON.stringify(request)));
    return answer.ok ? ok(JSON.parse(answer.value) as JudgedValues) : answer;
  }

  readonly agreement: AgreementFunctions = agreementBy((request) => this.#pool.call((api) => api.agreement(request)));

  setColour(handle: FileHandle, colour: ColourChoice | null): void {
    const file = this.#files.get(handle);
    if (!file) return;
    file.colour = colour;
    if (file.metadata) file.descriptor = coloured(file.plain, colour);
  }

  recycle(view: FrameView): void {
    const memory = view.buffers[0]?.buffer;
    if (memory && memory.byteLength > 0 && this.#freeSlots.length < MAX_FREE_SLOTS) this.#freeSlots.push(memory);
  }

  release(handle: FileHandle): void {
    const file = this.#files.get(handle);
    if (!file) return;
    this.#files.delete(handle);
    file.ended = true;
    file.failure ??= noSuchHandle();
    file.onEvent = undefined;
    // A waiting caller, or a message on its way, may hold the record of the file: its bytes go now.
    file.buffer = null;
    file.places = [];
    this.#wake(file);
    void this.#pool.direct(file.worker, async (api) => ok(await api.forget(handle)));
    if (this.#files.size === 0) this.#freeSlots.length = 0;
  }

  async close(): Promise<void> {
    for (const handle of this.#files.keys()) this.release(handle);
    await this.#pool.close();
  }

  /** Waits until the frame's bytes are here and returns how to decode it. */
  async #request(handle: FileHandle, frame_number: number, signal: AbortSignal | undefined): Promise<Result<Framed, EngineFailure>> {
    const file = this.#files.get(handle);
    if (!file) return err(noSuchHandle());
    const there = () => file.places.length >= frame_number || file.ended;
    if (!there() && file.streamed && file.metadata) {
      const fetched = await this.#pool.direct(file.worker, (api) => api.fetchFrame(handle, frame_number));
      if (fetched.ok && fetched.value && !signal?.aborted && !there()) {
        return ok({
          frame_number,
          descriptor: file.descriptor,
          ...fetched.value,
          file: handle,
          only: fetched.value.buffer ? null : file.worker,
        });
      }
    }
    await this.#until(file, there, signal);
    if (signal?.aborted) return err(aborted());
    const place = file.places[frame_number - 1];
    if (!place) return err(file.failure ?? noSuchFrame(frame_number, file.places.length));
    if (!place.ok) return err(place.error);
    const bound = file.video || !file.buffer;
    if (bound && file.generation !== this.#pool.generation(file.worker)) return err(noSuchHandle());
    return ok({
      frame_number,
      descriptor: file.descriptor,
      buffer: file.video ? null : file.buffer,
      place,
      file: handle,
      only: bound ? file.worker : null,
    });
  }

  #onParse(handle: FileHandle, file: OpenFile, event: ParseEvent): void {
    if (!this.#files.has(handle)) return;
    switch (event.type) {
      case 'metadata':
        file.metadata = event.metadata;
        file.video = event.video;
        file.plain = event.descriptor;
        file.descriptor = coloured(event.descriptor, file.colour);
        tell(file, { type: 'metadata', handle, metadata: event.metadata });
        break;
      case 'frames':
        if (event.buffer) file.buffer = event.buffer;
        file.places.push(...event.frames);
        file.total = event.total;
        tell(file, {
          type: 'frames',
          handle,
          available: file.places.length,
          total: event.total,
          bytes_loaded: event.bytes_loaded,
          bytes_total: event.bytes_total,
        });
        break;
      case 'done':
        file.total = event.total;
        file.ended = true;
        tell(file, { type: 'done', handle, available: file.places.length, total: event.total, warnings: event.warnings });
        break;
    }
    this.#wake(file);
  }

  #fail(handle: FileHandle, file: OpenFile, error: EngineFailure): void {
    file.failure = error;
    file.ended = true;
    if (this.#files.has(handle)) tell(file, { type: 'error', handle, error });
    this.#wake(file);
  }

  #cancel(handle: FileHandle): void {
    const file = this.#files.get(handle);
    if (!file || file.ended) return;
    file.failure = aborted();
    this.release(handle);
  }

  #wake(file: OpenFile): void {
    for (const look of file.waiting) look();
  }

  #until(file: OpenFile, met: () => boolean, signal?: AbortSignal): Promise<void> {
    if (met() || signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        file.waiting.delete(look);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const look = () => {
        if (met()) end();
      };
      file.waiting.add(look);
      signal?.addEventListener('abort', end, { once: true });
    });
  }
}

function tell(file: OpenFile, event: EngineEvent): void {
  file.told.set(event.type, event);
  file.onEvent?.(event);
}

const coloured = (descriptor: string, colour: ColourChoice | null): string =>
  colour === null ? descriptor : JSON.stringify({ ...(JSON.parse(descriptor) as object), colour_override: colour });
