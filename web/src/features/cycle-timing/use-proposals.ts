/** Asks the engine for proposals of the image that is shown, once its file is here. */
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { PageContext } from '../../image-page/parts.ts';
import { NO_CLIP_STATE } from '../../viewer/clip/player.ts';
import type { Timing } from './timing.ts';
import { OFF, search } from './proposal-search.ts';

/** It is done for everybody: R waves of the picture are shown to those who change nothing as well. */
export function useProposals(timing: Timing, { player, image }: PageContext): void {
  const { complete } = useSnapshot(player?.state ?? NO_CLIP_STATE);
  const asked = complete && image !== undefined;
  useEffect(() => {
    const metadata = player?.metadata ?? null;
    const opened = player?.opened ?? null;
    if (!asked || !metadata || !opened) return;
    const stop = new AbortController();
    const { signal } = stop;
    const cancel = () => {
      stop.abort();
      search.now = OFF;
    };
    const onProgress = (share: number) => {
      if (!signal.aborted) search.now = { state: 'looking', share, cancel };
    };
    onProgress(0);
    void opened.engine.propose(opened.handle, { signal, onProgress }).then((found) => {
      if (signal.aborted) return;
      search.now = found.ok ? { state: 'done' } : { state: 'failed', why: found.error.message };
      if (found.ok) timing.setProposals(metadata, found.value);
    });
    return () => {
      cancel();
      timing.setProposals(null, null);
    };
  }, [timing, player, asked]);
}
