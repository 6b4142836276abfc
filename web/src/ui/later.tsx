import { useEffect, useState, type ReactNode } from 'react';

/** Content below the first screen of a page: it is rendered once the rest of the page is painted. */
export function Later({ children }: { children: ReactNode }): ReactNode {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A timer that is set in an animation frame ends after its picture. A deferred value would wait for as long as the page changes.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setIsPainted(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isPainted && children;
}
