/** The picture of one frame as a still, for places without a player. */
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { StudyFile } from '@echometry/contract/records/study-file.ts';
import { theEngine } from '../../viewer/clip/engine.ts';
import { geometryReady } from '../../viewer/facts/calibration.ts';
import { smallFrame } from '../small-frames.ts';
import { messages } from './messages.ts';

export interface StillPicture {
  /** `data:` address of the picture. */
  url: string;
  metadata: ImageMetadata;
}

/**
 * Draws one frame of a file, or states in words why that is not possible.
 * @param source null where the store has no such file
 * @param side largest side in pixels
 */
export async function drawFrame(
  source: Blob | URL | null,
  { colours }: Pick<StudyFile, 'colours'>,
  { frame, side, signal }: { frame: number; side: number; signal: AbortSignal },
): Promise<StillPicture | string> {
  if (source === null) return messages.notStored;
  const engine = theEngine();
  const opened = await engine.open(source, { signal, ...(colours === null ? {} : { colour: colours }) });
  if (!opened.ok) return opened.error.message;
  try {
    await geometryReady();
    const metadata = await engine.metadata(opened.value);
    if (!metadata.ok) return metadata.error.message;
    const made = await smallFrame(opened.value, metadata.value, frame, { width: side, height: side }, signal);
    if (!made.ok) return made.error.message;
    const canvas = document.createElement('canvas');
    canvas.width = made.value.width;
    canvas.height = made.value.height;
    const context = canvas.getContext('2d');
    if (!context) return messages.cannotDraw;
    made.value.draw(context, 0, 0);
    return { url: canvas.toDataURL('image/jpeg', 0.92), metadata: metadata.value };
  } finally {
    engine.release(opened.value);
  }
}
