import { useEffect, useRef } from 'react';
import type { FileHandle } from '@echometry/bindings/api.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import { sourceOf } from '../../study/file-cache.ts';
import { PlayHead, timeline } from '../../viewer/clock.ts';
import { theEngine } from '../../viewer/engine.ts';
import classes from './hover-preview.module.css';

/** How long the pointer rests on a thumbnail before it plays, in ms. */
export const HOVER_AFTER_MS = 150;

/** The clip under the pointer, small, at its own pace: frames made small by the engine, drawn when they come. */
export function HoverPreview({ filename }: { filename: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    // Whoever asked the system for less motion keeps the still image.
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const stop = new AbortController();
    const timer = setTimeout(() => { if (canvas.current) void play(canvas.current, filename, stop.signal); }, HOVER_AFTER_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [filename]);
  return <canvas ref={canvas} className={classes.preview} aria-hidden="true" data-testid="hover-preview" />;
}

async function play(canvas: HTMLCanvasElement, filename: string, signal: AbortSignal): Promise<void> {
  const engine = theEngine();
  const source = await sourceOf(filename).catch(() => null);
  if (source === null || signal.aborted) return;
  const opened = await engine.open(source, { signal });
  if (!opened.ok) return;
  const handle = opened.value;
  try {
    const metadata = await engine.metadata(handle);
    if (metadata.ok && metadata.value.number_of_frames > 1) await loop(canvas, handle, metadata.value, signal);
  } finally {
    engine.release(handle);
  }
}

async function loop(canvas: HTMLCanvasElement, handle: FileHandle, metadata: ImageMetadata, signal: AbortSignal): Promise<void> {
  const engine = theEngine();
  const context = canvas.getContext('2d');
  const { width, height } = canvas.getBoundingClientRect();
  if (!context || width === 0) return;
  canvas.width = Math.round(width * window.devicePixelRatio);
  canvas.height = Math.round(height * window.devicePixelRatio);
  const head = new PlayHead(timeline(metadata.number_of_frames, metadata.frame_time_source === 'assumed' ? null : metadata.frame_times_ms));
  let shown = -1;
  while (!signal.aborted) {
    const now = await new Promise<number>(requestAnimationFrame);
    const index = Math.max(head.due(now), 0);
    head.follow();
    if (index === shown) continue;
    shown = index;
    const icon = await engine.icon(handle, { frame_number: index + 1, max_width: canvas.width, max_height: canvas.height }, { signal });
    if (!icon.ok) {
      if (icon.error.code === 'aborted') return;
      continue;
    }
    const picture = await createImageBitmap(new Blob([icon.value as Uint8Array<ArrayBuffer>], { type: 'image/jpeg' }));
    context.fillStyle = '#000';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, (canvas.width - picture.width) / 2, (canvas.height - picture.height) / 2);
    picture.close();
    canvas.dataset['frame'] = String(index + 1);
  }
}
