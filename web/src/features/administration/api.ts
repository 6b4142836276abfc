/** Reads and changes of every section of the administration. */
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { AnswerOf, BodyOf, Call } from '@echometry/contract/calls/call.ts';
import { call } from '../../lib/api.ts';
import { poll } from '../../lib/polling.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

/** First pause before a call that failed for a passing reason is made again, in ms. */
const RETRY_MS = 2000;

export interface Loaded<T> {
  /** The newest that arrived; it stays while it is read again. */
  data: T | null;
  failure: string | null;
  loading: boolean;
  reload: () => void;
}

/** Condition for reading a result again without the user. */
export interface ReadAgain<T> {
  /** In ms. */
  everyMs: number;
  isUnderWay: (data: T) => boolean;
}

/** The result of a call, read again whenever its input changes; null asks for nothing. */
export function useCall<C extends Call>(
  definition: C,
  body: BodyOf<C> | null,
  again: ReadAgain<AnswerOf<C>> | null = null,
): Loaded<AnswerOf<C>> {
  const [state, setState] = useState<{ data: AnswerOf<C> | null; failure: string | null; loading: boolean }>({
    data: null,
    failure: null,
    loading: true,
  });
  const [turn, setTurn] = useState(0);
  const asked = body === null ? null : JSON.stringify(body);
  const isUnderWay = useEffectEvent((data: AnswerOf<C>) => again?.isUnderWay(data) ?? false);
  const everyMs = again?.everyMs ?? RETRY_MS;
  useEffect(() => {
    if (asked === null) return;
    const stop = new AbortController();
    setState((before) => ({ ...before, loading: true }));
    void poll({
      signal: stop.signal,
      everyMs,
      read: (signal) => call(definition, JSON.parse(asked) as BodyOf<C>, { signal }),
      isUnderWay: (data) => isUnderWay(data),
      onValue: (data) => setState({ data, failure: null, loading: false }),
      onFailure: (error) => setState((before) => ({ ...before, failure: messageOf(error), loading: false })),
    });
    return () => stop.abort();
  }, [definition, asked, turn, everyMs]);
  const reload = useCallback(() => setTurn((n) => n + 1), []);
  return { ...state, reload };
}
