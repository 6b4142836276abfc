import { type EngineEvent } from '@echometry/bindings/api.ts';

/** Counts the frames of a file while the engine reads it. */
export interface FrameCount {
  onEvent: (event: EngineEvent) => void;
  /** Frames the file holds, at most those it declares; null where it only is known that some are missing. */
  counted: Promise<number | null>;
}

export function frameCount(): FrameCount {
  let declared = 0;
  let resolve: (frames: number | null) => void = () => undefined;
  const counted = new Promise<number | null>((settle) => {
    resolve = settle;
  });
  return {
    counted,
    onEvent: (event) => {
      if (event.type === 'metadata') declared = event.metadata.number_of_frames;
      if (event.type === 'error') resolve(null);
      if (event.type !== 'done') return;
      const { available, warnings } = event;
      if (available < declared) resolve(available);
      // Frames that a video announces keep their place, so that places count no frames where some are missing.
      else resolve(warnings.includes('fewer_frames_than_declared') ? null : declared);
    },
  };
}
