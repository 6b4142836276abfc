import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useSnapshot } from 'valtio';
import type { ImageScale } from '@echometry/bindings/engine/geometry.ts';
import type { DopplerRegion } from '@echometry/contract/generated/image-metadata.ts';
import type { ToolStack } from '../../tools/stack.ts';
import { stacked } from '../../tools/stacked.ts';
import type { Player } from '../clip/player.ts';
import { Readout } from '../facts/readout.tsx';
import { regionOutline } from '../overlay/region-outline.ts';
import type { Stage } from '../stage.ts';
import type { PointerPlace } from './pointer-place.ts';
import { readingAt } from './use-reading.ts';

/** Values under the pointer, in numbers and as the outline of its region. */
export function PointerReading({
  pointer,
  stage,
  player,
  tools,
  scaling,
}: {
  pointer: PointerPlace;
  stage: Stage;
  player: Player;
  tools: ToolStack;
  scaling: ImageScale | null;
}) {
  const at = useSyncExternalStore(pointer.subscribe, () => pointer.at);
  // Another frame has other samples under a pointer that rests.
  const { frameIndex } = useSnapshot(player.state);
  const reading = readingAt(at, frameIndex, { stage, player, scaling });
  useOverlay(stage, tools, reading?.region ?? null);
  return <Readout cursor={reading?.at ?? null} sample={reading?.sample ?? null} reading={reading?.physical ?? null} />;
}

/** Shapes over the picture: the outline of the region under the pointer, and above it what the tools draw. */
function useOverlay(stage: Stage, tools: ToolStack, region: DopplerRegion | null): void {
  const outline = useMemo(() => regionOutline(region), [region]);
  useEffect(() => {
    stage.shapes = stacked(
      () => outline,
      (frameNumber) => tools.overlay(frameNumber),
    );
    stage.redraw();
  }, [stage, tools, outline]);
  useEffect(() => tools.subscribePainter(() => stage.redraw()), [stage, tools]);
}
