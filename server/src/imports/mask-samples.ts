import type { Engine, ImportDevice, Intake } from '@echometry/bindings/engine/api.ts';
import { frameCount } from './frame-count.ts';
import { MAX_SAMPLE_BYTES, SAMPLE_SIDE_PX, SAMPLED_FILES } from './limits.ts';

/** A frame as its file has it, text included. */
export interface MaskSample {
  jpeg: Uint8Array;
  frameNumber: number;
}

/**
 * Frames of devices that wait for a mask, for the person who approves it. They are kept only in memory: a server that ends
 * forgets them, and the next import samples them again.
 */
export interface MaskSamples {
  /** Takes frames of a file unless enough files of its device were sampled. */
  take: (engine: Engine, file: Intake, at: { projectId: number; device: ImportDevice; signal: AbortSignal }) => Promise<void>;
  of: (projectId: number, device: string) => readonly MaskSample[];
  /** Forgets a device's frames once it is decided. */
  drop: (projectId: number, device: string) => void;
}

interface Sampled {
  files: number;
  samples: MaskSample[];
}

const keyOf = (projectId: number, device: string): string => `${projectId} ${device}`;
const bytesOf = (one: Sampled): number => one.samples.reduce((sum, { jpeg }) => sum + jpeg.byteLength, 0);

export function maskSamples(): MaskSamples {
  // In the order in which they were first seen; the oldest are dropped when there is no room.
  const held = new Map<string, Sampled>();
  const makeRoom = (): void => {
    let total = [...held.values()].reduce((sum, one) => sum + bytesOf(one), 0);
    for (const [key, one] of held) {
      if (total <= MAX_SAMPLE_BYTES) return;
      held.delete(key);
      total -= bytesOf(one);
    }
  };
  return {
    take: async (engine, file, { projectId, device, signal }) => {
      const key = keyOf(projectId, device.key);
      const found = held.get(key) ?? { files: 0, samples: [] };
      if (found.files >= SAMPLED_FILES) return;
      found.files += 1;
      held.set(key, found);
      const original = await file.original();
      const samples = original.ok ? await framesOf(engine, original.value, signal) : [];
      // Decided or forgotten meanwhile.
      if (held.get(key) !== found) return;
      found.samples.push(...samples);
      makeRoom();
    },
    of: (projectId, device) => held.get(keyOf(projectId, device))?.samples ?? [],
    drop: (projectId, device) => void held.delete(keyOf(projectId, device)),
  };
}

/** The first, the middle and the last frame; frames that cannot be decoded are not sampled. */
async function framesOf(engine: Engine, file: Uint8Array, signal: AbortSignal): Promise<MaskSample[]> {
  const frames = frameCount();
  const opened = await engine.open(file, { onEvent: frames.onEvent });
  if (!opened.ok) return [];
  try {
    const metadata = await engine.metadata(opened.value);
    if (!metadata.ok) return [];
    const last = Math.max((await frames.counted) ?? metadata.value.number_of_frames, 1);
    const samples: MaskSample[] = [];
    for (const frameNumber of new Set([1, Math.ceil(last / 2), last])) {
      const box = { max_width: SAMPLE_SIDE_PX, max_height: SAMPLE_SIDE_PX };
      const icon = await engine.icon(opened.value, { frame_number: frameNumber, ...box }, { signal });
      if (icon.ok) samples.push({ jpeg: icon.value, frameNumber });
    }
    return samples;
  } finally {
    engine.release(opened.value);
  }
}
