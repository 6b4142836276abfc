/**
 * Calls of the engine for the web, the server and the command line (docs/contracts.md#engine-boundary). Frame numbers count from
 * 1. Pixel coordinates name the pixel centre, x right, y down.
 */
import type { Envelope, EnvelopeRequest } from '@echometry/contract/generated/envelope.ts';
import type { Ecg, ImageMetadata, ValueNote, WarningCode } from '@echometry/contract/generated/image-metadata.ts';
import type { PictureMask, PixelRectangle } from '@echometry/contract/generated/picture-mask.ts';
import type { Proposals } from '@echometry/contract/generated/proposals.ts';
import type { Cohort, JudgedValues } from '@echometry/contract/generated/references.ts';
import type { Compared, ConfigurationFault, DataType, Jitter, StudyFacts } from '@echometry/contract/generated/study-measurements.ts';
import type { TrackRequest, Tracks } from '@echometry/contract/generated/tracking.ts';
import type { AgreementFunctions } from './agreement.ts';
import type { EngineFailure } from './failure.ts';
import type { Result } from './result.ts';
import type { CohortRequest, MeasurementConfig, StudyMeasurements, ValuesRequest } from './study-measurements.ts';

/** Where the bytes of one file come from. A URL is fetched as a stream and parsed while it arrives. */
export type FileSource = URL | Blob | Uint8Array;

/** Names one opened file in the engine; valid until `release`. */
export type FileHandle = number & { readonly __handle: unique symbol };

export type FrameLayout = 'planes' | 'rgb' | 'palette' | 'grey';

/**
 * One decoded frame, never RGBA. `buffers[0]` is laid out as the texture that shows it:
 * - `grey`: rows of `stride` samples (8 bit: Uint8Array, 16 bit: Uint16Array);
 * - `palette`: as grey, samples are indices into `ImageMetadata.palette`;
 * - `rgb`: interleaved, `stride` = 3 * width samples a row;
 * - `planes`: YCbCr full range (BT.601). Rows 0..height-1 hold Y. With `sampling[0] == 1` the Cb rows
 *   and then the Cr rows follow below, each `ceil(height / sampling[1])` rows; otherwise each row below
 *   holds Cb at the left and Cr from sample `ceil(width / sampling[0])` on.
 *   `stride` = max(width, 2 * ceil(width / sampling[0])) when sampling[0] > 1, else width.
 * The memory belongs to the caller until it hands the view back with `recycle`, which saves an allocation.
 */
export interface FrameView {
  frame_number: number;
  width: number;
  height: number;
  layout: FrameLayout;
  bits: 8 | 16;
  signed: boolean;
  /** Horizontal and vertical divisor of the chroma planes; [1, 1] without chroma. */
  sampling: readonly [number, number];
  /** Samples from one row of `buffers[0]` to the next. */
  stride: number;
  /** Rows of `buffers[0]`, chroma included. */
  rows: number;
  buffers: ReadonlyArray<Uint8Array | Uint16Array>;
  /** True when the memory is a SharedArrayBuffer. */
  shared: boolean;
  /** The frame was cut short in the file; what could be read is shown. */
  partial: boolean;
}

export type EngineEvent =
  | { type: 'metadata'; handle: FileHandle; metadata: ImageMetadata }
  | { type: 'frames'; handle: FileHandle; available: number; total: number; bytes_loaded: number; bytes_total: number | null }
  | { type: 'done'; handle: FileHandle; available: number; total: number; warnings: string[] }
  | { type: 'error'; handle: FileHandle; error: EngineFailure };

export interface OpenOptions {
  signal?: AbortSignal;
  /** Called for every event of this file, in order. */
  onEvent?: (event: EngineEvent) => void;
  /** Colour space of three samples, where stream and header are both wrong. */
  colour?: ColourChoice;
}

/** Colour space of three samples that a user chose, against stream and header. */
export type ColourChoice = 'rgb' | 'ybr_full';

