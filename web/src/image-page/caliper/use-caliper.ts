import { useEffect, useSyncExternalStore } from 'react';
import { useSnapshot } from 'valtio';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { CaliperContext, CaliperState } from '../../tools/caliper/state.ts';
import { NO_CLIP_STATE } from '../../viewer/clip/player.ts';
import { useScaling } from '../../viewer/react/use-reading.ts';
import type { PageContext } from '../parts.ts';
import type { CaliperOnPage } from './caliper-on-page.ts';

/** The caliper as it stands; drawn again when that changes. */
export function useCaliper(caliper: CaliperOnPage, { tools }: PageContext): { state: CaliperState; context: CaliperContext } {
  const state = useSyncExternalStore(tools.subscribe, () => caliper.state);
  const context = useSyncExternalStore(tools.subscribe, () => caliper.context());
  return { state, context };
}

/** Passes to the caliper the scale of the picture, new values, and changes of the record by others. */
export function useCaliperScale(caliper: CaliperOnPage, { player, image }: PageContext): void {
  const { metadata, frameIndex } = useSnapshot(player?.state ?? NO_CLIP_STATE);
  const known = metadata as ImageMetadata | null;
  const scaling = useScaling(known);
  useEffect(() => {
    caliper.setScaling(player?.metadata ?? null, scaling);
    return () => {
      caliper.setScaling(null, null);
    };
  }, [caliper, player, known, scaling]);
  useEffect(() => caliper.follow(), [caliper, player]);
  useEffect(() => {
    caliper.refresh();
  }, [caliper, image, frameIndex]);
}
