import { useEffect, useRef, useState } from 'react';
import type { FileHandle } from '@echometry/bindings/engine/api.ts';
import type { EngineFailure } from '@echometry/bindings/engine/failure.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import { sourceOf } from '../study/store/file-cache.ts';
import { PlayHead, timeline } from '../viewer/clip/clock.ts';
import { theEngine } from '../viewer/clip/engine.ts';
import { smallFrame } from './small-frames.ts';
import classes from './image-page.module.css';

/** How long the pointer rests on a thumbnail before it plays, in ms. */
export const HOVER_AFTER_MS = 150;

/** Failures that every frame of a clip would have. */
const OF_THE_CLIP: readonly EngineFailure['code'][] = ['video-unsupported', 'video-failed'];

/** The clip under the pointer, small, at its own pace; where the browser cannot decode it, what it would need. */
export function HoverPreview({ filename }: { filename: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [failure, setFailure] = useState<EngineFailure | null>(null);
  useEffect(() => {
    // Users who prefer reduced motion keep the still image.
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      if (canvas.current) void play(canvas.current, filename, stop.signal).then(setFailure);
    }, HOVER_AFTER_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [filename]);
  return (
    <>
      <canvas ref={canvas} className={classes.preview} aria-hidden="true" data-testid="hover-preview" />
      {failure && <span className={classes.reason}>{failure.message}</span>}
    </>
  );
}

/** Plays until it is stopped; returns what keeps the whole clip from being played. */
async function play(canvas: HTMLCanvasElement, filename: string, signal: AbortSignal): Promise<EngineFailure | null> {
  const engine = theEngine();
  // The still picture stays; opening the image reports what is wrong with its file.
  const source = await sourceOf(filename).catch(() => null);
  if (source === null || signal.aborted) return null;
  const opened = await engine.open(source, { signal });
  if (!opened.ok) return null;
  const handle = opened.value;
  try {
    const metadata = await engine.metadata(handle);
    return metadata.ok && metadata.value.number_of_frames > 1 ? await loop(canvas, handle, metadata.value, signal) : null;
  } finally {
    engine.release(handle);
  }
}

async function loop(
  canvas: HTMLCanvasElement,
  handle: FileHandle,
  metadata: ImageMetadata,
  signal: AbortSignal,
): Promise<EngineFailure | null> {
  const context = canvas.getContext('2d');
  const { width, height } = canvas.getBoundingClientRect();
  if (!context || width === 0) return null;
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
    const frame = await smallFrame(handle, metadata, index + 1, canvas, signal);
    if (!frame.ok) {
      if (OF_THE_CLIP.includes(frame.error.code)) return frame.error;
      continue;
    }
    const picture = frame.value;
    context.fillStyle = '#000';
    context.fillRect(0, 0, canvas.width, canvas.height);
    picture.draw(context, (canvas.width - picture.width) / 2, (canvas.height - picture.height) / 2);
    canvas.dataset['frame'] = String(index + 1);
  }
  return null;
}