/** Samples of one frame as they are stored: pixel by pixel, chroma at full size, 16-bit samples little endian. */
export interface StoredFrame {
  rows: number;
  columns: number;
  samples_per_pixel: number;
  bits_allocated: number;
  bits_stored: number;
  signed: boolean;
  photometric_interpretation: string;
  /** The frame was cut short in the file. */
  partial: boolean;
  bytes: Uint8Array;
}

/** One frame as a picture of 8 bits: one sample a pixel (grey), or three (RGB, interleaved). */
export interface FramePicture {
  rows: number;
  columns: number;
  samples_per_pixel: 1 | 3;
  pixels: Uint8Array;
}

/** Placement of a frame in a square of RGB: stored pixels, scaled, after a margin. */
export interface SquarePlacement {
  /** Pixels of the square to each side. */
  side: number;
  scale: readonly [x: number, y: number];
  /** Pixels of the square to the left of and above the picture. */
  margin: readonly [x: number, y: number];
}

/** Room for an icon, in pixels. */
export interface IconBox {
  max_width: number;
  max_height: number;
}

/** Frame made smaller for a list: JPEG bytes whose size fits in the box, aspect of the pixels honoured. */
export interface IconRequest extends IconBox {
  frame_number: number;
}

/** Places along a line, in stored pixels. */
export interface LineRequest {
  frame_number: number;
  from: readonly [number, number];
  to: readonly [number, number];
  /** Evenly spaced, both ends included; 2 to 4096. */
  count: number;
}

export interface CleanOptions {
  /** Added to every date and date-time of the file. */
  date_shift_days: number;
  /** Written as PatientID and PatientName of the stored file. */
  patient_show: string;
  /** Parts of every frame that stay visible; all else is black; absent or null leaves pictures as they are. */
  mask?: PictureMask | null;
  /** ECG of another file, of which a clip of its clock and time stores its part; absent or null without one. */
  ecg?: TimedEcg | null;
}

/** Picture facts of a file. */
export interface Inspected {
  metadata: ImageMetadata;
  /** Frames the file holds, at most those it declares; null where it only is known that some are missing. */
  framesAvailable: number | null;
  /** JPEGs of the frame in the middle, one for each box that was asked for. */
  icons: Uint8Array[];
}

/** A file as it is stored. */
export interface CleanFile extends Inspected {
  bytes: Uint8Array;
  /** Numbers of the frames that are damaged: kept as far as they can be read, or empty. */
  damagedFrames: number[];
  /** Hex SHA-256 of the bytes, and of each icon. */
  sha256: { bytes: string; icons: string[] };
}

/** A file that a worker reads directly from the disk: its bytes go through no other thread. */
export interface FileOnDisk {
  path: string;
  /** Bytes that it may have. */
  most: number;
}

/** Folders to which workers write objects by their SHA-256 (object-place.ts): first aside, then in place. */
export interface ObjectsFolder {
  root: string;
  /** On the file system of `root`. */
  aside: string;
}

/** An object whose bytes survive a crash. */
export interface WrittenObject {
  /** Hex SHA-256. */
  key: string;
  size_bytes: number;
  /** Its temporary name, which the store removes; null where the object was there before. */
  aside: string | null;
  /** It has its place. Otherwise it is to be moved there from aside. */
  isPlaced: boolean;
}

/** A file whose bytes and icons were written by the worker. */
export interface WrittenFile extends Pick<CleanFile, 'metadata' | 'framesAvailable' | 'damagedFrames'> {
  bytes: WrittenObject;
  icons: WrittenObject[];
}

/** Why a file was not written, as the system names it. */
export interface NotWritten {
  code: string | null;
  message: string;
}

