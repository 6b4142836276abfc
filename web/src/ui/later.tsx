import { useEffect, useState, type ReactNode } from 'react';
import { afterPaint } from '../lib/after-paint.ts';

/**
 * True once the component is on the screen, for what can follow the first picture of a page. A deferred value would wait for as long as
 * the page changes.
 * @param isThere false while the component waits for its content: then nothing of it is on the screen
 */
export function useIsPainted(isThere = true): boolean {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => (isThere ? afterPaint(() => setIsPainted(true)) : undefined), [isThere]);
  return isPainted;
}

/** Content below the first screen of a page: it is rendered once the rest of the page is there and painted. */
export function Later({ isThere = true, children }: { isThere?: boolean; children: ReactNode }): ReactNode {
  return useIsPainted(isThere) && children;
}
