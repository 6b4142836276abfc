/** What a worker learns of a file that it reads for itself: metadata, frames, and the frame that stands for it. */
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
  seen(file: number): Result<SeenFile, EngineFailure> {
    const places = this.#places;
    if (this.#head === null) return err(noSuchFrame(1, places.length));
    const { metadata, descriptor } = this.#head;
    const declared = metadata.number_of_frames;
    const available = framesAvailable({ declared, available: places.length, warnings: this.#warnings });
    // The middle of a loop shows more of the heart than its first frame.
    const frame_number = Math.max(Math.floor(((available ?? declared) + 1) / 2), 1);
    const place = places[frame_number - 1];
    if (!place) return err(noSuchFrame(frame_number, places.length));
    if (!place.ok) return err(place.error);
    return ok({ metadata, framesAvailable: available, request: { frame_number, descriptor, place, file, buffer: null, slot: null } });
  }
}