/** A file on its way into the store; the engine holds it until it is clean or dropped. */
export interface Intake {
  readonly identity: ImportIdentity;
  readonly findings: FileFindings;
  /** The numbers of a structured report, which has no picture to store; null of any other file. */
  readonly report: MachineReport | null;
  /** The content of a waveform object, which has no picture to store; null of any other file. */
  readonly waveform: WaveformObject | null;
  /** Times of a clip that can take the ECG of a waveform object; null of any other file. */
  readonly clipTimes: ClipTimes | null;
  /** A copy of the file as it came, with a data set that is not deflated. */
  original(): Promise<Result<Uint8Array, EngineFailure>>;
  /** De-identifies the file, opens the result and draws its icons; what cannot be shown is refused. It is let go either way. */
  clean(options: CleanOptions, boxes: readonly IconBox[]): Promise<Result<CleanFile, EngineFailure>>;
  /** As `clean`, and the worker writes bytes and icons itself; all of them are durable afterwards, or nothing is left. Node only. */
  write(options: CleanOptions, boxes: readonly IconBox[], folder: ObjectsFolder): Promise<Result<WrittenFile | NotWritten, EngineFailure>>;
  /** Lets go of a file that is not to be stored; nothing happens after `clean` and `write`. */
  drop(): void;
  /**
   * Returns the memory of the clean bytes when no reader needs them any more; they are empty afterwards. Left to the collector of
   * the calling thread, files of a megabyte make it look through all of its memory every few of them.
   */
  giveBack(clean: CleanFile): void;
}

/** A code of a terminology, without its meaning. */
export interface ReportCode {
  value: string;
  scheme: string;
}

/** A number of a structured report; its references are pseudonyms. */
export interface ReportedNumber {
  code: ReportCode;
  meaning: string;
  value: number;
  unit: ReportCode;
  modifiers: { name: ReportCode; value: ReportCode }[];
  image: { instance_id: string; frame_number: number | null } | null;
  tracking_uid: string | null;
  /** Number of the container of the report that it is in. */
  container: number;
}

/** The numbers of a structured report; texts, names and dates of it are never read. */
export interface MachineReport {
  /** Number of its template. */
  template: string | null;
  /** This product exported it. */
  is_ours: boolean;
  numbers: ReportedNumber[];
  left_out: { code: ReportCode | null; reason: 'no-value' | 'not-a-number' | 'two-values' | 'no-unit' | 'no-code' }[];
}

/** A clock that files are timed by. */
export interface Clock {
  /** De-identified Synchronization Frame of Reference UID. */
  frame_of_reference: string;
  /** Times are in UTC, or of an unstated zone. */
  is_utc: boolean;
}

/** Times of a clip in ms by its clock, for comparison during an import. */
export interface ClipTimes {
  clock: Clock;
  first_ms: number;
  last_ms: number;
}

/** An ECG with the times of its first and last sample in ms by its clock. */
export interface TimedEcg {
  clock: Clock;
  start_ms: number;
  end_ms: number;
  ecg: Ecg;
}

/** The ECG of a waveform object, or why no clip can take one from it; exactly one is null. */
export interface WaveformObject {
  ecg: TimedEcg | null;
  not_used: 'no-ecg' | 'unreadable' | 'not-synchronized' | null;
}

/** The machine and layout that a file comes from, as far as the place of burned-in text depends on it. */
export interface ImportDevice {
  /** HMAC-SHA256 (hex) under the workspace key of maker, model, size and regions. */
  key: string;
  /** Null for a maker that the engine does not know. */
  manufacturer: string | null;
  model: string | null;
  columns: number;
  rows: number;
  /** Ultrasound regions, sorted. */
  regions: PixelRectangle[];
}

/** Irregularities of a file before it is de-identified. Its stored form has the used numbers and frames only, or a video as a whole. */
export interface FileFindings {
  /** Frames the file declares. */
  number_of_frames: number;
  /** Frames that are in it; null where that is not known. */
  frames_present: number | null;
  is_video: boolean;
  warnings: WarningCode[];
  value_notes: ValueNote[];
}

/** Where an image belongs among the images of its study. Acquisition times are compared and never stored. */
export interface ImageOrder {
  /** YYYYMMDDHHMMSSFFFFFF; null where the file states no time. Texts of two images compare as their times do. */
  acquired: string | null;
  series_number: number | null;
  instance_number: number | null;
}

