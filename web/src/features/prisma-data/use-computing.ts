import { useCallback, useEffect, useRef, useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import { call } from '../../lib/api.ts';
import { poll } from '../../lib/polling.ts';
import { projectOf } from '../../lib/session.ts';
import { messages } from './messages.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

/** Pause between two questions whether the statistics are ready, in ms. */
const LOOK_MS = 1000;
/** Whether statistics are being computed. */
const isUnderWay = ({ making }: AnswerOf<typeof CALLS.statisticsGet>): boolean => making?.state === 'queued' || making?.state === 'running';
/**
 * Computes the statistics of a project on demand. A failed reading is repeated, because the server continues.
 * @param onReady called when they are ready
 */
export function useComputing(
  project: string | null,
  onReady: () => void,
): { computing: boolean; failure: string | null; compute: () => void } {
  const [computing, setComputing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const ready = useRef(onReady);
  ready.current = onReady;
  const db_name = project === null ? '' : (projectOf(project)?.db_name ?? '');
  useEffect(() => {
    setComputing(false);
    setFailure(null);
  }, [project]);
  useEffect(() => {
    if (!computing) return;
    const leave = new AbortController();
    void poll({
      signal: leave.signal,
      everyMs: LOOK_MS,
      read: (signal) => call(CALLS.statisticsGet, { db_name }, { signal }),
      isUnderWay,
      onValue: (statistics) => {
        setFailure(null);
        if (isUnderWay(statistics)) return;
        setComputing(false);
        if (statistics.making?.state === 'error') setFailure(statistics.making.failure ?? messages.noReason);
        else ready.current();
      },
      onFailure: (error) => setFailure(messageOf(error)),
    }).finally(() => {
      if (!leave.signal.aborted) setComputing(false);
    });
    return () => leave.abort();
  }, [computing, db_name]);
  const compute = useCallback(() => {
    setFailure(null);
    call(CALLS.statisticsUpdate, { db_name }).then(
      () => setComputing(true),
      (error: unknown) => setFailure(messageOf(error)),
    );
  }, [db_name]);
  return { computing, failure, compute };
}
