/** The upload of the page: chosen files, how far they are, pause and resume. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { call } from '../../lib/api.ts';
import { sizeOf, uploadIdOf, type ChosenFile } from '../../lib/chosen-files.ts';
import { upload } from '../../lib/upload.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

export interface UploadState {
  files: readonly ChosenFile[];
  /** Null before files were chosen. */
  id: string | null;
  total: number;
  sent: number;
  phase: 'empty' | 'sending' | 'paused' | 'offline' | 'failed' | 'complete';
  failure: string | null;
  startedAt: number | null;
  choose: (files: readonly ChosenFile[]) => void;
  pause: () => void;
  resume: () => void;
  /** Removes what was sent. */
  discard: () => void;
  /** Forgets the files without removing them: an import has them. */
  release: () => void;
}

interface Inner {
  files: readonly ChosenFile[];
  id: string | null;
  sent: number;
  phase: UploadState['phase'];
  failure: string | null;
  startedAt: number | null;
}
const EMPTY: Inner = { files: [], id: null, sent: 0, phase: 'empty', failure: null, startedAt: null };

export function useUpload(): UploadState {
  const [state, setState] = useState<Inner>(EMPTY);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const send = useCallback((id: string, files: readonly ChosenFile[]): void => {
    stop.current?.abort();
    const controller = new AbortController();
    stop.current = controller;
    const put = (part: Partial<Inner>): void => {
      if (stop.current === controller) setState((before) => ({ ...before, ...part }));
    };
    put({ id, files, phase: 'sending', failure: null, startedAt: Date.now() });
    upload({
      id,
      files,
      signal: controller.signal,
      onProgress: ({ sent, isOffline }) => put(isOffline ? { phase: 'offline' } : { sent, phase: 'sending' }),
    })
      .then(() => put({ phase: 'complete' }))
      .catch((error: unknown) => {
        if (!controller.signal.aborted) put({ phase: 'failed', failure: messageOf(error) });
      });
  }, []);

  const end = (): void => {
    stop.current?.abort();
    stop.current = null;
    setState(EMPTY);
  };
  return {
    ...state,
    total: sizeOf(state.files),
    choose: (files) => {
      if (files.length === 0) return;
      setState({ ...EMPTY, files, phase: 'sending' });
      void uploadIdOf(files).then((id) => send(id, files));
    },
    pause: () => {
      stop.current?.abort();
      stop.current = null;
      setState((before) => ({ ...before, phase: 'paused' }));
    },
    resume: () => {
      if (state.id !== null) send(state.id, state.files);
    },
    discard: () => {
      const { id } = state;
      end();
      // An upload that stays on the server is removed there after some time without a piece.
      if (id !== null) call(CALLS.importsDropUpload, { id }).catch(() => undefined);
    },
    release: end,
  };
}
