import { useEffect, useState } from 'react';
import { afterPaint } from '../lib/after-paint.ts';

/** The rest of the page waits no longer than this for its pictures, in ms. */
const LONGEST_WAIT_MS = 500;

/**
 * True once the pictures of the page are on the screen, or were waited for long enough. It stays true.
 * @param stage null on a page without a picture: true once the page is painted
 */
export function useIsPictureThere(stage: { readonly shown: Promise<void> } | null): boolean {
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
