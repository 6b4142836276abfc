/** A clip of the phantom as a video: its pictures, encoded by the encoder of the browser that shows it. */
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { part10 } from '../../../server/src/demo/plan/part10.ts';
import { encapsulatedPixelData } from '../../../server/src/demo/plan/pixel-data.ts';
import { dataSetOf } from '../../../server/test/data-set-of.ts';

const H264 = '1.2.840.10008.1.2.4.102';
/** High profile, level 4. */
const CODEC = 'avc1.640028';
/** Of ultrasound machines: 8 to 20 Mbit/s. */
const BITS_PER_SECOND = 12_000_000;
/** Frames from one key picture to the next. */
const KEY_EVERY = 24;
const MS_PER_S = 1000;

export interface GreyClip {
  columns: number;
  rows: number;
  /** Frames after one another. */
  pixels: Uint8Array;
  frame_time_ms: number;
}

/** The clip as a byte stream of H.264. */
async function encoded(page: Page, { columns, rows, pixels, frame_time_ms }: GreyClip): Promise<Buffer> {
  const text = await page.evaluate(
    async ({ base64, width, height, codec, bitrate, framerate, keyEvery }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const parts: Uint8Array[] = [];
      let failure: Error | null = null;
      const encoder = new VideoEncoder({
        output: (chunk) => {
          const part = new Uint8Array(chunk.byteLength);
          chunk.copyTo(part);
          parts.push(part);
        },
        error: (error) => (failure = error),
      });
      encoder.configure({ codec, width, height, bitrate, framerate, avc: { format: 'annexb' } });
      const size = width * height;
      for (let frame = 0; frame * size < bytes.length; frame += 1) {
        const data = new Uint8Array(size * 1.5).fill(128);
        // Limited range, as encoders expect it.
        bytes.subarray(frame * size, (frame + 1) * size).forEach((grey, at) => (data[at] = 16 + Math.round((grey * 219) / 255)));
        const timestamp = Math.round((frame * 1_000_000) / framerate);
        const picture = new VideoFrame(data, { format: 'I420', codedWidth: width, codedHeight: height, timestamp });
        encoder.encode(picture, { keyFrame: frame % keyEvery === 0 });
        picture.close();
      }
      await encoder.flush();
      if (failure) throw failure as Error;
      let letters = '';
      for (const part of parts) for (const byte of part) letters += String.fromCharCode(byte);
      return btoa(letters);
    },
    {
      base64: Buffer.from(pixels).toString('base64'),
      width: columns,
      height: rows,
      codec: CODEC,
      bitrate: BITS_PER_SECOND,
      framerate: MS_PER_S / frame_time_ms,
      keyEvery: KEY_EVERY,
    },
  );
  return Buffer.from(text, 'base64');
}

/** Replaces an uncompressed grey clip by a video of it. @returns bytes of the stream, and of the pixels */
export async function asVideo(page: Page, file: string): Promise<{ video: number; pixels: number }> {
  const { PixelData, ...dataset } = await dataSetOf(file);
  const [stored = new ArrayBuffer(0)] = PixelData as ArrayBuffer[];
  const pixels = new Uint8Array(stored);
  const [columns, rows] = [Number(dataset['Columns']), Number(dataset['Rows'])];
  const clip = {
    columns,
    rows,
    pixels: pixels.subarray(0, columns * rows * Number(dataset['NumberOfFrames'])),
    frame_time_ms: Number(dataset['FrameTime']),
  };
  const stream = await encoded(page, clip);
  const changed = { ...dataset, SamplesPerPixel: 3, PlanarConfiguration: 0, PhotometricInterpretation: 'YBR_PARTIAL_420' };
  await writeFile(file, await part10(changed, H264, encapsulatedPixelData([stream], 'empty')));
  return { video: stream.length, pixels: clip.pixels.length };
}
