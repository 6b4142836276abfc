import { useSyncExternalStore } from 'react';
import type { PageContext } from '../../image-page/parts.ts';
import { fixed } from '../../lib/format.ts';
import classes from './cycle-timing.module.css';
import { refusedAt, refusedRanges } from '../../tools/cycle-timing/refused.ts';
import { messages } from './messages.ts';
import type { Timing } from './timing.ts';
import { useTimingState } from './use-timing.ts';

/** From the cursor line to its words, in CSS pixels, and the room that they need at the right. */
const GAP_PX = 8;
const ROOM_PX = 150;
/** Words stay this far from the edges of the picture, in CSS pixels. */
const EDGE_PX = 24;

/** Time and value under the cursor line of a strip. */
export function CursorWords({ timing, context }: { timing: Timing; context: PageContext }) {
  const cursor = useTimingState(timing, context, (state) => state.cursor);
  const stage = timing.stage;
  const view = useSyncExternalStore(stage?.subscribe ?? never, () => stage?.view.view ?? null);
  const reading = cursor ? timing.reading(cursor) : null;
  const at = cursor && view ? stage?.view.toScreen(cursor) : null;
  if (!reading || !at || !stage) return null;
  const limit = limitWords(timing, cursor);
  const { width, height } = stage.view.canvas;
  const left = at.x > width - ROOM_PX;
  const y = Math.min(Math.max(at.y, EDGE_PX), height - EDGE_PX);
  return (
    <span
      className={classes.cursor}
      data-side={left ? 'left' : 'right'}
      data-testid="cursor-words"
      aria-hidden="true"
      style={{ left: at.x + (left ? -GAP_PX : GAP_PX), top: y }}
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
      {limit !== null && <b className={classes.limit}>{limit}</b>}
    </span>
  );
}

/** Where the next mark can lie, while the cursor is where it cannot: 'not before 0.412 s'. */
function limitWords(timing: Timing, cursor: { x: number; y: number } | null): string | null {
  const refused = cursor && refusedAt(refusedRanges(timing.state, timing.context()), cursor.x);
  if (!refused) return null;
  const time = timing.reading({ x: refused.limit, y: cursor.y })?.x;
  const limit = time ? `${fixed(time.value, 3)} ${time.unit}` : messages.cursor.column(refused.limit);
  return refused.isEarly ? messages.cursor.notBefore(limit) : messages.cursor.notAfter(limit);
}

const never = () => () => undefined;
