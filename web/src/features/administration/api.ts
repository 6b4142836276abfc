/** What every section of the administration reads and changes by. */
import { useCallback, useEffect, useState } from 'react';
import type { AnswerOf, BodyOf, Call } from '@echometry/contract/calls/call.ts';
import { call } from '../../lib/api.ts';

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export interface Loaded<T> {
  /** The newest that arrived; it stays while it is read again. */
  data: T | null;
  failure: string | null;
  loading: boolean;
  reload: () => void;
}

/** The answer of a call, read again whenever what is asked for changes; null asks for nothing. */
export function useCall<C extends Call>(definition: C, body: BodyOf<C> | null): Loaded<AnswerOf<C>> {
  const [state, setState] = useState<{ data: AnswerOf<C> | null; failure: string | null; loading: boolean }>({
    data: null,
    failure: null,
    loading: true,
  });
  const [turn, setTurn] = useState(0);
  const asked = body === null ? null : JSON.stringify(body);
  useEffect(() => {
    if (asked === null) return;
    const stop = new AbortController();
    setState((before) => ({ ...before, loading: true }));
    call(definition, JSON.parse(asked) as BodyOf<C>, { signal: stop.signal })
      .then((data) => setState({ data, failure: null, loading: false }))
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setState((before) => ({ ...before, failure: messageOf(error), loading: false }));
      });
    return () => stop.abort();
  }, [definition, asked, turn]);
  const reload = useCallback(() => setTurn((n) => n + 1), []);
  return { ...state, reload };
}
