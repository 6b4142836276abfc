import { useEffect, useState, type ReactNode } from 'react';

/**
 * True once the component is on the screen, for what can follow the first picture of a page. That is a timer after the second animation
 * frame: the first is painted by then. A deferred value would wait for as long as the page changes.
 */
export function useIsPainted(): boolean {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        timer = setTimeout(() => setIsPainted(true));
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isPainted;
}

/** Content below the first screen of a page: it is rendered once the rest of the page is painted. */
export function Later({ children }: { children: ReactNode }): ReactNode {
  return useIsPainted() && children;
}
