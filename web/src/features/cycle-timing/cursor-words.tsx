import type { PageContext } from '../../image-page/parts.ts';
import { ReadingWords } from '../../image-page/reading-words.tsx';
import { fixed } from '../../lib/format.ts';
import { refusedAt, refusedRanges } from '../../tools/cycle-timing/refused.ts';
import type { Point } from '../../tools/point.ts';
import classes from './cycle-timing.module.css';
import { messages } from './messages.ts';
import type { Timing } from './timing.ts';
import { useTimingState } from './use-timing.ts';

/** Time and value under the cursor line of a strip. */
export function CursorWords({ timing, context }: { timing: Timing; context: PageContext }) {
  const cursor = useTimingState(timing, context, (state) => state.cursor);
  const limit = () => {
    const words = cursor && limitWords(timing, cursor);
    return words !== null && <b className={classes.limit}>{words}</b>;
  };
  return (
    <ReadingWords stage={timing.stage} place={cursor} reading={cursor ? timing.reading(cursor) : null} testId="cursor-words" more={limit} />
  );
}

/** Where the next mark can lie, while the cursor is where it cannot: 'not before 0.412 s'. */
function limitWords(timing: Timing, cursor: Point): string | null {
  const refused = refusedAt(refusedRanges(timing.state, timing.context()), cursor.x);
  if (!refused) return null;
  const time = timing.reading({ x: refused.limit, y: cursor.y })?.x;
  const limit = time ? `${fixed(time.value, 3)} ${time.unit}` : messages.cursor.column(refused.limit);
  return refused.isEarly ? messages.cursor.notBefore(limit) : messages.cursor.notAfter(limit);
}
