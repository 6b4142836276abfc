/** Frames of a clip made small for a thumbnail. */
import type { FileHandle, FrameView } from '@echometry/bindings/engine/api.ts';
import type { EngineFailure } from '@echometry/bindings/engine/failure.ts';
import { ok, type Result } from '@echometry/bindings/engine/result.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import { theEngine } from '../viewer/clip/engine.ts';
import { isVideo } from '../viewer/facts/syntax-names.ts';
import type { Size } from '../viewer/view/view-transform.ts';

/** Draws one frame within a box, its upper left corner at 0, 0, and lets go of it. */
export type SmallFrame = { width: number; height: number; draw: (context: CanvasRenderingContext2D, left: number, top: number) => void };

/** The browser scales and colours a picture that it knows as video; any other frame the engine makes small itself. */
export function smallFrame(
  handle: FileHandle,
  metadata: ImageMetadata,
  frameNumber: number,
  box: Size,
  signal: AbortSignal,
): Promise<Result<SmallFrame, EngineFailure>> {
  return isVideo(metadata.transfer_syntax_uid)
    ? videoFrame(handle, metadata, frameNumber, box, signal)
    : icon(handle, frameNumber, box, signal);
}

async function icon(handle: FileHandle, frame_number: number, box: Size, signal: AbortSignal): Promise<Result<SmallFrame, EngineFailure>> {
  const answer = await theEngine().icon(handle, { frame_number, max_width: box.width, max_height: box.height }, { signal });
  if (!answer.ok) return answer;
  const picture = await createImageBitmap(new Blob([answer.value as Uint8Array<ArrayBuffer>], { type: 'image/jpeg' }));
  return ok({
    width: picture.width,
    height: picture.height,
    draw: (context, left, top) => {
      context.drawImage(picture, left, top);
      picture.close();
    },
  });
}

async function videoFrame(
  handle: FileHandle,
  { pixel_aspect_ratio }: ImageMetadata,
  frameNumber: number,
  box: Size,
  signal: AbortSignal,
): Promise<Result<SmallFrame, EngineFailure>> {
  const engine = theEngine();
  const answer = await engine.frame(handle, frameNumber, { signal });
  if (!answer.ok) return answer;
  const picture = asVideoFrame(answer.value);
  // It has copied the samples.
  engine.recycle(answer.value);
  const aspect = pixel_aspect_ratio ? pixel_aspect_ratio[0] / pixel_aspect_ratio[1] : 1;
  const scale = Math.min(box.width / picture.codedWidth, box.height / (picture.codedHeight * aspect));
  const width = Math.round(picture.codedWidth * scale);
  const height = Math.round(picture.codedHeight * aspect * scale);
  return ok({
    width,
    height,
    draw: (context, left, top) => {
      context.drawImage(picture, left, top, width, height);
      picture.close();
    },
  });
}

/**
 * Frames of a video are planes of full-range BT.601 with chroma halved both ways: blue next to red, below the luma
 * (bindings/src/engine/api.ts). The browser wants them one after the other.
 */
function asVideoFrame({ buffers, width, height, stride, rows }: FrameView): VideoFrame {
  const [samples = new Uint8Array()] = buffers;
  const luma = stride * height;
  const half = stride / 2;
  const plane = half * (rows - height);
  const data = new Uint8Array(luma + 2 * plane);
  data.set(samples.subarray(0, luma));
  for (let row = 0; row < rows - height; row += 1) {
    const from = luma + row * stride;
    data.set(samples.subarray(from, from + half), luma + row * half);
    data.set(samples.subarray(from + half, from + stride), luma + plane + row * half);
  }
  return new VideoFrame(data, {
    format: 'I420',
    codedWidth: width,
    codedHeight: height,
    timestamp: 0,
    layout: [
      { offset: 0, stride },
      { offset: luma, stride: half },
      { offset: luma + plane, stride: half },
    ],
    colorSpace: { matrix: 'smpte170m', fullRange: true, primaries: 'bt709', transfer: 'iec61966-2-1' },
  });
}
