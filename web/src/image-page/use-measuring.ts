import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { studyMeasuring } from '../study/measuring/measuring.ts';
import { NO_CLIP_STATE, type Player } from '../viewer/clip/player.ts';

/** Every page of images measures what is changed on it; the current file provides facts that its record does not hold. */
export function useMeasuring(player: Player | null): void {
  const measuring = studyMeasuring();
  const { metadata } = useSnapshot(player?.state ?? NO_CLIP_STATE);
  useEffect(() => {
    if (measuring && player?.metadata) measuring.setFile(player.image, player.metadata);
  }, [measuring, player, metadata]);
}
