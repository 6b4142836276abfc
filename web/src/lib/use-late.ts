import { useEffect, useState } from 'react';

/** True once something has lasted longer than `afterMs`: a wait that is short shows nothing. It begins again with another `of`. */
export function useLate(of: unknown, lasts: boolean, afterMs: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!lasts) return;
    const timer = setTimeout(() => {
      setLate(true);
    }, afterMs);
    return () => {
      clearTimeout(timer);
    };
  }, [of, lasts, afterMs]);
  return late && lasts;
}
