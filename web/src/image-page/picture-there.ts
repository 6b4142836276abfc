import { useEffect, useState } from 'react';
import { afterPaint } from '../lib/after-paint.ts';
import type { Stage } from '../viewer/stage.ts';

/** The rest of the page waits no longer than this for the large picture, in ms. */
const LONGEST_WAIT_MS = 500;

/**
 * True once the large picture of the page is on the screen, or was waited for long enough. It stays true.
 * @param stage null on a page without a large picture: true once the page is painted
 */
export function useIsPictureThere(stage: Stage | null): boolean {
  const [isThere, setIsThere] = useState(false);
  useEffect(() => {
    const goOn = () => setIsThere(true);
    if (stage === null) return afterPaint(goOn);
    void stage.shown.then(goOn);
    const timer = setTimeout(goOn, LONGEST_WAIT_MS);
    return () => clearTimeout(timer);
  }, [stage]);
  return isThere;
}
