import type { EngineEvent } from '@echometry/bindings/engine/api.ts';
import { framesAvailable } from '@echometry/bindings/engine/frames-available.ts';

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
      resolve(framesAvailable({ declared, available: event.available, warnings: event.warnings }));
    },
  };
}
