/** Facts of a file that a worker reads for itself: metadata, frames, and the frame that stands for it. */
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import { type EngineFailure, noSuchFrame } from './failure.ts';
import { framesAvailable } from './frames-available.ts';
import { err, ok, type Result } from './result.ts';
import type { DecodeRequest, FramePlace, ParseEvent } from './worker-messages.ts';

export interface SeenFile {
  metadata: ImageMetadata;
  framesAvailable: number | null;
  /** The frame that stands for the file. */
  request: DecodeRequest;
}

/** A frame of which nothing could be read is stored as so many zeros (engine-rs/src/deid/pixel_data.rs). */
const EMPTY_FRAME_BYTES = 8;

export class WorkerInspection {
  #head: { metadata: ImageMetadata; descriptor: string } | null = null;
  #warnings: readonly string[] = [];
  readonly #places: FramePlace[] = [];

  readonly onEvent = (event: ParseEvent): void => {
    if (event.type === 'metadata') this.#head = event;
    else if (event.type === 'frames') this.#places.push(...event.frames);
    else this.#warnings = event.warnings;
  };

  /** Once the file was read to its end. */
  seen(file: number, damaged: ReadonlySet<number> = new Set()): Result<SeenFile, EngineFailure> {
    const places = this.#places;
    if (this.#head === null) return err(noSuchFrame(1, places.length));
    const { metadata, descriptor } = this.#head;
    const declared = metadata.number_of_frames;
    const available = framesAvailable({ declared, available: places.length, warnings: this.#warnings });
    // The middle of a loop shows more of the heart than its first frame.
    const middle = Math.max(Math.floor(((available ?? declared) + 1) / 2), 1);
    const frame_number = damaged.size === 0 ? middle : this.#nearest(middle, damaged);
    const place = places[frame_number - 1];
    if (!place) return err(noSuchFrame(frame_number, places.length));
    if (!place.ok) return err(place.error);
    return ok({ metadata, framesAvailable: available, request: { frame_number, descriptor, place, file, buffer: null, slot: null } });
  }

  /** The whole frame next to another one; where all are damaged, the next of which something is left. */
  #nearest(middle: number, damaged: ReadonlySet<number>): number {
    const order = this.#places.map((_, index) => index + 1).sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
    const hasBytes = (number: number): boolean => {
      const place = this.#places[number - 1];
      return place?.ok === true && Array.from(place.ranges).some((value, index) => index % 2 === 1 && value > EMPTY_FRAME_BYTES);
    };
    return order.find((number) => !damaged.has(number) && hasBytes(number)) ?? order.find(hasBytes) ?? middle;
  }
}
