import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { commentsState, loadEarlier } from '../../study/store/comments.ts';
import type { PageContext } from '../parts.ts';
import layout from '../../ui/layout.module.css';
import classes from './comments.module.css';
import { messages } from './messages.ts';

export interface EarlierCommentsProps {
  context: PageContext;
  filename: string;
  /** How many there are. */
  count: number;
}

/** Is above the oldest loaded comment, and reads earlier ones as soon as it is seen. */
export function EarlierComments({ context: { study, page }, filename, count }: EarlierCommentsProps) {
  const { loading, failure } = useSnapshot(commentsState).earlier;
  const button = useRef<HTMLButtonElement>(null);
  const { link } = study;
  useEffect(() => {
    const seen = button.current;
    if (seen === null || failure !== null) return;
    // Observed again after each part: it may still be in sight then.
    const watch = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) void loadEarlier(link, filename, page);
    });
    watch.observe(seen);
    return () => watch.disconnect();
  }, [count, failure, link, filename, page]);
  if (count === 0) return null;
  return (
    <p className={`${layout.line} ${classes.earlier}`} data-testid="earlier-comments">
      {failure !== null && <span role="alert">{messages.earlierNotRead(failure)}</span>}
      <button ref={button} type="button" className={classes.link} onClick={() => void loadEarlier(link, filename, page)}>
        {loading ? messages.readingEarlier : failure === null ? messages.earlier(count) : messages.tryAgain}
      </button>
    </p>
  );
}