/** Facts that an importer needs before it can de-identify: nothing here is stored as it stands. */
export interface ImportIdentity {
  /**
   * HMAC-SHA256 (hex) under the workspace key of patient id and issuer, in upper case and with single spaces; of the study uid
   * without a patient id.
   */
  patient_key: string;
  /** The same of id and issuer as they are spelled: the key of patients imported before there was a rule. */
  spelled_patient_key: string;
  /** The patient id where it stands for no patient, such as UNKNOWN; null for all others. */
  placeholder_patient_id: string | null;
  /** Identifiers as the file has them, empty where it has none: kept in memory only, during the import. */
  original: {
    /** Upper case, single spaces. */
    patient_id: string;
    /** Upper case, single spaces. */
    accession_number: string;
    study_instance_uid: string;
  };
  /** HMAC-SHA256 (hex) of StudyInstanceUID. */
  study_key: string;
  /** De-identified SOP Instance UID. */
  instance_id: string;
  /** De-identified Study Instance UID. */
  study_instance_uid: string;
  /** YYYYMMDD of the study before the shift; null when the file has no date. */
  study_date: string | null;
  gestational_age_days: number | null;
  /** Above 89 years all are 90 years old. */
  age_days: number | null;
  /** Dates that cannot be, each by the keyword of its attribute and why. */
  implausible_dates: string[];
  sex: 'M' | 'F' | 'O' | null;
  height_cm: number | null;
  weight_kg: number | null;
  /** Null without a picture. */
  device: ImportDevice | null;
  /** BurnedInAnnotation is not NO, or text outside of the regions is likely. */
  may_carry_burned_in_text: boolean;
  /** Its place among the images of its study. */
  order: ImageOrder;
  /** Name and version of the rules by which the engine de-identifies. */
  deid_profile: string;
}

/** `input` as in the golden measurements, `definitions` as configured. */
export interface FormulaBench {
  input: unknown;
  definitions: unknown[];
  jitter?: Partial<Jitter>;
}

export interface ProposeOptions {
  signal?: AbortSignal;
  /** Called with the share of the frames looked at, 0 to 1. */
  onProgress?: (share: number) => void;
  /** Kind of data, which limits the possible heart rates. Without it, all heart rates are possible. */
  dataType?: DataType | null;
}

export interface TrackOptions {
  signal?: AbortSignal;
  /** Called with the share of the frames that were gone through, 0 to 1. */
  onProgress?: (share: number) => void;
}

