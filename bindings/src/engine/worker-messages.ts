/** Messages between the pool and one worker. Pixels cross as shared or transferred memory, never as copies. */
import type { TakenIn } from './worker-intakes.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { DataType } from '@echometry/contract/generated/study-measurements.ts';
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
} from './api.ts';
import type { PartSource } from './engine-parts.ts';
import type { EngineFailure } from './failure.ts';
import type { Result } from './result.ts';
import type { Direction, Part } from './way-parts.ts';

export type WorkerSource =
  | { kind: 'url'; url: string }
  | { kind: 'blob'; blob: Blob }
  | { kind: 'bytes'; buffer: ArrayBufferLike; length: number };

/** Where a frame's bytes are in the file, or why they are not there. */
export type FramePlace =
  | {
      ok: true;
      /** Start and length of each piece, in bytes of the file, one pair after the other. */
      ranges: Float64Array;
      /** Bits to pass over at the start. */
      skip_bits: number;
      /** The file ends before this frame does. */
      partial: boolean;
    }
  | { ok: false; error: EngineFailure };

export type ParseEvent =
  /** `video`: the worker that reads the file also decodes it, picture after picture. */
  | { type: 'metadata'; metadata: ImageMetadata; descriptor: string; video: boolean }
  /** `frames` became available since the last event. */
  | {
      type: 'frames';
      frames: FramePlace[];
      total: number;
      bytes_loaded: number;
      bytes_total: number | null;
      buffer: ArrayBufferLike | null;
    }
  | { type: 'done'; total: number; warnings: string[] };

/** Bytes of one frame in addition to the file's, and its pieces within them; no bytes where the reading worker keeps them. */
export interface FetchedFrame {
  buffer: ArrayBufferLike | null;
  place: Extract<FramePlace, { ok: true }>;
}

export interface DecodeRequest {
  frame_number: number;
  descriptor: string;
  /** Shared bytes of the file and the pieces of the frame, or null when the worker keeps the bytes itself. */
  buffer: ArrayBufferLike | null;
  place: Extract<FramePlace, { ok: true }>;
  file: number;
  /** Memory to reuse for the result. */
  slot: ArrayBufferLike | null;
  /** Of a video: the decoder of this reader, which goes its own way through the clip; the player's by default. */
  reader?: number;
}

/** One step of a study that is measured in a worker; records cross as JSON texts. */
export type StudyCall =
  | { type: 'open'; image_types: string; measurements: string; calipers: string | null; facts: string }
  | { type: 'set_file'; instance_id: string; metadata: string }
  | { type: 'set_references'; references: string }
  | { type: 'set_image'; image: string }
  | { type: 'remove_image'; instance_id: string }
  | { type: 'evaluate' }
  | { type: 'values' }
  | { type: 'evaluate_image'; instance_id: string }
  | { type: 'recompute'; instance_id: string }
  | { type: 'explain'; instance_id: string; name: string }
  | { type: 'compare'; instance_id: string; name: string; jitter: string }
  | { type: 'reference_curve'; request: string }
  | { type: 'cycle_curves'; request: string }
  | { type: 'shake_curves'; request: string }
  | { type: 'bulls_eye'; cycles: string }
  | { type: 'shake_views'; request: string }
  | { type: 'guidelines' }
  | { type: 'close' };

/** One step of following lines through a clip; requests and passes cross as JSON texts. */
export type TrackCall =
  /** The part from one frame to another, which is not before it. Returns the numbers of the frames to show, in order. */
  | { type: 'begin'; job: number; request: string; direction: Direction; part: Part }
  | { type: 'show'; job: number; frame: DecodeRequest }
  /** A picture of a video, which begins with its luma. */
  | { type: 'show-picture'; job: number; view: FrameView }
  | { type: 'found'; job: number }
  /** Request of the way back that measures the drift; `null` where none is needed. */
  | { type: 'way-back'; job: number }
  | { type: 'end'; job: number }
  /** Each direction as the list of its parts, in order. */
  | { type: 'join'; request: string; forward: string; backward: string; from_last: string; from_first: string };

/** A worker's result; `fatal` asks the pool for a fresh worker. */
export type WorkerAnswer<T> = Result<T, EngineFailure> & { fatal?: boolean };

