import { useCallback, useEffect, useRef, useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { call } from '../../lib/api.ts';
import { projectOf } from '../../lib/session.ts';

/** How often the server is asked whether the statistics are there, in ms. */
const LOOK_MS = 1000;
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Has the statistics of a project computed now. A failed look is repeated: the computing goes on at the server.
 * @param onReady called when they are there
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
    const look = async () => {
      const { making } = await call(CALLS.statisticsGet, { db_name });
      if (making?.state === 'queued' || making?.state === 'running') return;
      setComputing(false);
      if (making?.state === 'error') setFailure(making.failure ?? 'no reason was given');
      else ready.current();
    };
    const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS);
    return () => clearInterval(timer);
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
