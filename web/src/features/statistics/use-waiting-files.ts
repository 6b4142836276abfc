import { useCallback, useEffect, useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { UploadUnderWay } from '@echometry/contract/records/import.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { alertUser } from '../../lib/alerts.ts';
import { call } from '../../lib/api.ts';

const alertOnFailure = (error: unknown): void => alertUser(messageOf(error), 'hard');

/** Files of this person that wait on the server; read again whenever `turn` changes. */
export function useWaitingFiles(turn: unknown): { uploads: readonly UploadUnderWay[]; at: number; discard: (id: string) => void } {
  const [state, setState] = useState<{ uploads: readonly UploadUnderWay[]; at: number }>({ uploads: [], at: 0 });
  const read = useCallback(async (signal?: AbortSignal) => {
    const { uploads } = await call(CALLS.importsUploads, {}, { signal });
    setState({ uploads, at: Date.now() });
  }, []);
  useEffect(() => {
    const stop = new AbortController();
    read(stop.signal).catch((error: unknown) => {
      if (!stop.signal.aborted) alertOnFailure(error);
    });
    return () => stop.abort();
  }, [read, turn]);
  const discard = (id: string): void =>
    void call(CALLS.importsDropUpload, { id })
      .then(() => read(), alertOnFailure)
      .catch(alertOnFailure);
  return { ...state, discard };
}