export interface EngineWorkerApi {
  /**
   * @param engine the whole engine, or where its parts come from: then each is loaded when a call needs it
   * @param share hand memory over as SharedArrayBuffer; otherwise it is transferred
   */
  load(engine: WebAssembly.Module | PartSource, share: boolean): Promise<void>;
  /** Loads the whole engine before a call needs it. */
  whole(): Promise<WorkerAnswer<null>>;
  parse(file: number, source: WorkerSource, onEvent: (event: ParseEvent) => void): Promise<WorkerAnswer<null>>;
  /** Fetches one frame that has not arrived by its own request; null where its place is unknown, near, or not served. */
  fetchFrame(file: number, frame_number: number): Promise<WorkerAnswer<FetchedFrame | null>>;
  /** Stops reading a file and forgets its bytes. */
  forget(file: number): void;
  /** Ends the decoder of a reader of a video. */
  closeReader(file: number, reader: number): null;
  decode(request: DecodeRequest): Promise<WorkerAnswer<FrameView>>;
  icon(request: DecodeRequest, box: IconBox): Promise<WorkerAnswer<Uint8Array>>;
  storedFrame(request: DecodeRequest): Promise<WorkerAnswer<StoredFrame>>;
  picture(request: DecodeRequest): Promise<WorkerAnswer<FramePicture>>;
  square(request: DecodeRequest, to: SquarePlacement): Promise<WorkerAnswer<Uint8Array>>;
  alongLine(request: DecodeRequest, line: Omit<LineRequest, 'frame_number'>): Promise<WorkerAnswer<Uint8Array>>;
  /** The envelope of a spectrum; metadata, request and result are JSON. */
  envelope(request: DecodeRequest, metadata: string, asked: string): Promise<WorkerAnswer<string>>;
  /** Looks at a frame for proposals; the metadata counts with the first frame of the file. */
  look(request: DecodeRequest, metadata: string, dataType: DataType | null): Promise<WorkerAnswer<null>>;
  /** Proposals by the frames looked at, as JSON; they are forgotten after it. */
  proposals(file: number): Promise<WorkerAnswer<string>>;
  /** Takes a step; returns its JSON text. */
  track(call: TrackCall): Promise<WorkerAnswer<string>>;
  /** Reads a file that is to be stored, and holds it under an id. */
  intakeBegin(id: number, file: Uint8Array, key: Uint8Array): Promise<WorkerAnswer<TakenIn>>;
  /** Reads a file from the disk for that. */
  intakeRead(id: number, file: FileOnDisk, key: Uint8Array): Promise<WorkerAnswer<TakenIn>>;
  intakeOriginal(id: number): Promise<WorkerAnswer<Uint8Array>>;
  /** The file as it is stored; the original is let go. */
  intakeClean(id: number, options: CleanOptions, boxes: readonly IconBox[]): Promise<WorkerAnswer<CleanFile>>;
  /** The same, written by the worker. */
  intakeWrite(
    id: number,
    options: CleanOptions,
    boxes: readonly IconBox[],
    folder: ObjectsFolder,
  ): Promise<WorkerAnswer<WrittenFile | NotWritten>>;
  intakeDrop(id: number): null;
  /** Takes memory over and lets it go. */
  letGo(memory: Uint8Array): null;
  /** Reads a whole file under a separate id. */
  inspect(id: number, file: Uint8Array, boxes: readonly IconBox[]): Promise<WorkerAnswer<Inspected>>;
  pseudonyms(uids: readonly string[], key: Uint8Array): Promise<WorkerAnswer<string[]>>;
  cleanStored(file: Uint8Array): Promise<WorkerAnswer<Uint8Array>>;
  deidProfile(): Promise<WorkerAnswer<string>>;
  admitDerived(file: Uint8Array, patient_show: string): Promise<WorkerAnswer<Uint8Array>>;
  /** Takes the steps in order; returns the JSON text of the last one. */
  study(id: number, calls: readonly StudyCall[]): Promise<WorkerAnswer<string>>;
  /** The formula bench on `{input, definitions, jitter}`, all as JSON. */
  compareFormulas(bench: string): Promise<WorkerAnswer<string>>;
  /** Definitions of sets, each as JSON, that cannot be loaded; as JSON. */
  configurationFaults(image_types: string, measurements: string, calipers: string | null): Promise<WorkerAnswer<string>>;
  /** Agreement of readers by a request as JSON. */
  agreement(request: string): Promise<WorkerAnswer<string>>;
  gradeCohort(request: string): Promise<WorkerAnswer<string>>;
  judgeValues(request: string): Promise<WorkerAnswer<string>>;
}
