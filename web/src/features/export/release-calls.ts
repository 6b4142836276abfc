/** Calls of the releases of a project, and what is kept up to date of them. */
import { useCallback, useEffect, useState } from 'react';
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { Release, ReleaseRequest } from '@echometry/contract/records/release.ts';
import { isUnderWay } from '@echometry/contract/rules/export-request.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { call } from '../../lib/api.ts';
import { poll } from '../../lib/polling.ts';
import { saveFrom } from './api.ts';

/** How often a release that is being made is looked at, in ms. */
const POLL_MS = 1000;
/** Counts are asked for when the form has rested for so long, in ms. */
const REST_MS = 400;

export type ReleaseList = AnswerOf<typeof CALLS.releasesList>;
export type ReleaseCounts = AnswerOf<typeof CALLS.releasesPreview>;

/** The releases of a project; read again each second while one of this person is being made. */
export function useReleases(project: string): { list: ReleaseList | null; failure: string | null; reload: () => void } {
  const [list, setList] = useState<ReleaseList | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  const reload = useCallback(() => setTurn((n) => n + 1), []);
  useEffect(() => {
    const stop = new AbortController();
    void poll({
      signal: stop.signal,
      everyMs: POLL_MS,
      read: (signal) => call(CALLS.releasesList, { project }, { signal }),
      isUnderWay: ({ jobs }) => jobs.some(({ status }) => isUnderWay(status)),
      onValue: (found) => {
        setList(found);
        setFailure(null);
      },
      onFailure: (error) => setFailure(messageOf(error)),
    });
    return () => stop.abort();
  }, [project, turn]);
  return { list, failure, reload };
}

/** How much a release would hold, asked for when the form rests. Null asks for nothing. */
export function useCounts(
  project: string,
  asked: ({ name: string | null } & Pick<ReleaseRequest, 'selection' | 'further_projects'>) | null,
  turn: unknown,
): { counts: ReleaseCounts | null; failure: string | null } {
  const [state, setState] = useState<{ counts: ReleaseCounts | null; failure: string | null }>({ counts: null, failure: null });
  const body = asked === null ? null : JSON.stringify(asked);
  useEffect(() => {
    if (body === null) return setState({ counts: null, failure: null });
    const stop = new AbortController();
    const timer = window.setTimeout(() => {
      call(CALLS.releasesPreview, { project, ...(JSON.parse(body) as NonNullable<typeof asked>) }, { signal: stop.signal })
        .then((counts) => setState({ counts, failure: null }))
        .catch((error: unknown) => {
          if (!stop.signal.aborted) setState({ counts: null, failure: messageOf(error) });
        });
    }, REST_MS);
    return () => {
      stop.abort();
      window.clearTimeout(timer);
    };
  }, [project, body, turn]);
  return state;
}

/** Queues a release; its id comes from here, so that a request that is sent twice is one release. */
export const createRelease = (project: string, request: ReleaseRequest): Promise<AnswerOf<typeof CALLS.releasesCreate>> =>
  call(CALLS.releasesCreate, { project, id: crypto.randomUUID(), request });

export const cancelRelease = (id: string): Promise<unknown> => call(CALLS.jobsCancel, { id });

export async function downloadRelease({ id }: Pick<Release, 'id'>): Promise<void> {
  const [address] = await call(CALLS.releasesGetPresignedUrls, { id });
  if (address !== undefined) saveFrom(address);
}
