import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Scrolls a list to its end for a new entry, and keeps the visible entries in place when older ones come in above.
 * @param oldest identity of the first entry, `newest` of the last
 */
export function useSteadyScroll(list: RefObject<HTMLElement | null>, oldest: string | undefined, newest: string | undefined): void {
  const before = useRef<{ oldest: string | undefined; height: number }>({ oldest: undefined, height: 0 });
  useLayoutEffect(() => {
    const box = list.current;
    if (box === null) return;
    const known = before.current;
    if (known.oldest !== undefined && known.oldest !== oldest) box.scrollTop += box.scrollHeight - known.height;
    before.current = { oldest, height: box.scrollHeight };
  });
  useEffect(() => {
    // The newest is below.
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [list, newest]);
}
