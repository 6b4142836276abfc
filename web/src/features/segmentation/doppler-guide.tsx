import { useSyncExternalStore } from 'react';
import type { PageContext } from '../../image-page/parts.ts';
import { useTool } from '../../image-page/use-tool-on-page.ts';
import { fixed } from '../../lib/format.ts';
import { guideShown } from '../../tools/doppler-trace/guide.ts';
import classes from './doppler.module.css';
import type { DopplerTracing } from './doppler-tracing.ts';

/** From the guide to its words, and the room that they need at the right, in CSS pixels. */
const GAP_PX = 8;
const ROOM_PX = 150;
/** From the upper edge of the strip to the words, in CSS pixels. */
const DOWN_PX = 30;

/** Time and velocity at the guide. */
export function DopplerGuide({ tracing, context }: { tracing: DopplerTracing; context: PageContext }) {
  const cursor = useTool(context, () => (guideShown(tracing.state, tracing.context()) ? tracing.state.cursor : null));
  const { stage } = tracing;
  const view = useSyncExternalStore(stage?.subscribe ?? never, () => stage?.view.view ?? null);
  const strip = tracing.context().strip;
  const reading = cursor ? tracing.reading(cursor) : null;
  const at = cursor && strip && view ? stage?.view.toScreen({ x: cursor.x, y: strip.top }) : null;
  if (!reading || !at || !stage) return null;
  const left = at.x > stage.view.canvas.width - ROOM_PX;
  return (
    <span
      className={classes.guide}
      data-side={left ? 'left' : 'right'}
      data-testid="guide-words"
      aria-hidden="true"
      style={{ left: at.x + (left ? -GAP_PX : GAP_PX), top: at.y + DOWN_PX }}
    >
      {reading.x && (
        <>
          {fixed(reading.x.value, 3)} <i>{reading.x.unit}</i>
        </>
      )}
      {reading.y && (
        <>
          {' '}
          {fixed(reading.y.value, 1)} <i>{reading.y.unit}</i>
        </>
      )}
    </span>
  );
}

const never = () => () => undefined;