export interface Engine {
  open(source: FileSource, options?: OpenOptions): Promise<Result<FileHandle, EngineFailure>>;
  metadata(handle: FileHandle): Promise<Result<ImageMetadata, EngineFailure>>;
  /** Resolves when the frame's bytes have arrived and it is decoded. */
  frame(handle: FileHandle, frame_number: number, options?: { signal?: AbortSignal }): Promise<Result<FrameView, EngineFailure>>;
  /** Meaning of the three samples of a pixel, starting with the next frame; null leaves it to stream and header. */
  setColour(handle: FileHandle, colour: ColourChoice | null): void;
  /** Gives the memory of a view back for the next frame; the view must not be read any more. */
  recycle(view: FrameView): void;
  icon(handle: FileHandle, request: IconRequest, options?: { signal?: AbortSignal }): Promise<Result<Uint8Array, EngineFailure>>;
  /** A frame as it is stored, without loss; refused for videos. */
  storedFrame(handle: FileHandle, frame_number: number, options?: { signal?: AbortSignal }): Promise<Result<StoredFrame, EngineFailure>>;
  /** A frame as exports write it; refused for videos and for grey that would have to be windowed. */
  picture(handle: FileHandle, frame_number: number, options?: { signal?: AbortSignal }): Promise<Result<FramePicture, EngineFailure>>;
  /** RGB of a square, each sample the mean of what it covers of `picture`. */
  square(
    handle: FileHandle,
    frame_number: number,
    to: SquarePlacement,
    options?: { signal?: AbortSignal },
  ): Promise<Result<Uint8Array, EngineFailure>>;
  /** Brightness, 0 to 255, along a line of one frame: a column of an anatomical M-Mode. Refused for videos. */
  alongLine(handle: FileHandle, request: LineRequest, options?: { signal?: AbortSignal }): Promise<Result<Uint8Array, EngineFailure>>;
  /** The outer envelope of a spectrum with the points of a pattern (docs/envelope.md); null where no flow is seen, and of videos. */
  envelope(
    handle: FileHandle,
    request: EnvelopeRequest,
    options?: { signal?: AbortSignal },
  ): Promise<Result<Envelope | null, EngineFailure>>;
  /**
   * Where cardiac events may lie, by all frames of the image (docs/proposals.md); null where nothing is seen, and of videos.
   */
  propose(handle: FileHandle, options?: ProposeOptions): Promise<Result<Proposals | null, EngineFailure>>;
  /**
   * Lines that were drawn on one frame, followed through the clip (docs/tracking.md), also in videos that the browser decodes. Both
   * directions run at once, in two workers where there are two.
   */
  track(handle: FileHandle, request: TrackRequest, options?: TrackOptions): Promise<Result<Tracks, EngineFailure>>;
  /**
   * Takes a file in to be stored. Its memory moves to the engine: the array is empty afterwards. One on the disk is read by
   * a worker, in Node only, and refused as `file-unreadable` where it cannot be.
   * @param key 32 bytes or more; secret of the workspace. UIDs and patient keys are HMAC-SHA256 under it.
   */
  takeIn(file: Uint8Array | FileOnDisk, key: Uint8Array): Promise<Result<Intake, EngineFailure>>;
  /** Picture facts of a file, with icons for some boxes. */
  inspect(file: Uint8Array, boxes: readonly IconBox[]): Promise<Result<Inspected, EngineFailure>>;
  /** Stored ids of files with these SOP Instance or Study Instance UIDs, in their order. */
  pseudonyms(uids: readonly string[], key: Uint8Array): Promise<Result<string[], EngineFailure>>;
  /** A stored file with pixel data written again by the rules of this version; refused where a frame would change. Its memory goes to the engine. */
  cleanStored(file: Uint8Array): Promise<Result<Uint8Array, EngineFailure>>;
  /** The name of these rules. */
  deidProfile(): Promise<Result<string, EngineFailure>>;
  /** A file that was made from a stored image of a patient, through the gate of imports; its identifiers and dates stay. */
  admitDerived(file: Uint8Array, patient_show: string): Promise<Result<Uint8Array, EngineFailure>>;
  /** Opens a study to be measured; nothing is computed before it is asked for. */
  study(config: MeasurementConfig, facts: StudyFacts): StudyMeasurements;
  /** Many formulas on one geometry, with the spread that jitter of points and marks makes. */
  compareFormulas(bench: FormulaBench): Promise<Result<Compared[], EngineFailure>>;
  /** Every definition of the sets that cannot be loaded; none where a set may become current. */
  configurationFaults(config: MeasurementConfig): Promise<Result<ConfigurationFault[], EngineFailure>>;
  /** Every study by two decision tables: who changes class, and why (docs/references.md#decision-tables). */
  gradeCohort(request: CohortRequest): Promise<Result<Cohort, EngineFailure>>;
  /** Every value by the first row that has a result for it, with the curves of these rows (docs/references.md#results). */
  judgeValues(request: ValuesRequest): Promise<Result<JudgedValues, EngineFailure>>;
  /** Agreement of readers, and statistics over many (docs/agreement.md). */
  readonly agreement: AgreementFunctions;
  release(handle: FileHandle): void;
  /** Ends all workers; every later call returns `engine-closed`. */
  close(): Promise<void>;
}
