import { useEffect, useState, type ReactNode } from 'react';
import { afterPaint } from '../lib/after-paint.ts';

/** True once the component is on the screen, for what can follow the first picture of a page. A deferred value would wait for as long as the page changes. */
export function useIsPainted(): boolean {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => afterPaint(() => setIsPainted(true)), []);
  return isPainted;
}

/** Content below the first screen of a page: it is rendered once the rest of the page is painted. */
export function Later({ children }: { children: ReactNode }): ReactNode {
  return useIsPainted() && children;
}
