/**
 * The engine in two parts: `first` is small, reads files and decodes the frames of most of them; `whole` has everything. Calls that both
 * can serve run the same code in both. Node has the whole engine in place of both.
 */
import * as whole from '../../wasm/full/engine.js';
import type * as first from '../../wasm/first/engine.js';
import { engineMissing } from './failure.ts';

export type PartName = 'first' | 'whole';
/** Returns the compiled module of a part. */
export type PartSource = (name: PartName) => Promise<WebAssembly.Module>;

/** A part as wasm-bindgen makes it, before its module is there. */
interface Glue<Decoder> {
  initSync: (how: { module: WebAssembly.Module }) => { memory: WebAssembly.Memory };
  Parser: typeof first.Parser;
  FrameDecoder: new (descriptor: string) => Decoder;
}
export type FirstGlue = Glue<first.FrameDecoder>;

/** A part in the memory of this worker, with the frame decoder of the file used last. */
export class Part<Decoder extends { free: () => void }> {
  readonly #glue: Glue<Decoder>;
  readonly #memory: WebAssembly.Memory;
  #decoder: { descriptor: string; decoder: Decoder } | null = null;

  constructor(glue: Glue<Decoder>, module: WebAssembly.Module) {
    this.#glue = glue;
    this.#memory = glue.initSync({ module }).memory;
  }

  /** Asked for again after each call of the engine: a memory that grows detaches it. */
  get memory(): ArrayBuffer {
    return this.#memory.buffer;
  }

  newParser(): first.Parser {
    return new this.#glue.Parser();
  }

  decoderFor(descriptor: string): Decoder {
    if (this.#decoder?.descriptor !== descriptor) {
      this.#decoder?.decoder.free();
      this.#decoder = null;
      this.#decoder = { descriptor, decoder: new this.#glue.FrameDecoder(descriptor) };
    }
    return this.#decoder.decoder;
  }
}

export type FirstPart = Part<first.FrameDecoder>;

/** A part that is loaded at the first call; a failure is forgotten, so that the next call tries again. */
class Loading<Decoder extends { free: () => void }> {
  part: Part<Decoder> | null = null;
  #loading: Promise<Part<Decoder>> | null = null;
  readonly #load: () => Promise<Part<Decoder>>;

  constructor(glue: Glue<Decoder>, module: () => Promise<WebAssembly.Module>) {
    this.#load = async () => (this.part = new Part(glue, await module().catch((error: unknown) => Promise.reject(engineMissing(error)))));
  }

  load(): Promise<Part<Decoder>> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = null;
      throw error;
    });
    return this.#loading;
  }
}

export class EngineParts {
  readonly #first: Loading<first.FrameDecoder>;
  readonly #whole: Loading<whole.FrameDecoder>;

  constructor(firstGlue: FirstGlue, source: PartSource) {
    this.#first = new Loading(firstGlue, () => source('first'));
    this.#whole = new Loading(whole, () => source('whole'));
  }

  /** The whole engine where it is loaded, else the first part. */
  async here(): Promise<FirstPart> {
    return this.#whole.part ?? this.#first.load();
  }

  /** Resolves once every call can be made. */
  whole(): Promise<Part<whole.FrameDecoder>> {
    return this.#whole.load();
  }

  /** The whole engine, for a call that has waited for it. */
  get loaded(): Part<whole.FrameDecoder> {
    const { part } = this.#whole;
    if (!part) throw new Error('The engine was used before it was loaded: wait for whole() first.');
    return part;
  }
}
