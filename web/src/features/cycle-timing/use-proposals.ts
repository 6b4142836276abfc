/** Asks the engine for proposals of the image that is shown, once its file is here. */
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { PageContext } from '../../image-page/parts.ts';
import { NO_CLIP_STATE } from '../../viewer/clip/player.ts';
import type { Timing } from './timing.ts';
import { OFF, search } from './proposal-search.ts';
import { wanted } from './proposals-wanted.ts';

/** Kind of a region that holds an ECG trace (PS3.3 C.8.5.5.1.2). */
const ECG_TRACE = 10;

/** Of a clip whose file states none, R waves that are drawn in the picture are shown to everybody. */
const hasDrawnEcg = (metadata: ImageMetadata | null): boolean =>
  metadata !== null &&
  metadata.number_of_frames > 1 &&
  metadata.r_wave_times_ms.length === 0 &&
  metadata.doppler_regions.some((region) => region.region_data_type === ECG_TRACE);

/** Type of images of a fetal study that beat with the heart of the mother. */
const MATERNAL = 'Uterine artery';

/** Looks for them where marks are to be proposed, or R waves to be shown. */
export function useProposals(timing: Timing, { player, image, study }: PageContext): void {
  const { open, complete } = useSnapshot(player?.state ?? NO_CLIP_STATE);
  const { on } = useSnapshot(wanted);
  const dataType = image?.type === MATERNAL ? null : study.head.data_type;
  const proposes = on && !study.readOnly && image?.is_annotated === false;
  const asked = open && complete && image !== undefined && (proposes || hasDrawnEcg(player?.metadata ?? null));
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
    void opened.engine.propose(opened.handle, { signal, onProgress, dataType }).then((found) => {
      if (signal.aborted) return;
      search.now = found.ok ? { state: 'done' } : { state: 'failed', why: found.error.message };
      if (found.ok) timing.setProposals(metadata, found.value);
    });
    return () => {
      cancel();
      timing.setProposals(null, null);
    };
  }, [timing, player, asked, dataType]);
}
