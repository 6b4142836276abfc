import { useEffect, useRef } from 'react';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { PageContext } from '../../image-page/parts.ts';
import { smallFrame } from '../../image-page/small-frames.ts';
import { sourceOf } from '../../study/store/file-cache.ts';
import { marksOf, type Mark } from '../../tools/cycle-timing/marks.ts';
import { colourOf } from '../../tools/palette.ts';
import { theEngine } from '../../viewer/clip/engine.ts';
import classes from './cycle-timing.module.css';
import { messages } from './messages.ts';

/** Shape of a still: as thumbnails, 4:3. */
const ASPECT = 3 / 4;

/** The marked frames side by side, in the order of time. */
export function Stills({ context, image }: { context: PageContext; image: AnalysisImage }) {
  const box = useRef<HTMLDivElement>(null);
  const marks = marksOf(image);
  const filename = context.file?.filename;
  const wanted = marks.map(({ at }) => at).join();
  useEffect(() => {
    if (!box.current || filename === undefined || wanted === '') return;
    const stop = new AbortController();
    void draw(box.current, filename, stop.signal);
    return () => {
      stop.abort();
    };
  }, [filename, wanted]);
  if (marks.length === 0) return null;
  return (
    <div ref={box} className={classes.stills}>
      {marks.map((mark) => (
        <Still key={`${mark.event} ${mark.at}`} mark={mark} onShow={() => context.player?.seek(mark.at - 1)} />
      ))}
    </div>
  );
}

function Still({ mark: { event, at, places }, onShow }: { mark: Mark; onShow: () => void }) {
  const cycle = places[0]?.cycle ?? 0;
  return (
    <button type="button" className={classes.still} aria-label={messages.beats.still(event, cycle + 1, at)} onClick={onShow}>
      <canvas data-still={at} />
      <span style={{ color: colourOf(cycle) }}>
        {messages.shortMarks[event]} {cycle + 1}
      </span>
      <small>{at}</small>
    </button>
  );
}

/** Draws every still that is not drawn yet; a frame that cannot be had stays dark. */
async function draw(box: HTMLElement, filename: string, signal: AbortSignal): Promise<void> {
  const engine = theEngine();
  // The player beside it reports a file that cannot be read.
  const source = await sourceOf(filename).catch(() => null);
  if (source === null || signal.aborted) return;
  const opened = await engine.open(source, { signal });
  if (!opened.ok) return;
  try {
    const metadata = await engine.metadata(opened.value);
    if (!metadata.ok) return;
    for (const canvas of box.querySelectorAll<HTMLCanvasElement>('canvas[data-still]:not([data-drawn])')) {
      if (signal.aborted) return;
      canvas.width = Math.round(canvas.clientWidth * window.devicePixelRatio);
      canvas.height = Math.round(canvas.width * ASPECT);
      const frame = await smallFrame(opened.value, metadata.value, Number(canvas.dataset['still']), canvas, signal);
      const target = canvas.getContext('2d');
      if (!frame.ok || !target || signal.aborted) continue;
      const { width, height } = frame.value;
      frame.value.draw(target, (canvas.width - width) / 2, (canvas.height - height) / 2);
      canvas.dataset['drawn'] = 'true';
    }
  } finally {
    engine.release(opened.value);
  }
}
