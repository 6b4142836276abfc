/** Data of the page: sources, and the list of imports, again each second while one is under way. */
import { useCallback, useEffect, useState } from 'react';
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { ImportRecord, UploadUnderWay } from '@echometry/contract/records/import.ts';
import { call } from '../../lib/api.ts';
import { poll } from '../../lib/polling.ts';
import { isUnderWay } from './record.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

const POLL_MS = 1000;

export type Sources = AnswerOf<typeof CALLS.importsSources>;

export interface ImportsState {
  sources: Sources | null;
  imports: readonly ImportRecord[] | null;
  /** Own uploads that no import was made of yet. */
  uploads: readonly UploadUnderWay[];
  failure: string | null;
  reload: () => void;
}

export function useImports(): ImportsState {
  const [sources, setSources] = useState<Sources | null>(null);
  const [imports, setImports] = useState<readonly ImportRecord[] | null>(null);
  const [uploads, setUploads] = useState<readonly UploadUnderWay[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  const reload = useCallback(() => setTurn((n) => n + 1), []);
  const isKnown = sources !== null;
  useEffect(() => {
    if (isKnown) return;
    const request = new AbortController();
    call(CALLS.importsSources, {}, { signal: request.signal })
      .then(setSources)
      .catch((error: unknown) => request.signal.aborted || setFailure(messageOf(error)));
    return () => request.abort();
  }, [turn, isKnown]);
  useEffect(() => {
    const stop = new AbortController();
    void poll({
      signal: stop.signal,
      everyMs: POLL_MS,
      read: (signal) => call(CALLS.importsList, {}, { signal }),
      isUnderWay: (list) => list.imports.some(isUnderWay),
      onValue: (list) => {
        setImports(list.imports);
        setUploads(list.uploads);
        setFailure(null);
      },
      onFailure: (error) => setFailure(messageOf(error)),
    });
    return () => stop.abort();
  }, [turn]);
  return { sources, imports, uploads, failure, reload };
}
