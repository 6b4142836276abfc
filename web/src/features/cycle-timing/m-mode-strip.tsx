import { useEffect, useRef, useState, useSyncExternalStore, type PointerEvent } from 'react';
import { useSnapshot } from 'valtio';
import type { PageContext } from '../../image-page/parts.ts';
import type { Ends } from '../../tools/anatomical-line/anatomical-line.ts';
import { marksOf } from '../../tools/cycle-timing/marks.ts';
import { colourOf } from '../../tools/palette.ts';
import { NO_CLIP_STATE } from '../../viewer/clip/player.ts';
import type { LineOnPage } from './line-on-page.ts';
import layout from '../../ui/layout.module.css';
import classes from './cycle-timing.module.css';
import { readStrip, rowsOf } from './m-mode-columns.ts';
import { messages } from './messages.ts';

/** The strip that is read along the line: a press goes to its frame, marks belong to the clip. */
export function MModeStrip({ line, context }: { line: LineOnPage; context: PageContext }) {
  const ends = useSyncExternalStore(context.tools.subscribe, () => line.ends);
  return ends ? <Strip ends={ends} context={context} /> : null;
}

function Strip({ ends, context }: { ends: Ends; context: PageContext }) {
  const { player, image } = context;
  const { frames, frameIndex } = useSnapshot(player?.state ?? NO_CLIP_STATE);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { read, failed } = useColumns(canvas, ends, context, frames);
  const left = (frame: number): string => `${(100 * (frame - 0.5)) / frames}%`;
  const go = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    player?.seek(Math.floor(((event.clientX - box.left) / box.width) * frames));
  };
  return (
    <section className={classes.strip} aria-label={messages.mMode.title}>
      <div
        className={`${layout.fillsCanvas} ${classes.picture}`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          go(event);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) go(event);
        }}
      >
        <canvas ref={canvas} />
        {image &&
          marksOf(image).map(({ event, at, places }) => (
            <span key={`${event} ${at}`} className={classes.mark} style={{ left: left(at), color: colourOf(places[0]?.cycle ?? 0) }}>
              <i>{messages.shortMarks[event]}</i>
            </span>
          ))}
        <span className={classes.cursor} style={{ left: left(frameIndex + 1) }} data-testid="m-mode-cursor" />
      </div>
      <p role="status">
        {failed > 0 ? messages.mMode.failed(failed, frames) : read < frames ? messages.mMode.reading(read, frames) : messages.mMode.title}
      </p>
    </section>
  );
}

/** Reads the columns again whenever the line has rested for a moment; the old columns stay until the new ones come. */
function useColumns(
  canvas: { current: HTMLCanvasElement | null },
  ends: Ends,
  { player }: PageContext,
  frames: number,
): { read: number; failed: number } {
  const [progress, setProgress] = useState({ read: 0, failed: 0 });
  const { open } = useSnapshot(player?.state ?? NO_CLIP_STATE);
  useEffect(() => {
    const opened = open ? (player?.opened ?? null) : null;
    const picture = canvas.current;
    const drawing = picture?.getContext('2d');
    if (!opened || !picture || !drawing || frames < 2) return;
    const stop = new AbortController();
    const rows = rowsOf(ends);
    keepPicture(picture, drawing, frames, rows);
    let read = 0;
    setProgress({ read, failed: 0 });
    const onColumn = (frameNumber: number, column: Uint8Array) => {
      drawing.putImageData(greyColumn(column), frameNumber - 1, 0);
      read += 1;
      setProgress({ read, failed: 0 });
    };
    const first = player?.state.frameIndex ?? 0;
    void readStrip({ opened, ends, frames, first: first + 1, signal: stop.signal, onColumn }).then((failed) => {
      if (!stop.signal.aborted) setProgress({ read, failed });
    });
    return () => {
      stop.abort();
    };
  }, [canvas, player, open, frames, ends]);
  return progress;
}

/** Gives the strip its size; what it showed stays, as high as it is now. */
function keepPicture(picture: HTMLCanvasElement, drawing: CanvasRenderingContext2D, width: number, height: number): void {
  if (picture.width === width && picture.height === height) return;
  const before = picture.width > 0 && picture.width === width ? drawing.getImageData(0, 0, picture.width, picture.height) : null;
  picture.width = width;
  picture.height = height;
  if (before) drawing.putImageData(before, 0, 0);
}

function greyColumn(column: Uint8Array): ImageData {
  const picture = new ImageData(1, column.length);
  for (const [row, grey] of column.entries()) picture.data.set([grey, grey, grey, 255], row * 4);
  return picture;
}
