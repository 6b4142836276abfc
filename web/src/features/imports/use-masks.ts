/** Masks of devices as the page reads and decides them. */
import { useCallback, useEffect, useState } from 'react';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { DeviceMask, PictureMask } from '@echometry/contract/records/device-mask.ts';
import { alertUser } from '../../lib/alerts.ts';
import { call } from '../../lib/api.ts';
import { messages } from './messages.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

export interface MasksState {
  masks: readonly DeviceMask[];
  failure: string | null;
  reload: () => void;
  decide: (one: DeviceMask, decision: DeviceMask['state'], mask: PictureMask) => Promise<void>;
}

/** Read again whenever more files wait. */
export function useMasks(held: number): MasksState {
  const [masks, setMasks] = useState<readonly DeviceMask[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  const reload = useCallback(() => setTurn((n) => n + 1), []);
  useEffect(() => {
    const request = new AbortController();
    call(CALLS.importsMasks, {}, { signal: request.signal })
      .then((answer) => {
        setMasks(answer.masks);
        setFailure(null);
      })
      .catch((error: unknown) => {
        if (!request.signal.aborted) setFailure(messageOf(error));
      });
    return () => request.abort();
  }, [turn, held]);
  const decide: MasksState['decide'] = async (one, decision, mask) => {
    try {
      const { project, device, version } = one;
      const { decided } = await call(CALLS.importsDecideMask, { project, device, version, decision, mask });
      if (!decided) alertUser(messages.masks.decidedMeanwhile, 'hard');
      reload();
    } catch (error) {
      alertUser(messageOf(error), 'hard');
    }
  };
  return { masks, failure, reload, decide };
}

/** A sampled frame as an address for an image; null while it is read, and where it is not held any more. */
export function useSample({ project, device, samples }: DeviceMask, sample: number): { url: string | null; frame: number | null } {
  const [found, setFound] = useState<{ url: string | null; frame: number | null }>({ url: null, frame: null });
  useEffect(() => {
    if (sample >= samples) return;
    const request = new AbortController();
    let url: string | null = null;
    call(CALLS.importsMaskSample, { project, device, sample }, { signal: request.signal })
      .then(({ jpeg, frame_number }) => {
        if (jpeg === null) return;
        const bytes = Uint8Array.from(atob(jpeg), (letter) => letter.charCodeAt(0));
        url = URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }));
        setFound({ url, frame: frame_number });
      })
      .catch((error: unknown) => {
        if (!request.signal.aborted) alertUser(messageOf(error), 'hard');
      });
    return () => {
      request.abort();
      if (url !== null) URL.revokeObjectURL(url);
      setFound({ url: null, frame: null });
    };
  }, [project, device, sample, samples]);
  return found;
}
