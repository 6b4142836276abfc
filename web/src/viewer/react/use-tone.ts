import { useCallback, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { settings } from '../../lib/settings.ts';
import { openStudyId } from '../clip/study-memory.ts';
import { keep, keptOf } from '../clip/kept-settings.ts';
import { MAX_CONTRAST, type ToneSetting } from '../picture/tone.ts';
import type { Stage } from '../stage.ts';

/** Farthest that brightness goes either way. */
export const MAX_BRIGHTNESS = 0.8;
export const MIN_CONTRAST = 1 / MAX_CONTRAST;

/** Brightness and contrast of an image, or of all images of the study where the person wants that. */
export function useTone(stage: Stage, instanceId: string | null): { tone: ToneSetting; setTone: (tone: ToneSetting) => void } {
  const { own } = useSnapshot(settings);
  const key = own.tone_for_study ? `study ${openStudyId()}` : (instanceId ?? '');
  const [kept, setKept] = useState({ key, tone: keptOf(key).tone });
  const tone = kept.key === key ? kept.tone : keptOf(key).tone;
  useEffect(() => {
    stage.tone = tone;
  }, [stage, tone]);
  const smoothing = own.smoothing ?? 'auto';
  useEffect(() => {
    stage.smoothing = smoothing;
  }, [stage, smoothing]);
  const setTone = useCallback(
    ({ brightness, contrast }: ToneSetting) => {
      const next = {
        brightness: Math.min(Math.max(brightness, -MAX_BRIGHTNESS), MAX_BRIGHTNESS),
        contrast: Math.min(Math.max(contrast, MIN_CONTRAST), MAX_CONTRAST),
      };
      keep(key, { tone: next });
      setKept({ key, tone: next });
    },
    [key],
  );
  return { tone, setTone };
}
